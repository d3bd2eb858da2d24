public import Foundation

/// A type of sample whose value is a quantity, such as heart rate.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    /// How the samples of the type combine.
    public let aggregationStyle: HKQuantityAggregationStyle

    /// The unit that values of the type are kept in; of an unknown type one that nothing converts into.
    package let canonicalUnit: HKUnit

    /// Makes the type of an identifier.
    ///
    /// An identifier that is not known gives a type that fits no unit, and of which no sample can be saved; use
    /// ``HKObjectType/quantityType(forIdentifier:)`` to be told.
    public init(_ identifier: HKQuantityTypeIdentifier) {
        let properties = QuantityTypeProperties.of(identifier)
        aggregationStyle = properties?.aggregationStyle ?? .discreteArithmetic
        canonicalUnit = properties?.canonicalUnit ?? HKUnit(.malformed(identifier.rawValue))
        super.init(named: identifier.rawValue)
    }

    /// Whether a value of the type can be given in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        canonicalUnit.isCompatible(with: unit)
    }

    /// Whether the identifier is one that this library knows.
    package var isKnown: Bool { !canonicalUnit.isNull() }

    /// Reads a type from an archive, or gives nil if there is none in it.
    public required convenience init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        self.init(HKQuantityTypeIdentifier(rawValue: String(describing: name)))
    }
}
