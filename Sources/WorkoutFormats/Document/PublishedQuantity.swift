import HealthModel

/// A quantity that the workout document knows, with the name, unit and precision that it has there.
enum PublishedQuantity: String, CaseIterable {
    case heartRate = "heart_rate"
    case cyclingPower = "cycling_power"
    case cyclingCadence = "cycling_cadence"
    case cyclingSpeed = "cycling_speed"
    case pedalPowerBalance = "pedal_power_balance"

    /// The quantity of a type, or nil if the document has no name for it.
    init?(_ type: HKQuantityType) {
        guard let quantity = Self.allCases.first(where: { $0.type == type }) else { return nil }
        self = quantity
    }

    var type: HKQuantityType {
        switch self {
        case .heartRate: HKQuantityType(.heartRate)
        case .cyclingPower: HKQuantityType(.cyclingPower)
        case .cyclingCadence: HKQuantityType(.cyclingCadence)
        case .cyclingSpeed: HKQuantityType(.cyclingSpeed)
        case .pedalPowerBalance: HKQuantityType(.pedalPowerBalance)
        }
    }

    /// Where the quantity stands among all.
    var index: Int {
        switch self {
        case .heartRate: 0
        case .cyclingPower: 1
        case .cyclingCadence: 2
        case .cyclingSpeed: 3
        case .pedalPowerBalance: 4
        }
    }

    /// The unit as the document writes it.
    var unit: String {
        switch self {
        case .heartRate, .cyclingCadence: "count/min"
        case .cyclingPower: "W"
        case .cyclingSpeed: "m/s"
        case .pedalPowerBalance: "%"
        }
    }

    /// The decimals of measured values: a tenth, for speed a millimetre a second.
    var decimals: Int { self == .cyclingSpeed ? 3 : 1 }

    /// A value of the model in the document's unit: the model's percent is a share of 1, a reader's one of 100.
    func published(_ value: Double) -> Double { self == .pedalPowerBalance ? 100 * value : value }

    /// A quantity's value in the document's unit, or nil if there is none or it does not fit.
    func published(_ quantity: HKQuantity?) -> Double? {
        quantity?.value(in: type.canonicalUnit).map(published)
    }
}
