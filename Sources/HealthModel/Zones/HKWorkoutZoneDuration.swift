public import Foundation

/// A zone and how long the workout was in it.
public struct HKWorkoutZoneDuration: Sendable {
    /// The zone.
    public let zone: HKWorkoutZone

    /// The time in the zone, in seconds.
    public var duration: TimeInterval { Double(nanoseconds) / 1e9 }

    /// The time in the zone, in nanoseconds.
    package let nanoseconds: Int64

    package init(zone: HKWorkoutZone, nanoseconds: Int64) {
        self.zone = zone
        self.nanoseconds = nanoseconds
    }
}
