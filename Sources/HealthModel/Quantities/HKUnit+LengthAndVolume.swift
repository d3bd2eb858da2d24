public import Foundation

extension HKUnit {
    /// The metre, the SI unit of length.
    public static func meter() -> HKUnit { shared("m") }

    /// The metre with an SI prefix.
    public static func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "m") }

    /// The inch of 0.0254 m.
    public static func inch() -> HKUnit { shared("in") }

    /// The foot of 0.3048 m.
    public static func foot() -> HKUnit { shared("ft") }

    /// The yard of 0.9144 m.
    public static func yard() -> HKUnit { shared("yd") }

    /// The mile of 1609.34 m.
    public static func mile() -> HKUnit { shared("mi") }

    /// The litre, a thousandth of a cubic metre.
    public static func liter() -> HKUnit { shared("L") }

    /// The litre with an SI prefix.
    public static func literUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "L") }

    /// The US fluid ounce of 29.5735295625 mL.
    public static func fluidOunceUS() -> HKUnit { shared("fl_oz_us") }

    /// The imperial fluid ounce of 28.4130625 mL.
    public static func fluidOunceImperial() -> HKUnit { shared("fl_oz_imp") }

    /// The US pint of 473.176473 mL.
    public static func pintUS() -> HKUnit { shared("pt_us") }

    /// The imperial pint of 568.26125 mL.
    public static func pintImperial() -> HKUnit { shared("pt_imp") }

    /// The US cup of 236.5882365 mL.
    public static func cupUS() -> HKUnit { shared("cup_us") }

    /// The imperial cup of 284.130625 mL.
    public static func cupImperial() -> HKUnit { shared("cup_imp") }
}

extension HKUnit {
    /// The unit of lengths that a formatter writes.
    public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
        switch lengthFormatterUnit {
        case .kilometer: self.init(from: "km")
        case .meter: self.init(from: "m")
        case .centimeter: self.init(from: "cm")
        case .millimeter: self.init(from: "mm")
        case .mile: self.init(from: "mi")
        case .yard: self.init(from: "yd")
        case .foot: self.init(from: "ft")
        case .inch: self.init(from: "in")
        }
    }
}
