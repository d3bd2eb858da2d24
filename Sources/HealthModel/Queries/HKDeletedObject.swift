public import Foundation

/// An object that was deleted from the health database.
public final class HKDeletedObject: NSObject, NSSecureCoding, Sendable {
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

    /// Deleted objects can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a deleted object from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard let uuid = coder.uuid(named: "uuid") else { return nil }
        self.init(uuid: uuid)
    }

    /// Writes the deleted object into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(uuid, named: "uuid")
    }
}
