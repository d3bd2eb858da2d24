public import Foundation
import Synchronization

/// A piece of health data with its identity, its device and its metadata.
///
/// Unchecked because the class has subclasses and metadata may hold any value: everything in it is constant but the
/// source revision, which is read and written under a lock.
public class HKObject: NSObject, @unchecked Sendable {
    /// What tells the object from every other.
    public let uuid: UUID

    /// The device that measured it, if that is known.
    public let device: HKDevice?

    /// What else is known of it; the values are `String`, `NSNumber` (or Swift's numbers), `Date` and ``HKQuantity``.
    public let metadata: [String: Any]?

    private var savedRevision: HKSourceRevision?

    /// One lock for all objects: it is held for a moment and seldom, and an own one would grow every sample.
    private static let revisionLock = Mutex<Void>(())

    package init(uuid: UUID? = nil, device: HKDevice?, metadata: [String: Any]?) {
        self.uuid = uuid ?? SampleUUID.make()
        self.device = device
        self.metadata = metadata
    }

    /// Which program saved the object; before it is saved, this program.
    public var sourceRevision: HKSourceRevision {
        Self.revisionLock.withLock { _ in savedRevision } ?? .current
    }

    /// Notes which program saved the object.
    package func setSourceRevision(_ revision: HKSourceRevision) {
        Self.revisionLock.withLock { _ in savedRevision = revision }
    }

    /// Checks that the object may be saved.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    package func validate() throws(HKError) {
        try MetadataRule.check(metadata)
    }

    /// Whether the other object is the same piece of data: of the same ``uuid``.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKObject else { return false }
        return self === other || uuid == other.uuid
    }

    /// A hash of the ``uuid``.
    public override var hash: Int { uuid.hashValue }
}
