public import Foundation

/// A week, a month or another step of the calendar, with the time in each zone over all its workouts.
public struct HKWorkoutZonePeriod: Sendable {
    /// The step of the calendar.
    public let dateInterval: DateInterval
    /// The zones with the time in each.
    public let zoneGroup: HKWorkoutZoneGroup
    /// How many workouts lie in it at least in part, of those in which the type was measured.
    public let workoutCount: Int
}

extension HKWorkoutZoneConfiguration {
    /// The time in each zone by steps of the calendar, from the first with a workout to the last.
    ///
    /// Every workout is counted by this configuration, whatever its own was; one that lies in two periods is divided
    /// between them to the nanosecond.
    package func periods(of workouts: [HKWorkout], by buckets: CalendarBuckets) -> [HKWorkoutZonePeriod] {
        var totals: [Int: (totals: ZoneTotals, workoutCount: Int)] = [:]
        for workout in workouts where workout.series.columns[quantityType]?.isEmpty == false {
            let first = buckets.index(of: workout.startDate)
            // The end is the first instant that does not belong to the workout.
            let last = max(first, buckets.index(of: workout.endDate.addingTimeInterval(-1e-6)))
            for index in first...last {
                let part = workout.series.offsets(of: buckets.interval(of: index))
                guard let added = workout.series.zoneTotals(self, within: part) else { continue }
                let sum = totals[index].map { ($0.totals + added, $0.workoutCount + 1) }
                totals[index] = sum ?? (added, 1)
            }
        }
        guard let first = totals.keys.min(), let last = totals.keys.max() else { return [] }
        let nothing = ZoneTotals(zones: zones.map { _ in 0 }, noData: 0, paused: 0)
        return (first...last).map { index in
            let period = totals[index] ?? (nothing, 0)
            return HKWorkoutZonePeriod(
                dateInterval: buckets.interval(of: index),
                zoneGroup: HKWorkoutZoneGroup(configuration: self, totals: period.totals),
                workoutCount: period.workoutCount)
        }
    }
}
