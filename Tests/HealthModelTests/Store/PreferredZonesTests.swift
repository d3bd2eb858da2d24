import Foundation
import HealthModel
import Testing

@Suite struct PreferredZonesTests {
    private let database = InMemoryHealthDatabase()
    private let heartRate = HKQuantityType(.heartRate)
    private let power = HKQuantityType(.cyclingPower)

    /// A store at a moment 10,000 s after the epoch of the samples; it lies in May 2026.
    private func store(after second: TimeInterval = 10_000) -> HKHealthStore {
        HKHealthStore(
            client: HKHealthStore.owner, database: database, now: { sampleEpoch.addingTimeInterval(second) })
    }

    private func edges(_ configuration: HKWorkoutZoneConfiguration?) -> [Double]? {
        configuration?.zones.compactMap { zone in
            zone.maximum?.value(in: (configuration?.quantityType ?? heartRate).canonicalUnit)
        }
    }

    @Test("Without age, resting rate or threshold power there are no zones")
    func nothing() async throws {
        #expect(try await store().preferredWorkoutZoneConfiguration(for: heartRate) == nil)
        #expect(try await store().preferredWorkoutZoneConfiguration(for: power) == nil)
        #expect(
            try await store().preferredWorkoutZoneConfiguration(for: HKQuantityType(.cyclingCadence)) == nil)
    }

    @Test("The system's heart-rate zones are 60, 70, 80 and 90 % of the reserve, and follow the resting rate")
    func heartRateZones() async throws {
        // 40 years old: a maximum of 180. Resting 72: a reserve of 108.
        database.updateCharacteristics { $0.dateOfBirth = DateComponents(year: 1986, month: 1, day: 1) }
        #expect(try await store().preferredWorkoutZoneConfiguration(for: heartRate) == nil)
        try await store().save(makeSample(.restingHeartRate, 72, at: 100))
        let configuration = try await store().preferredWorkoutZoneConfiguration(for: heartRate)
        #expect(configuration?.source == .system)
        #expect(edges(configuration) == [136.8, 147.6, 158.4, 169.2])

        // Resting 80: a reserve of 100. An older sample that is entered later changes nothing, nor one of tomorrow.
        try await store().save(makeSample(.restingHeartRate, 80, at: 200))
        try await store().save(makeSample(.restingHeartRate, 60, at: 50))
        try await store().save(makeSample(.restingHeartRate, 50, at: 20_000))
        #expect(
            edges(try await store().preferredWorkoutZoneConfiguration(for: heartRate)) == [
                140, 150, 160, 170,
            ])
        #expect(
            edges(try await store(after: 30_000).preferredWorkoutZoneConfiguration(for: heartRate))
                == [128, 141, 154, 167])
    }

    @Test("A measured maximum replaces the formula by age")
    func maximum() async throws {
        database.updateCharacteristics { $0.maximumHeartRate = 190 }
        try await store().save(makeSample(.restingHeartRate, 50))
        #expect(
            edges(try await store().preferredWorkoutZoneConfiguration(for: heartRate)) == [
                134, 148, 162, 176,
            ])
    }

    @Test("The system's power zones are 55, 75, 90, 105 and 120 % of the newest threshold power")
    func powerZones() async throws {
        try await store().save(makeSample(.cyclingFunctionalThresholdPower, 200, at: 0))
        try await store().save(makeSample(.cyclingFunctionalThresholdPower, 300, at: 60))
        let configuration = try await store().preferredWorkoutZoneConfiguration(for: power)
        #expect(configuration?.source == .system)
        #expect(edges(configuration) == [165, 225, 270, 315, 360])
    }

    @Test("The person's own zones come first and stay as the person changes, until they are taken back")
    func userZones() async throws {
        try await store().save(makeSample(.cyclingFunctionalThresholdPower, 200))
        let watts = [100.0, 200, 300].map { HKQuantity(unit: .watt(), doubleValue: $0) }
        try store().setPreferredZoneBoundaries(watts, for: power)
        try await store().save(makeSample(.cyclingFunctionalThresholdPower, 300, at: 60))
        let configuration = try await store().preferredWorkoutZoneConfiguration(for: power)
        #expect(configuration?.source == .user)
        #expect(edges(configuration) == [100, 200, 300])
        try store().setPreferredZoneBoundaries(nil, for: power)
        #expect(try await store().preferredWorkoutZoneConfiguration(for: power)?.source == .system)
    }

    @Test("Boundaries that make no configuration are refused, and the old ones stay")
    func badUserZones() async throws {
        let good = [0.1, 0.2].map { HKQuantity(unit: .wattUnit(with: .kilo), doubleValue: $0) }
        try store().setPreferredZoneBoundaries(good, for: power)
        for bad in [[], [100], [200, 100], [100, .nan]] as [[Double]] {
            let boundaries = bad.map { HKQuantity(unit: .watt(), doubleValue: $0) }
            #expect(throws: HKError.self) { try store().setPreferredZoneBoundaries(boundaries, for: power) }
        }
        #expect(edges(try await store().preferredWorkoutZoneConfiguration(for: power)) == [100, 200])
    }

    @Test("A client that may not read a type is told of no zones")
    func unauthorised() async throws {
        try await store().save(makeSample(.cyclingFunctionalThresholdPower, 200))
        let app = HKHealthStore(client: "app", database: database, now: { sampleEpoch })
        #expect(try await app.preferredWorkoutZoneConfiguration(for: power) == nil)
        try await app.requestAuthorization(toShare: [], read: [power])
        #expect(
            edges(try await app.preferredWorkoutZoneConfiguration(for: power)) == [110, 150, 180, 210, 240])
    }
}
