public import Foundation

extension HKUnit {
    /// The joule, the SI unit of energy.
    public static func joule() -> HKUnit { shared("J") }

    /// The joule with an SI prefix.
    public static func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "J") }

    /// The kilocalorie of 4184 J.
    public static func kilocalorie() -> HKUnit { shared("kcal") }

    /// The small calorie of 4.184 J.
    public static func smallCalorie() -> HKUnit { shared("cal") }

    /// The large calorie of 4184 J.
    public static func largeCalorie() -> HKUnit { shared("Cal") }

    /// The watt, the SI unit of power.
    public static func watt() -> HKUnit { shared("W") }

    /// The watt with an SI prefix.
    public static func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "W") }

    /// The degree Celsius.
    public static func degreeCelsius() -> HKUnit { shared("degC") }

    /// The degree Fahrenheit.
    public static func degreeFahrenheit() -> HKUnit { shared("degF") }

    /// The kelvin, the SI unit of temperature.
    public static func kelvin() -> HKUnit { shared("K") }
}

extension HKUnit {
    /// The small calorie of 4.184 J, under its old name.
    @available(*, deprecated, renamed: "smallCalorie")
    public static func calorie() -> HKUnit { smallCalorie() }

    /// The unit of energies that a formatter writes.
    public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
        switch energyFormatterUnit {
        case .kilojoule: self.init(from: "kJ")
        case .joule: self.init(from: "J")
        case .kilocalorie: self.init(from: "kcal")
        case .calorie: self.init(from: "cal")
        }
    }
}
