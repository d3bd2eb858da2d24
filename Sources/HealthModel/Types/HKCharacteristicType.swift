/// A type of data that a person has once, such as the date of birth.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    /// Makes the type of an identifier.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        self.init(named: identifier.rawValue)
    }
}

/// The name of a characteristic of a person.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name as it is stored, such as `HKCharacteristicTypeIdentifierDateOfBirth`.
    public let rawValue: String

    /// Makes an identifier of a stored name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKCharacteristicTypeIdentifier {
    /// The date of birth.
    public static let dateOfBirth = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierDateOfBirth")

    /// The biological sex.
    public static let biologicalSex = HKCharacteristicTypeIdentifier(
        rawValue: "HKCharacteristicTypeIdentifierBiologicalSex")

    static let all: [HKCharacteristicTypeIdentifier] = [.dateOfBirth, .biologicalSex]
}
