/// One symbol of a unit string, prefix included: what it measures and how large it is in SI base units.
///
/// A value in it becomes a value in SI base units by `(value + offset) * numerator / denominator`. The scale is a
/// fraction so that whole ratios stay exact: 1.2 count/s is 72 count/min, not 72.00000000000001.
final class UnitSymbol: Sendable {
    let text: String
    let dimension: UnitDimension
    let numerator: Double
    let denominator: Double
    /// What is added before scaling; not zero for the temperature scales that don't start at absolute zero.
    let offset: Double

    init(
        _ text: String, _ dimension: UnitDimension, _ numerator: Double = 1, per denominator: Double = 1,
        offset: Double = 0
    ) {
        self.text = text
        self.dimension = dimension
        self.numerator = numerator
        self.denominator = denominator
        self.offset = offset
    }

    /// The symbol with an SI prefix before it.
    func prefixed(_ prefix: HKMetricPrefix) -> UnitSymbol {
        let fraction = prefix.fraction
        return UnitSymbol(
            prefix.symbol + text, dimension, numerator * fraction.numerator,
            per: denominator * fraction.denominator)
    }

    /// A mole of a substance, which counts as the mass that it weighs.
    static func mole(gramsPerMole: Double) -> UnitSymbol {
        UnitSymbol(
            "mol<\(gramsPerMole.plainDescription)>", UnitDimension((.mass, 1)), gramsPerMole, per: 1000)
    }

    /// What stands for a text that is no unit: compatible with no quantity type.
    static func malformed(_ text: String) -> UnitSymbol {
        UnitSymbol(text, UnitDimension((.malformed, 1)))
    }
}

extension UnitSymbol {
    private static let force = UnitDimension((.mass, 1), (.length, 1), (.time, -2))
    private static let length = UnitDimension((.length, 1))
    private static let mass = UnitDimension((.mass, 1))
    private static let time = UnitDimension((.time, 1))
    private static let volume = UnitDimension((.length, 3))
    private static let pressure = force.multiplied(by: length, power: -2)
    private static let energy = force.multiplied(by: length, power: 1)
    private static let power = energy.multiplied(by: time, power: -1)
    private static let temperature = UnitDimension((.temperature, 1))
    private static let current = UnitDimension((.current, 1))
    private static let potential = power.multiplied(by: current, power: -1)
    private static let conductance = current.multiplied(by: potential, power: -1)
    private static let illuminance = UnitDimension((.luminousIntensity, 1), (.length, -2))

    /// The symbols that take an SI prefix. (`mol<M>` takes one too, and is read apart.)
    private static let prefixable: [UnitSymbol] = [
        UnitSymbol("g", mass, per: 1000),
        UnitSymbol("m", length),
        UnitSymbol("L", volume, per: 1000),
        UnitSymbol("Pa", pressure),
        UnitSymbol("s", time),
        UnitSymbol("J", energy),
        UnitSymbol("K", temperature),
        UnitSymbol("S", conductance),
        UnitSymbol("Hz", UnitDimension((.time, -1))),
        UnitSymbol("V", potential),
        UnitSymbol("W", power),
        UnitSymbol("rad", UnitDimension((.angle, 1))),
        UnitSymbol("lx", illuminance),
    ]

    /// The symbols that stand alone.
    ///
    /// Imperial volumes derive from the gallon of 4.54609 L, water from 98.0665 Pa.
    private static let plain: [UnitSymbol] = [
        UnitSymbol("oz", mass, 28.3495, per: 1000),
        UnitSymbol("lb", mass, 453.592, per: 1000),
        UnitSymbol("st", mass, 6350, per: 1000),
        UnitSymbol("in", length, 254, per: 10_000),
        UnitSymbol("ft", length, 3048, per: 10_000),
        UnitSymbol("yd", length, 9144, per: 10_000),
        UnitSymbol("mi", length, 160_934, per: 100),
        UnitSymbol("fl_oz_us", volume, 0.029_573_529_562_5, per: 1000),
        UnitSymbol("fl_oz_imp", volume, 0.028_413_062_5, per: 1000),
        UnitSymbol("pt_us", volume, 0.473_176_473, per: 1000),
        UnitSymbol("pt_imp", volume, 0.568_261_25, per: 1000),
        UnitSymbol("cup_us", volume, 0.236_588_236_5, per: 1000),
        UnitSymbol("cup_imp", volume, 0.284_130_625, per: 1000),
        UnitSymbol("mmHg", pressure, 133.3224),
        UnitSymbol("inHg", pressure, 3386.38816),
        UnitSymbol("cmAq", pressure, 98.0665),
        UnitSymbol("atm", pressure, 101_325),
        UnitSymbol("min", time, 60),
        UnitSymbol("hr", time, 3600),
        UnitSymbol("d", time, 86_400),
        UnitSymbol("cal", energy, 4184, per: 1000),
        UnitSymbol("kcal", energy, 4184),
        UnitSymbol("Cal", energy, 4184),
        UnitSymbol("degC", temperature, offset: 273.15),
        UnitSymbol("degF", temperature, 5, per: 9, offset: 459.67),
        UnitSymbol("deg", UnitDimension((.angle, 1)), .pi, per: 180),
        UnitSymbol("count", .none),
        UnitSymbol("%", .none),
        UnitSymbol("IU", UnitDimension((.internationalUnit, 1))),
        UnitSymbol("dBASPL", UnitDimension((.soundPressureLevel, 1))),
        UnitSymbol("dBHL", UnitDimension((.hearingLevel, 1))),
        UnitSymbol("appleEffortScore", UnitDimension((.effortScore, 1))),
        UnitSymbol("D", UnitDimension((.length, -1))),
        UnitSymbol("pD", UnitDimension((.prism, 1))),
    ]

    /// Every symbol but the moles by its text; where a prefixed and a plain symbol agree the plain one stands.
    static let all: [String: UnitSymbol] = {
        var symbols: [String: UnitSymbol] = [:]
        for symbol in prefixable {
            symbols[symbol.text] = symbol
            for prefix in HKMetricPrefix.named {
                let prefixed = symbol.prefixed(prefix)
                symbols[prefixed.text] = prefixed
            }
        }
        for symbol in plain { symbols[symbol.text] = symbol }
        // The litre is written in either case; `L` is the one that can't be taken for a 1.
        for prefix in [.none] + HKMetricPrefix.named {
            symbols[prefix.symbol + "l"] = symbols[prefix.symbol + "L"]
        }
        return symbols
    }()

    /// The symbol written so, or nil if there is none.
    static func named(_ text: String) -> UnitSymbol? {
        all[text] ?? mole(named: text)
    }

    /// Reads `mol<180.15588>`, with or without a prefix.
    private static func mole(named text: String) -> UnitSymbol? {
        guard text.hasSuffix(">"), let open = text.firstIndex(of: "<"), text[..<open].hasSuffix("mol"),
            let grams = Double(text[text.index(after: open)...].dropLast()), grams.isFinite, grams > 0
        else { return nil }
        let prefix = text[..<open].dropLast(3)
        let mole = mole(gramsPerMole: grams)
        if prefix.isEmpty { return mole }
        return HKMetricPrefix.named.first { $0.symbol == prefix }.map(mole.prefixed)
    }
}

extension Double {
    /// The value without a fraction that is zero: `72`, `136.8`.
    package var plainDescription: String {
        Int64(exactly: self).map { "\($0)" } ?? "\(self)"
    }
}
