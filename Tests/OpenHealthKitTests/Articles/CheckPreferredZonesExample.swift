import HealthKit

enum ZoneAdvice: Equatable {
    case usePersonsOwn([Double])
    case useSystems([Double])
    case askForThresholdPower
}

func powerZoneAdvice(from store: HKHealthStore) async throws -> ZoneAdvice {
    let power = HKQuantityType(.cyclingPower)
    guard let configuration = try await store.preferredWorkoutZoneConfiguration(for: power) else {
        return .askForThresholdPower
    }
    let watts = configuration.zones.compactMap { $0.maximum?.doubleValue(for: .watt()) }
    switch configuration.source {
    case .user: return .usePersonsOwn(watts)
    case .system, .app: return .useSystems(watts)
    @unknown default: return .useSystems(watts)
    }
}

func enterThresholdPower(_ watts: Double, on date: Date, into store: HKHealthStore) async throws {
    let type = HKQuantityType(.cyclingFunctionalThresholdPower)
    let quantity = HKQuantity(unit: .watt(), doubleValue: watts)
    let sample = HKQuantitySample(
        type: type, quantity: quantity, start: date, end: date,
        metadata: [HKMetadataKeyWasUserEntered: true])
    try await store.save(sample)
}
