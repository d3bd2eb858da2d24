public import Foundation

/// An object that was deleted from the health database.
public final class HKDeletedObject: NSObject, Sendable {
    /// What told the object from every other.
    public let uuid: UUID

    init(uuid: UUID) {
        self.uuid = uuid
    }

    /// Whether the other object stands for the same deletion.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// A hash of the UUID.
    public override var hash: Int { uuid.hashValue }
}
