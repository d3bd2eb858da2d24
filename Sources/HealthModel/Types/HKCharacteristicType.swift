/// A type of data that a person has once, such as the date of birth.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    /// Makes the type of an identifier.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        self.init(named: identifier.rawValue)
    }
}
