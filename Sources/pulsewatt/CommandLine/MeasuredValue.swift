import HealthModel

/// A measure as people type it: a number, and a unit unless it is the usual one.
struct MeasuredValue {
    /// What is measured, how it is typed, and which values can be no typing error.
    struct Kind {
        let unit: HKUnit
        /// The units by the names that people give them; the first is meant where none is typed.
        let units: [(name: String, unit: HKUnit)]
        let permitted: ClosedRange<Double>
        let wanted: String

        private static let perMinute = HKUnit.count().unitDivided(by: .minute())

        static let heartRate = Kind(
            unit: perMinute, units: [("bpm", perMinute)], permitted: 20...250,
            wanted: "beats a minute between 20 and 250")
        static let power = Kind(
            unit: .watt(), units: [("W", .watt()), ("kW", .wattUnit(with: .kilo))], permitted: 10...2000,
            wanted: "watts between 10 and 2000")
        static let mass = Kind(
            unit: .gramUnit(with: .kilo), units: [("kg", .gramUnit(with: .kilo)), ("lb", .pound())],
            permitted: 10...500, wanted: "a weight such as 68.5kg or 151lb")
        static let length = Kind(
            unit: .meter(), units: [("m", .meter()), ("cm", .meterUnit(with: .centi)), ("in", .inch())],
            permitted: 0.4...2.8, wanted: "a height such as 1.72m or 172cm")
    }

    /// The value in the unit of its kind.
    let value: Double

    /// Reads a measure; nil for what is none, and for what nobody has.
    init?(_ text: String, _ kind: Kind) {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let name = text.dropFirst(digits.count).drop { $0 == " " }
        guard let number = Double(digits),
            let unit = name.isEmpty
                ? kind.units.first?.unit : kind.units.first(where: { $0.name == name })?.unit,
            let value = HKQuantity(unit: unit, doubleValue: number).value(in: kind.unit),
            kind.permitted.contains(value)
        else { return nil }
        self.value = value
    }
}
