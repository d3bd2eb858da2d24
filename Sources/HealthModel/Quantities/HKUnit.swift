public import Foundation

/// A unit of measure: a product of powers of symbols, such as `count/min` or `kcal/hr·kg`.
///
/// Units are equal when their symbols and powers are; they are compatible when they measure the same, so that a
/// quantity converts from one into the other.
public final class HKUnit: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The factors in a fixed order: numerators first, then by symbol, each symbol once and no power of zero.
    let factors: [UnitFactor]
    package let dimension: UnitDimension
    /// The size in SI base units, as a fraction; see `UnitSymbol`.
    private let numerator: Double
    private let denominator: Double
    private let offset: Double

    init(factors: [UnitFactor]) {
        let factors = factors.count > 1 ? Self.merged(factors) : factors.filter { $0.exponent != 0 }
        var dimension = UnitDimension.none
        var numerator = 1.0
        var denominator = 1.0
        for factor in factors {
            dimension = dimension.multiplied(by: factor.symbol.dimension, power: factor.exponent)
            let (top, bottom) =
                factor.exponent > 0
                ? (factor.symbol.numerator, factor.symbol.denominator)
                : (factor.symbol.denominator, factor.symbol.numerator)
            let power = factor.exponent.magnitude
            numerator *= power == 1 ? top : pow(top, Double(power))
            denominator *= power == 1 ? bottom : pow(bottom, Double(power))
        }
        // Tm^99 is beyond Double and m^100 beyond sense: no value converts into it, so it measures nothing.
        let isInRange =
            factors.allSatisfy { $0.exponent.magnitude < 100 } && numerator.isNormal && denominator.isNormal
            && (numerator / denominator).isNormal
        let single = factors.count == 1 && factors[0].exponent == 1 ? factors[0] : nil
        self.factors = factors
        self.dimension = isInRange ? dimension : UnitDimension((.malformed, 1))
        self.numerator = isInRange ? numerator : 1
        self.denominator = isInRange ? denominator : 1
        self.offset = single?.symbol.offset ?? 0
    }

    convenience init(_ symbol: UnitSymbol) {
        self.init(factors: [UnitFactor(symbol: symbol, exponent: 1)])
    }

    /// Makes a unit from a string such as `count/min`.
    ///
    /// A string that is no unit gives a unit that fits no quantity type and whose ``isNull()`` is true. (Apple's
    /// raises an exception there; a string may come from outside, and outside input never ends the process.)
    public convenience init(from string: String) {
        do {
            try self.init(parsing: string)
        } catch {
            self.init(.malformed(string))
        }
    }

    /// Makes a unit from a string, or says what in the string is none.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the string and the fault in it.
    package convenience init(parsing string: String) throws(HKError) {
        let factors = try UnitParser.factors(of: string)
        self.init(factors: factors)
        if dimension[.malformed] != 0 {
            throw HKError(.errorInvalidArgument, "\"\(string)\" is not a unit: it is out of range.")
        }
    }

    private static func merged(_ factors: [UnitFactor]) -> [UnitFactor] {
        var merged: [UnitFactor] = []
        for factor in factors {
            if let index = merged.firstIndex(where: { $0.symbol.text == factor.symbol.text }) {
                merged[index] = UnitFactor(
                    symbol: factor.symbol, exponent: merged[index].exponent &+ factor.exponent)
            } else {
                merged.append(factor)
            }
        }
        merged.removeAll { $0.exponent == 0 }
        merged.sort {
            ($0.exponent < 0 ? 1 : 0, $0.symbol.text) < ($1.exponent < 0 ? 1 : 0, $1.symbol.text)
        }
        return merged
    }

    /// How the unit is written; the string gives the same unit again through ``init(from:)-(String)``.
    public var unitString: String {
        let above = factors.filter { $0.exponent > 0 }.map(Self.text).joined(separator: "·")
        let below = factors.filter { $0.exponent < 0 }.map { Self.text($0.raised(to: -1)) }
            .joined(separator: "·")
        return below.isEmpty ? above : (above.isEmpty ? "1" : above) + "/" + below
    }

    private static func text(_ factor: UnitFactor) -> String {
        factor.exponent == 1 ? factor.symbol.text : "\(factor.symbol.text)^\(factor.exponent)"
    }

    /// Whether the unit names nothing: it has no symbols, or was made from a string that is no unit.
    public func isNull() -> Bool {
        factors.isEmpty || dimension[.malformed] != 0
    }

    /// The product of this unit and another.
    public func unitMultiplied(by unit: HKUnit) -> HKUnit {
        HKUnit(factors: factors + unit.factors)
    }

    /// The quotient of this unit and another.
    public func unitDivided(by unit: HKUnit) -> HKUnit {
        HKUnit(factors: factors + unit.factors.map { $0.raised(to: -1) })
    }

    /// The unit raised to a power; a power beyond 99 or the range of Double gives a unit that fits no type.
    public func unitRaised(toPower power: Int) -> HKUnit {
        HKUnit(factors: factors.map { $0.raised(to: power) })
    }

    /// One over the unit.
    public func reciprocal() -> HKUnit {
        unitRaised(toPower: -1)
    }

    /// Whether a value in this unit converts into the other.
    package func isCompatible(with unit: HKUnit) -> Bool {
        dimension == unit.dimension
    }

    /// Converts a value in this unit into another, compatible unit.
    package func convert(_ value: Double, to unit: HKUnit) -> Double {
        if self === unit || factors == unit.factors { return value }
        return (value + offset) * (numerator * unit.denominator) / (denominator * unit.numerator)
            - unit.offset
    }

    /// A value in this unit, in the SI base units of its dimension.
    func baseValue(of value: Double) -> Double {
        (value + offset) * numerator / denominator
    }

    /// Whether the other object is a unit of the same symbols and powers.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKUnit else { return false }
        return self === other || factors == other.factors
    }

    /// A hash of the symbols and powers.
    public override var hash: Int {
        var hasher = Hasher()
        for factor in factors {
            hasher.combine(factor.symbol.text)
            hasher.combine(factor.exponent)
        }
        return hasher.finalize()
    }

    /// The unit string.
    public override var description: String { unitString }

    /// The unit itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Units can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a unit from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard let string = coder.decodeObject(of: NSString.self, forKey: "unitString") else { return nil }
        self.init(from: String(describing: string))
    }

    /// Writes the unit into an archive as its unit string.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: unitString), forKey: "unitString")
    }
}

extension HKUnit {
    /// Units by symbol, each made once: the calls that name one, such as `HKUnit.count()`, are made for every sample.
    private static let shared: [String: HKUnit] = UnitSymbol.all.mapValues { HKUnit($0) }

    /// The one unit of a symbol that stands alone.
    static func shared(_ symbol: String) -> HKUnit {
        shared[symbol] ?? HKUnit(from: symbol)
    }
}
