/// The best mean power over each of some durations, which the field calls the power or mean-maximal power curve.
///
/// A window counts only if every second in it was measured, as for normalized power; zero watts are watts.
package struct PowerCurve: Hashable, Sendable {
    /// The best window of one duration.
    package struct Best: Hashable, Sendable {
        /// How long the window is, in seconds.
        package let duration: Int
        /// The mean power in it, in watts.
        package let power: Double

        /// Makes the best window of a duration in seconds, with its power in watts.
        package init(duration: Int, power: Double) {
            self.duration = duration
            self.power = power
        }
    }

    /// The durations in seconds, from 5 s to an hour.
    package static let durations = [5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600]

    /// The best window of each duration that was measured without a gap at least once, shortest first.
    package let bests: [Best]

    /// Finds the best windows.
    ///
    /// - Parameters:
    ///   - secondMeans: the mean power of each active second in watts, nil where nothing was measured.
    ///   - durations: the lengths of the windows in seconds, ascending, each at least 1.
    package init(secondMeans: [Double?], durations: [Int] = Self.durations) {
        let runs = secondMeans.split { $0 == nil }.map(Self.sums)
        bests = durations.compactMap { duration in
            let best = runs.lazy.compactMap { Self.best(in: $0, over: duration) }.max()
            return best.map { Best(duration: duration, power: $0) }
        }
    }

    /// The sums of a run before each of its seconds and after the last, so that every window is one subtraction.
    private static func sums(of run: ArraySlice<Double?>) -> [Double] {
        var sums = [0.0]
        sums.reserveCapacity(run.count + 1)
        var sum = 0.0
        for case let power? in run {
            sum += power
            sums.append(sum)
        }
        return sums
    }

    private static func best(in sums: [Double], over duration: Int) -> Double? {
        guard duration > 0, sums.count > duration else { return nil }
        var best: Double?
        for end in duration..<sums.count {
            let mean = (sums[end] - sums[end - duration]) / Double(duration)
            // Sums that no rider reaches may be out of range; what is no number is no best.
            if mean.isFinite, mean > best ?? -.infinity { best = mean }
        }
        return best
    }
}

extension WorkoutSeries {
    /// The best mean power over each duration in an interval; nil if no power was measured for five seconds in a row.
    ///
    /// Worked out over whole seconds of elapsed time; those that are paused throughout are left out, so that a window
    /// goes on after a pause, as one of normalized power does.
    package func powerCurve(within interval: Range<Int64>? = nil) -> PowerCurve? {
        let means = activeSecondMeans(for: HKQuantityType(.cyclingPower), within: clamped(interval))
        let curve = PowerCurve(secondMeans: means)
        return curve.bests.isEmpty ? nil : curve
    }
}
