public import Foundation

extension HKWorkout {
    /// The zones of a configuration that the workout was not counted by, with the time in each.
    ///
    /// Zone 3 of five is not zone 3 of seven: to compare workouts, count them by one configuration. The samples are
    /// counted anew, and what is stored stays as it is. With the workout's own configuration the result is that of
    /// ``zoneGroup(for:)``.
    /// - Parameters:
    ///   - configuration: the zones to count by.
    ///   - interval: the part of the workout to count; without one, all of it.
    /// - Returns: nil if the configuration's type was not measured in the workout.
    public func zoneGroup(
        countedBy configuration: HKWorkoutZoneConfiguration, during interval: DateInterval? = nil
    ) -> HKWorkoutZoneGroup? {
        series.zoneGroup(configuration, within: interval.map(series.offsets))
    }
}

extension WorkoutSeries {
    /// The part of the workout that lies in an interval of dates, in nanoseconds from the start.
    package func offsets(of interval: DateInterval) -> Range<Int64> {
        let lower = WorkoutTime.nanoseconds(of: interval.start, since: start)
        return (lower..<max(lower, WorkoutTime.nanoseconds(of: interval.end, since: start)))
            .clamped(to: self.interval)
    }

    /// The values of a type with the time that each was measured for, which any zones can be counted from.
    package func measuredColumn(for type: HKQuantityType, within interval: Range<Int64>? = nil)
        -> MeasuredColumn?
    {
        columns[type].map { coverage(of: type).measured($0, within: clamped(interval)) }
    }
}
