import Foundation
import HealthModel

/// What the document says of the whole workout, an activity or a lap: its times, rounded together, and its zones.
struct DocumentPart {
    /// The part in nanoseconds from the workout's start.
    let interval: Range<Int64>
    let statistics: [HKQuantityType: HKStatistics]

    private let activeDuration: Int64
    private let zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]

    /// The whole of a workout.
    init(_ workout: HKWorkout) {
        interval = workout.series.interval
        activeDuration = workout.activeDuration
        statistics = workout.allStatistics
        zoneGroups = workout.zoneGroupsByType ?? [:]
    }

    /// One activity of a workout that began at a date.
    init(_ activity: HKWorkoutActivity, since start: Date) {
        let offset = WorkoutTime.nanoseconds(of: activity.startDate, since: start)
        interval = offset..<(offset + activity.activeDuration + activity.pausedDuration)
        activeDuration = activity.activeDuration
        statistics = activity.allStatistics
        zoneGroups = activity.zoneGroupsByType ?? [:]
    }

    /// An interval of a workout with what was measured in it.
    init(_ measured: MeasuredPart, interval: Range<Int64>) {
        self.interval = interval
        activeDuration = measured.activeDuration
        statistics = measured.statistics
        zoneGroups = measured.zoneGroups
    }

    // MARK: Times

    var startMilliseconds: Int64 { CumulativeRounding.rounded(interval.lowerBound, unit: 1_000_000) }

    var elapsedMilliseconds: Int64 {
        CumulativeRounding.rounded(interval.upperBound, unit: 1_000_000) - startMilliseconds
    }

    var duration: JSONValue {
        let paused = interval.upperBound - interval.lowerBound - activeDuration
        let parts = CumulativeRounding.milliseconds([activeDuration, paused], from: interval.lowerBound)
        return [
            "elapsed_s": .seconds(milliseconds: elapsedMilliseconds),
            "active_s": .seconds(milliseconds: parts[0]),
            "paused_s": .seconds(milliseconds: parts[1]),
        ]
    }

    // MARK: Zones

    var zoneGroupsValue: JSONValue {
        .object(
            PublishedQuantity.allCases.compactMap { quantity in
                zoneGroups[quantity.type].map { .init(quantity.rawValue, value(of: $0, quantity)) }
            })
    }

    private func value(of group: HKWorkoutZoneGroup, _ quantity: PublishedQuantity) -> JSONValue {
        // Laid end to end from the part's start as the active time is, so that they add up to it.
        let milliseconds = CumulativeRounding.milliseconds(
            group.zoneDurations.map(\.nanoseconds) + [group.noDataDuration], from: interval.lowerBound)
        return [
            "configuration": [
                "quantity_type": .string(quantity.rawValue),
                "unit": .string(quantity.unit),
                "source": .string("\(group.configuration.source)"),
                "zones": .array(
                    group.configuration.zones.map { zone in
                        [
                            "index": JSONValue(zone.index),
                            // Thresholds are not rounded: they are what the workout was counted by.
                            "minimum": JSONValue(quantity.published(zone.minimum)),
                            "maximum": JSONValue(quantity.published(zone.maximum)),
                        ]
                    }),
            ],
            "zone_durations": .array(
                zip(group.zoneDurations, milliseconds).map { zone, duration in
                    ["index": JSONValue(zone.zone.index), "duration_s": .seconds(milliseconds: duration)]
                }),
            "no_data_s": .seconds(milliseconds: milliseconds.last ?? 0),
        ]
    }
}
