/// What a unit measures, as powers of base dimensions; two units convert into each other when theirs are equal.
package struct UnitDimension: Hashable, Sendable {
    /// The base dimensions: those of the SI that health data needs, then scales that convert into nothing else.
    package enum Base: Int, Sendable {
        case length, mass, time, temperature, current, luminousIntensity, angle
        case internationalUnit, soundPressureLevel, hearingLevel, effortScore, prism
        /// What a string that is no unit measures: it fits no quantity type.
        case malformed
    }

    private var powers: SIMD16<Int32>

    /// The dimension of a plain number, such as a count or a percentage.
    package static let none = UnitDimension(powers: .zero)

    private init(powers: SIMD16<Int32>) {
        self.powers = powers
    }

    package init(_ powers: (base: Base, power: Int32)...) {
        self.powers = .zero
        for (base, power) in powers { self.powers[base.rawValue] = power }
    }

    package subscript(base: Base) -> Int32 { powers[base.rawValue] }

    /// The dimension of a product in which `other` occurs `power` times.
    ///
    /// It wraps around rather than traps: a power beyond Int32 has left the range of Double long before, and
    /// such a unit is refused for its scale.
    package func multiplied(by other: UnitDimension, power: Int) -> UnitDimension {
        UnitDimension(powers: powers &+ other.powers &* Int32(truncatingIfNeeded: power))
    }
}
