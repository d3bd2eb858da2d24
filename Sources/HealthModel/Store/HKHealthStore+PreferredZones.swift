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
                functionalThresholdPower: try await newestValue(of: .cyclingFunctionalThresholdPower))
        }
        let person = try database.characteristics()
        return SystemZones.heartRate(
            age: person.age(on: now()), restingHeartRate: try await newestValue(of: .restingHeartRate),
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

    /// The newest value of a type up to now, in its canonical unit; of two at one time, the one stored later.
    private func newestValue(of identifier: HKQuantityTypeIdentifier) async throws -> Double? {
        let type = HKQuantityType(identifier)
        let now = now()
        var newest: HKQuantitySample?
        for stored in try await database.samples(SampleRequest(type: type)).stored {
            guard let sample = stored.sample as? HKQuantitySample, sample.startDate <= now,
                newest.map({ $0.startDate <= sample.startDate }) ?? true
            else { continue }
            newest = sample
        }
        return newest?.quantity.value(in: type.canonicalUnit)
    }
}
