import HealthModel

/// The columns of a workout's series that a FIT file of ours holds; raw values are their numbers in it.
enum FITQuantity: Int64, CaseIterable {
    case heartbeats = 0
    case heartRate = 1
    case cyclingPower = 2
    case cyclingCadence = 3
    case cyclingSpeed = 4
    case pedalPowerBalance = 5
    case distanceCycling = 6

    /// The quantity type; heartbeats are of none.
    var type: HKQuantityType? {
        switch self {
        case .heartbeats: nil
        case .heartRate: HKQuantityType(.heartRate)
        case .cyclingPower: HKQuantityType(.cyclingPower)
        case .cyclingCadence: HKQuantityType(.cyclingCadence)
        case .cyclingSpeed: HKQuantityType(.cyclingSpeed)
        case .pedalPowerBalance: HKQuantityType(.pedalPowerBalance)
        case .distanceCycling: HKQuantityType(.distanceCycling)
        }
    }

    /// The quantity of a type, or nil if FIT files have none.
    init?(_ type: HKQuantityType) {
        guard let found = Self.allCases.first(where: { $0.type == type }) else { return nil }
        self = found
    }
}
