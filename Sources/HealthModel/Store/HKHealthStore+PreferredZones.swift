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
        // Only what the type's zones follow from is read.
        var profile = PersonalProfile()
        profile.zoneBoundaries[quantityType] = try database.zoneBoundaries(for: quantityType)
        if profile.zoneBoundaries[quantityType] == nil {
            if quantityType == HKQuantityType(.cyclingPower) {
                profile.functionalThresholdPower = try await database.newestValue(
                    of: .cyclingFunctionalThresholdPower, upTo: now())
            } else {
                profile.characteristics = try database.characteristics()
                profile.restingHeartRate = try await database.newestValue(of: .restingHeartRate, upTo: now())
            }
        }
        return try profile.preferredZoneConfiguration(for: quantityType, at: now())
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
