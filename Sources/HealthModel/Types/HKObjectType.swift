public import Foundation

/// A type of health data; two are equal when their identifiers are, so types serve as keys of a dictionary.
///
/// Unchecked because the class has subclasses: it and they hold only constants of Sendable types.
public class HKObjectType: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The name of the type, such as `HKQuantityTypeIdentifierHeartRate`.
    public let identifier: String
    // Types are the keys of most dictionaries here, and their names are long.
    private let identifierHash: Int

    init(named identifier: String) {
        self.identifier = identifier
        identifierHash = identifier.hashValue
    }

    /// Whether the other object is a type of the same identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        if let object, self === object as AnyObject { return true }
        guard let other = object as? HKObjectType else { return false }
        return identifier == other.identifier
    }

    /// A hash of the identifier.
    public override var hash: Int { identifierHash }

    /// The identifier.
    public override var description: String { identifier }

    /// The type itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Types can be archived securely.
    public class var supportsSecureCoding: Bool { true }

    /// Reads a type from an archive, or gives nil if there is none in it.
    public required init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "identifier") else { return nil }
        identifier = String(describing: name)
        identifierHash = identifier.hashValue
    }

    /// Writes the type into an archive as its identifier.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: "identifier")
    }
}

extension HKObjectType {
    /// The quantity type of an identifier, or nil if there is none of that name.
    public static func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
        QuantityTypeProperties.of(identifier) == nil ? nil : HKQuantityType(identifier)
    }

    /// The category type of an identifier, or nil if there is none of that name.
    public static func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
        CategoryRule.of(identifier) == nil ? nil : HKCategoryType(identifier)
    }

    /// The characteristic type of an identifier, or nil if there is none of that name.
    public static func characteristicType(
        forIdentifier identifier: HKCharacteristicTypeIdentifier
    ) -> HKCharacteristicType? {
        HKCharacteristicTypeIdentifier.all.contains(identifier) ? HKCharacteristicType(identifier) : nil
    }

    /// The type of workouts.
    public static func workoutType() -> HKWorkoutType { .shared }
}
