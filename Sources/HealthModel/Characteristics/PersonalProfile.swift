package import Foundation

/// What is known of a person at one moment: what zones, load and exports are worked out from.
///
/// A workout keeps the profile of its start, so that a later test of the threshold changes nothing that is finished.
package struct PersonalProfile: Equatable, Sendable {
    /// What is known once.
    package var characteristics: PersonalCharacteristics
    /// In count/min.
    package var restingHeartRate: Double?
    /// In watts.
    package var functionalThresholdPower: Double?
    /// In kilograms.
    package var bodyMass: Double?
    /// In metres.
    package var height: Double?
    /// The boundaries of the zones that the person has set, by type, in its canonical unit.
    package var zoneBoundaries: [HKQuantityType: [Double]]

    /// Makes a profile; of nobody unless told otherwise.
    package init(
        characteristics: PersonalCharacteristics = PersonalCharacteristics(), restingHeartRate: Double? = nil,
        functionalThresholdPower: Double? = nil, bodyMass: Double? = nil, height: Double? = nil,
        zoneBoundaries: [HKQuantityType: [Double]] = [:]
    ) {
        self.characteristics = characteristics
        self.restingHeartRate = restingHeartRate
        self.functionalThresholdPower = functionalThresholdPower
        self.bodyMass = bodyMass
        self.height = height
        self.zoneBoundaries = zoneBoundaries
    }

    /// Reads what a database knows of its person at a date.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` if the database cannot be reached.
    package init(of database: any HealthDatabase, at date: Date) async throws(HKError) {
        characteristics = try database.characteristics()
        restingHeartRate = try await database.newestValue(of: .restingHeartRate, upTo: date)
        functionalThresholdPower = try await database.newestValue(
            of: .cyclingFunctionalThresholdPower, upTo: date)
        bodyMass = try await database.newestValue(of: .bodyMass, upTo: date)
        height = try await database.newestValue(of: .height, upTo: date)
        zoneBoundaries = [:]
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            zoneBoundaries[type] = try database.zoneBoundaries(for: type)
        }
    }

    /// Tells a database what is known, measured at a date.
    ///
    /// - Throws: `HKError` as the database does.
    package func tell(_ database: any HealthDatabase, at date: Date) async throws(HKError) {
        let characteristics = characteristics
        try database.updateCharacteristics { $0 = characteristics }
        let measures: [(HKQuantityTypeIdentifier, Double?)] = [
            (.restingHeartRate, restingHeartRate),
            (.cyclingFunctionalThresholdPower, functionalThresholdPower),
            (.bodyMass, bodyMass), (.height, height),
        ]
        let samples = measures.compactMap { identifier, value -> HKSample? in
            let type = HKQuantityType(identifier)
            return value.map {
                HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: $0), start: date,
                    end: date)
            }
        }
        if !samples.isEmpty {
            try await database.insert(samples, savedBy: HKSourceRevision(source: .default(), version: nil))
        }
        for (type, boundaries) in zoneBoundaries { try database.setZoneBoundaries(boundaries, for: type) }
    }
}
