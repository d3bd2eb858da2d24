import Foundation

/// What a workout or a part of it measured: statistics and zones over one interval of its series.
///
/// Worked out once, when the part is complete; from then on it is frozen with the configurations of that time.
package struct MeasuredPart: Sendable {
    /// What part of the workout it is, in nanoseconds from the workout's start.
    package let interval: Range<Int64>
    /// The active time, in nanoseconds.
    package let activeDuration: Int64
    /// The paused time, in nanoseconds.
    package let pausedDuration: Int64
    /// The statistics of each type that a sensor provided.
    package let statistics: [HKQuantityType: HKStatistics]
    /// The zones of each type that has a configuration and samples.
    package let zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]
    /// How long each type was measured, in nanoseconds.
    let measuredDurations: [HKQuantityType: Int64]

    /// Makes a part that was worked out before and starts at a time in nanoseconds.
    init(
        start: Int64, activeDuration: Int64, pausedDuration: Int64,
        statistics: [HKQuantityType: HKStatistics],
        zoneGroups: [HKQuantityType: HKWorkoutZoneGroup], measuredDurations: [HKQuantityType: Int64]
    ) {
        interval = start..<(start + activeDuration + pausedDuration)
        self.activeDuration = activeDuration
        self.pausedDuration = pausedDuration
        self.statistics = statistics
        self.zoneGroups = zoneGroups
        self.measuredDurations = measuredDurations
    }

    /// Works out an interval of a workout's series, in nanoseconds from its start.
    package init(
        of series: WorkoutSeries, within interval: Range<Int64>? = nil,
        zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration]
    ) {
        let interval = series.clamped(interval)
        self.interval = interval
        activeDuration = series.activeDuration(within: interval)
        pausedDuration = interval.upperBound - interval.lowerBound - activeDuration
        let start = WorkoutTime.date(at: interval.lowerBound, since: series.start)
        let end = WorkoutTime.date(at: interval.upperBound, since: series.start)
        var statistics: [HKQuantityType: HKStatistics] = [:]
        var measured: [HKQuantityType: Int64] = [:]
        for type in series.columns.keys {
            guard let summary = series.summary(for: type, within: interval) else { continue }
            measured[type] = summary.measuredDuration
            statistics[type] = HKStatistics(
                quantityType: type, startDate: start, endDate: end, origin: series.start, summary: summary,
                summaryBySource: [.default(): summary])
        }
        self.statistics = statistics
        measuredDurations = measured
        zoneGroups = zoneConfigurations.compactMapValues { series.zoneGroup($0, within: interval) }
    }

    /// The active time in which no sample of a discrete type spoke, in nanoseconds.
    package func noDataDuration(for type: HKQuantityType) -> Int64 {
        activeDuration - (measuredDurations[type] ?? 0)
    }
}
