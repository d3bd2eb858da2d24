package import Foundation
package import HealthModel
internal import Synchronization

/// Knows the zone that each quantity of a live workout is in, from the builder's zone updates.
package final class ZoneFollower: NSObject, HKLiveWorkoutBuilderDelegate, Sendable {
    private let zones = Mutex<[HKQuantityType: Int]>([:])

    /// The zone, counted from 0, that a quantity is in; nil: none.
    package func zone(of type: HKQuantityType) -> Int? {
        zones.withLock { $0[type] }
    }

    /// Takes note of the zone that was entered.
    package func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    ) {
        guard let type = zoneUpdate.zoneGroup?.configuration.quantityType else { return }
        let zone = zoneUpdate.currentZoneDuration?.zone.index
        zones.withLock { $0[type] = zone }
    }

    /// Samples are followed elsewhere.
    package func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
    ) {}

    /// Events are followed elsewhere.
    package func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}
