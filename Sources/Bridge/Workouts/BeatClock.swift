package import SensorProfiles

/// Puts heartbeats on the time line from the RR intervals of a strap.
///
/// A packet's arrival is not the time of its beats: intervals come in bunches, and radio adds jitter. So the beats
/// are the running sum of the intervals, anchored where the first packet arrived and anchored anew after a gap.
/// Times are nanoseconds from the workout's start.
package struct BeatClock: Equatable, Sendable {
    /// One heartbeat.
    package struct Beat: Equatable, Sendable {
        /// When it was.
        package let nanoseconds: Int64
        /// Whether the time to the beat before it is not an RR interval.
        package let isPrecededByGap: Bool

        /// Makes a beat.
        package init(nanoseconds: Int64, isPrecededByGap: Bool) {
            self.nanoseconds = nanoseconds
            self.isPrecededByGap = isPrecededByGap
        }
    }

    /// A sum that strays further from the arrivals has lost beats, or gained some that were not.
    private static let tolerance: Int64 = 2_000_000_000

    /// The beat that the next interval is counted from; nil after a gap.
    private var lastBeat: Int64?
    /// The latest beat that was told.
    private var lastHeard: Int64?

    /// Makes a clock that has heard no beat.
    package init() {}

    /// The link was lost or a beat was dropped: the next beat starts anew.
    package mutating func reset() {
        lastBeat = nil
    }

    /// Takes the intervals of a packet that arrived at a moment, oldest first, and hands each beat to `body`.
    package mutating func record(_ intervals: RRIntervals, at arrival: Int64, _ body: (Beat) -> Void) {
        guard !intervals.isEmpty else { return }
        let sum = intervals.reduce(Int64(0)) { $0 + Self.nanoseconds($1) }
        if let lastBeat, abs(arrival - (lastBeat + sum)) <= Self.tolerance {
            report(intervals, from: lastBeat, body)
            return
        }
        // Anchored anew; what was told before stays, so only beats after it, and after the start, are told.
        let earliest = lastHeard.map { $0 + 1 } ?? 0
        var beat = arrival - sum
        var isFirst = true
        func tell() {
            guard beat >= earliest else { return }
            body(Beat(nanoseconds: beat, isPrecededByGap: isFirst))
            isFirst = false
        }
        tell()
        for interval in intervals {
            beat += Self.nanoseconds(interval)
            tell()
        }
        lastBeat = beat
        lastHeard = max(beat, lastHeard ?? beat)
    }

    private mutating func report(_ intervals: RRIntervals, from previous: Int64, _ body: (Beat) -> Void) {
        var beat = previous
        for interval in intervals {
            beat += Self.nanoseconds(interval)
            body(Beat(nanoseconds: beat, isPrecededByGap: false))
        }
        lastBeat = beat
        lastHeard = max(beat, lastHeard ?? beat)
    }

    private static func nanoseconds(_ interval: RRInterval) -> Int64 {
        Int64(interval.rawValue) * 1_000_000_000 / 1024
    }
}
