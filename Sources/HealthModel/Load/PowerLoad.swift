/// How hard a workout or a part of it was, from its power; what there is nothing of is nil.
package struct PowerLoad: Hashable, Sendable {
    /// Normalized power in watts; nil below 30 measured seconds in a row.
    package let normalizedPower: Double?
    /// Normalized power over functional threshold power.
    package let intensityFactor: Double?
    /// The training stress score over the time in which power was measured.
    package let trainingStressScore: Double?
    /// The mechanical work in kilojoules.
    package let work: Double
}

extension WorkoutSeries {
    /// How hard an interval was, from its power.
    ///
    /// Normalized power is worked out over whole seconds of elapsed time that lie in the interval; seconds that are
    /// paused throughout are left out, so that a window goes on after a pause.
    /// - Parameters:
    ///   - functionalThresholdPower: in watts, if it is known.
    ///   - interval: in nanoseconds from the start; without one, the whole workout.
    /// - Returns: nil if no power was measured in the interval.
    package func powerLoad(
        functionalThresholdPower: Double?, within interval: Range<Int64>? = nil
    ) -> PowerLoad? {
        let type = HKQuantityType(.cyclingPower)
        guard let summary = summary(for: type, within: interval), let average = summary.average,
            summary.measuredDuration > 0
        else { return nil }
        let seconds = WorkoutTime.seconds(summary.measuredDuration)
        let normalized = TrainingLoad.normalizedPower(activeSecondMeans(for: type, within: clamped(interval)))
        var intensity: Double?
        var stress: Double?
        if let normalized, let threshold = functionalThresholdPower {
            intensity = TrainingLoad.intensityFactor(
                normalizedPower: normalized, functionalThresholdPower: threshold)
            stress = TrainingLoad.trainingStressScore(
                seconds: seconds, normalizedPower: normalized, functionalThresholdPower: threshold)
        }
        return PowerLoad(
            normalizedPower: normalized, intensityFactor: intensity, trainingStressScore: stress,
            work: TrainingLoad.work(averagePower: average, seconds: seconds))
    }

    /// The means of the seconds in an interval, without those that are paused throughout.
    func activeSecondMeans(for type: HKQuantityType, within interval: Range<Int64>) -> [Double?] {
        let second: Int64 = 1_000_000_000
        let means = secondMeans(for: type)
        let first = Int((interval.lowerBound + second - 1) / second)
        let last = interval.upperBound == elapsed ? means.count : Int(interval.upperBound / second)
        guard first < last else { return [] }
        let pauses = pauseTimeline
        return (first..<last).compactMap { index -> Double?? in
            let span = Int64(index) * second..<min(Int64(index + 1) * second, elapsed)
            let isPaused = !span.isEmpty && pauses.duration(within: span) == span.upperBound - span.lowerBound
            return isPaused ? nil : .some(means[index])
        }
    }
}
