import HealthModel

/// A quantity as it was given: in the unit that it was made with.
struct StoredQuantity: Codable {
    let value: Double
    let unit: String

    init(_ quantity: HKQuantity) {
        value = quantity.value
        unit = quantity.unit.unitString
    }

    var quantity: HKQuantity { HKQuantity(unit: HKUnit(from: unit), doubleValue: value) }
}
