public import Foundation

/// A value with its unit.
public final class HKQuantity: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The unit that the quantity was made with.
    package let unit: HKUnit
    /// The value in that unit.
    package let value: Double

    /// Makes a quantity of a value in a unit.
    public init(unit: HKUnit, doubleValue value: Double) {
        self.unit = unit
        self.value = value
    }

    /// Whether ``doubleValue(for:)`` may be asked for this unit: it measures what the quantity's unit does.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        self.unit.isCompatible(with: unit)
    }

    /// The value in a unit, which must be compatible with the quantity's.
    ///
    /// Ask ``is(compatibleWith:)`` first where the unit comes from outside. With any other unit this stops the
    /// process, as Apple's does: the call has no way to say "there is none", and every number that it could return
    /// instead, zero above all, would pass for a measurement.
    public func doubleValue(for unit: HKUnit) -> Double {
        if self.unit === unit { return value }
        precondition(
            self.unit.isCompatible(with: unit), "\(self) does not convert into \"\(unit.unitString)\".")
        return self.unit.convert(value, to: unit)
    }

    /// The value in a unit, or nil if the quantity does not convert into it.
    package func value(in unit: HKUnit) -> Double? {
        self.unit.isCompatible(with: unit) ? self.unit.convert(value, to: unit) : nil
    }

    /// Which of two quantities is larger; they must be compatible.
    ///
    /// Quantities that measure different things have no order: comparing them stops the process, as Apple's does
    /// (see ``doubleValue(for:)``). A value that is not a number compares as the same.
    public func compare(_ quantity: HKQuantity) -> ComparisonResult {
        let other = quantity.doubleValue(for: unit)
        return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
    }

    /// Whether the other object is a quantity that measures the same and as much, in whatever unit.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKQuantity else { return false }
        if self === other { return true }
        return unit.dimension == other.unit.dimension && baseValue == other.baseValue
    }

    /// A hash of what is measured and how much.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(unit.dimension)
        hasher.combine(baseValue)
        return hasher.finalize()
    }

    private var baseValue: Double { unit.baseValue(of: value) }

    /// The value and its unit, such as `136.8 count/min`.
    public override var description: String {
        let number = value.plainDescription
        return unit.factors.isEmpty ? number : "\(number) \(unit.unitString)"
    }

    /// The quantity itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Quantities can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a quantity from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard let unit = coder.decodeObject(of: HKUnit.self, forKey: "unit") else { return nil }
        self.init(unit: unit, doubleValue: coder.decodeDouble(forKey: "value"))
    }

    /// Writes the quantity into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(unit, forKey: "unit")
        coder.encode(value, forKey: "value")
    }
}
