import Foundation

extension HKHealthStore {
    /// The zones that the person prefers for a type: those the person has set, else those of the system.
    ///
    /// The system's follow from age and resting heart rate (or a measured maximum), and from functional threshold
    /// power, as they are now. It is nil if neither is there, for a type that has no zones, and for a client that may
    /// not read the type.
    /// - Throws: `HKError` with `errorDatabaseInaccessible` if the database cannot be reached.
    public func preferredWorkoutZoneConfiguration(
        for quantityType: HKQuantityType
    ) async throws -> HKWorkoutZoneConfiguration? {
        guard HKWorkoutZoneConfiguration.supportedTypes.contains(quantityType), mayRead(quantityType) else {
            return nil
        }
        if let edges = try database.zoneBoundaries(for: quantityType) {
            return try HKWorkoutZoneConfiguration(quantityType: quantityType, edges: edges, source: .user)
        }
        if quantityType == HKQuantityType(.cyclingPower) {
            return SystemZones.cyclingPower(
                functionalThresholdPower: try await database.newestValue(
                    of: .cyclingFunctionalThresholdPower, upTo: now()))
        }
        let person = try database.characteristics()
        return SystemZones.heartRate(
            age: person.age(on: now()),
            restingHeartRate: try await database.newestValue(of: .restingHeartRate, upTo: now()),
            maximumHeartRate: person.maximumHeartRate)
    }

    /// Sets the zones that the person prefers for a type, or takes them back with nil.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for boundaries that make no configuration.
    package func setPreferredZoneBoundaries(
        _ boundaries: [HKQuantity]?, for quantityType: HKQuantityType
    ) throws(HKError) {
        guard let boundaries else {
            try database.setZoneBoundaries(nil, for: quantityType)
            return
        }
        _ = try HKWorkoutZoneConfiguration(
            quantityType: quantityType, zoneBoundaries: boundaries, source: .user)
        try database.setZoneBoundaries(
            boundaries.compactMap { $0.value(in: quantityType.canonicalUnit) }, for: quantityType)
    }
}
