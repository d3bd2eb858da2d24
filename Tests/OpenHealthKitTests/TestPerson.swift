import HealthKit

/// A person whose health database the tests of clients share with nobody.
///
/// What a person sets in the health settings has no public call, so it is set behind the store here.
struct TestPerson {
    let database = InMemoryHealthDatabase()

    /// A moment from which the tests count; it lies in May 2026.
    static let epoch = Date(timeIntervalSinceReferenceDate: 800_000_000)

    /// The store as a client sees it that has asked for all that a workout needs.
    func store(client: String = "app") async throws -> HKHealthStore {
        let store = HKHealthStore(client: client, database: database, now: { Self.epoch })
        try await requestAccess(to: store)
        try await store.requestAuthorization(
            toShare: [HKQuantityType(.restingHeartRate), HKQuantityType(.cyclingFunctionalThresholdPower)],
            read: [])
        return store
    }

    /// Sets the date of birth so that the person is of an age at the epoch.
    func set(age: Int) {
        database.updateCharacteristics {
            $0.dateOfBirth = DateComponents(year: 2026 - age, month: 1, day: 1)
        }
    }

    /// Sets the person's own zones.
    func set(zones watts: [Double]) throws {
        try HKHealthStore(client: "settings", database: database).setPreferredZoneBoundaries(
            watts.map { HKQuantity(unit: .watt(), doubleValue: $0) }, for: HKQuantityType(.cyclingPower))
    }
}

/// A heart rate in beats per minute at seconds from the epoch.
func heartRate(_ beatsPerMinute: Double, at second: TimeInterval, lasting duration: TimeInterval = 0)
    -> HKSample
{
    sample(.heartRate, HKUnit(from: "count/min"), beatsPerMinute, at: second, lasting: duration)
}

/// A power in watts at seconds from the epoch.
func power(_ watts: Double, at second: TimeInterval, lasting duration: TimeInterval = 0) -> HKSample {
    sample(.cyclingPower, .watt(), watts, at: second, lasting: duration)
}

private func sample(
    _ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit, _ value: Double, at second: TimeInterval,
    lasting duration: TimeInterval
) -> HKSample {
    let start = TestPerson.epoch.addingTimeInterval(second)
    return HKQuantitySample(
        type: HKQuantityType(identifier), quantity: HKQuantity(unit: unit, doubleValue: value), start: start,
        end: start.addingTimeInterval(duration))
}
