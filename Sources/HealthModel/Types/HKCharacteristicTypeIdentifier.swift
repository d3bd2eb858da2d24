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
