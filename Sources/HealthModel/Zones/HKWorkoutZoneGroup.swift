/// The zones of a workout or a part of it, with the time in each.
public struct HKWorkoutZoneGroup: Sendable {
    /// The zones, as they were during the workout.
    public let configuration: HKWorkoutZoneConfiguration

    /// The time in each zone of the configuration, in the same order.
    public let zoneDurations: [HKWorkoutZoneDuration]

    /// The active time in which no sensor spoke, in nanoseconds.
    ///
    /// With it the zones add up to the active time exactly.
    package let noDataDuration: Int64

    /// Makes a group of totals that were counted with the configuration's boundaries.
    package init(configuration: HKWorkoutZoneConfiguration, totals: ZoneTotals) {
        self.configuration = configuration
        zoneDurations = zip(configuration.zones, totals.zones).map {
            HKWorkoutZoneDuration(zone: $0, nanoseconds: $1)
        }
        noDataDuration = totals.noData
    }
}
