public import Foundation

/// A change of zone during a workout.
public final class HKLiveWorkoutZoneUpdate: NSObject, Sendable {
    /// When the newest sample that was processed was taken.
    public let lastSampleProcessedDate: Date?

    /// The zone that was entered with the time spent in it so far; nil if there is none: no data, or a pause.
    public let currentZoneDuration: HKWorkoutZoneDuration?

    /// The zone that was left with the time spent in it; nil if there was none, as at the first entry.
    public let previousZoneDuration: HKWorkoutZoneDuration?

    /// The configuration with the running totals of all zones.
    public let zoneGroup: HKWorkoutZoneGroup?

    init(lastSampleProcessed date: Date?, current: Int?, previous: Int?, group: HKWorkoutZoneGroup) {
        lastSampleProcessedDate = date
        currentZoneDuration = current.map { group.zoneDurations[$0] }
        previousZoneDuration = previous.map { group.zoneDurations[$0] }
        zoneGroup = group
    }
}
