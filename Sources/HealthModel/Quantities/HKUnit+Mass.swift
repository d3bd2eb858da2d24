public import Foundation

extension HKUnit {
    /// The gram, which takes an SI prefix.
    public static func gram() -> HKUnit { shared("g") }

    /// The gram with an SI prefix.
    public static func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { shared(prefix.symbol + "g") }

    /// The ounce of 28.3495 g.
    public static func ounce() -> HKUnit { shared("oz") }

    /// The pound of 453.592 g.
    public static func pound() -> HKUnit { shared("lb") }

    /// The stone of 6350 g.
    public static func stone() -> HKUnit { shared("st") }
}

extension HKUnit {
    /// A mole of a substance of a molar mass in grams, which converts into masses.
    public static func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit {
        moleUnit(with: .none, molarMass: gramsPerMole)
    }

    /// A mole of a substance with an SI prefix; a molar mass that is not positive fits no quantity type.
    public static func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
        HKUnit(from: "\(prefix.symbol)mol<\(gramsPerMole.plainDescription)>")
    }

    /// The unit of masses that a formatter writes.
    public convenience init(from massFormatterUnit: MassFormatter.Unit) {
        switch massFormatterUnit {
        case .kilogram: self.init(from: "kg")
        case .gram: self.init(from: "g")
        case .ounce: self.init(from: "oz")
        case .pound: self.init(from: "lb")
        case .stone: self.init(from: "st")
        }
    }
}

/// The molar mass of glucose in grams, for blood glucose in mmol/L.
public let HKUnitMolarMassBloodGlucose = 180.15588
