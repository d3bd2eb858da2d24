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

extension PowerLoad {
    /// Works out what follows from the powers and the time in which power was measured.
    ///
    /// - Parameters:
    ///   - normalizedPower: in watts, if there is any.
    ///   - averagePower: in watts.
    ///   - seconds: the time in which power was measured.
    ///   - functionalThresholdPower: in watts, if it is known.
    init(
        normalizedPower: Double?, averagePower: Double, seconds: Double, functionalThresholdPower: Double?
    ) {
        var intensity: Double?
        var stress: Double?
        if let normalizedPower, let threshold = functionalThresholdPower {
            intensity = TrainingLoad.intensityFactor(
                normalizedPower: normalizedPower, functionalThresholdPower: threshold)
            stress = TrainingLoad.trainingStressScore(
                seconds: seconds, normalizedPower: normalizedPower, functionalThresholdPower: threshold)
        }
        self.init(
            normalizedPower: normalizedPower, intensityFactor: intensity, trainingStressScore: stress,
            work: TrainingLoad.work(averagePower: averagePower, seconds: seconds))
    }
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
        let normalized = TrainingLoad.normalizedPower(activeSecondMeans(for: type, within: clamped(interval)))
        return PowerLoad(
            normalizedPower: normalized, averagePower: average,
            seconds: WorkoutTime.seconds(summary.measuredDuration),
            functionalThresholdPower: functionalThresholdPower)
    }

    /// The means of the seconds in an interval, without those that are paused throughout.
    func activeSecondMeans(for type: HKQuantityType, within interval: Range<Int64>) -> [Double?] {
        let second: Int64 = 1_000_000_000
        let first = Int((interval.lowerBound + second - 1) / second)
        let last = Int(
            (interval.upperBound == elapsed ? elapsed + second - 1 : interval.upperBound) / second)
        guard first < last else { return [] }
        let means = secondMeans(for: type, in: first..<last)
        let pauses = pauseTimeline
        return (first..<last).compactMap { index -> Double?? in
            let span = Int64(index) * second..<min(Int64(index + 1) * second, elapsed)
            let isPaused = !span.isEmpty && pauses.duration(within: span) == span.upperBound - span.lowerBound
            return isPaused ? nil : .some(means[index - first])
        }
    }
}
