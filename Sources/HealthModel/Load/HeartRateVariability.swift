import Foundation

/// How much the intervals between heartbeats vary.
///
/// Intervals are first freed of artifacts as GoldenCheetah does it (FilterHRV.cpp, default settings): what is outside
/// 270 to 2000 ms is dropped, then what is more than 20 % from the mean of the 20 in-range intervals on either side.
/// RMSSD and SDNN are those of the Task Force of the European Society of Cardiology (Circulation 93:1043, 1996).
package struct HeartRateVariability: Hashable, Sendable {
    /// The root mean square of the differences of successive intervals, in milliseconds.
    ///
    /// Only intervals that follow on each other are differenced: not across a gap, and not across a dropped one. Nil
    /// without two such.
    package let rmssd: Double?
    /// The sample standard deviation of the intervals, in milliseconds; nil below two.
    package let sdnn: Double?
    /// The share of intervals that were dropped, from 0 to 1.
    package let artifactShare: Double

    /// The intervals that a heart can have, in milliseconds.
    package static let permittedIntervals = 270.0...2000.0
    /// How far an interval may be from the local mean, as a share of it.
    package static let permittedDeviation = 0.2
    /// How many intervals on either side make the local mean.
    package static let windowHalfWidth = 20

    /// Works it out of runs of consecutive intervals in milliseconds; nil if there are none.
    package init?(intervalRuns: [[Double]]) {
        let intervals = intervalRuns.joined().map { $0 }
        guard !intervals.isEmpty else { return nil }
        let isNormal = Self.normal(intervals)

        var normal: [Double] = []
        var squares = 0.0
        var pairCount = 0
        var index = 0
        for run in intervalRuns {
            for position in run.indices {
                defer { index += 1 }
                guard isNormal[index] else { continue }
                normal.append(run[position])
                if position > 0, isNormal[index - 1] {
                    let difference = run[position] - run[position - 1]
                    squares += difference * difference
                    pairCount += 1
                }
            }
        }
        rmssd = pairCount > 0 ? (squares / Double(pairCount)).squareRoot() : nil
        if normal.count > 1 {
            let mean = normal.reduce(0, +) / Double(normal.count)
            let variance = normal.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(normal.count - 1)
            sdnn = variance.squareRoot()
        } else {
            sdnn = nil
        }
        artifactShare = Double(intervals.count - normal.count) / Double(intervals.count)
    }

    /// Which intervals are no artifacts.
    private static func normal(_ intervals: [Double]) -> [Bool] {
        let isPermitted = intervals.map(permittedIntervals.contains)
        // Sums before each interval, so that every local mean is one subtraction.
        var sums = [0.0]
        var counts = [0]
        for (interval, permitted) in zip(intervals, isPermitted) {
            sums.append((sums.last ?? 0) + (permitted ? interval : 0))
            counts.append((counts.last ?? 0) + (permitted ? 1 : 0))
        }
        return intervals.indices.map { index in
            guard isPermitted[index] else { return false }
            let lower = max(0, index - windowHalfWidth)
            let upper = min(intervals.count, index + windowHalfWidth + 1)
            let count = counts[upper] - counts[lower] - 1
            guard count > 0 else { return true }
            let mean = (sums[upper] - sums[lower] - intervals[index]) / Double(count)
            return abs(intervals[index] - mean) <= permittedDeviation * mean
        }
    }
}

extension HeartbeatColumn {
    /// How much the intervals between the beats vary; nil if there are none.
    package var variability: HeartRateVariability? { HeartRateVariability(intervalRuns: intervalRuns) }
}
