public import Foundation
import Synchronization

/// A piece of health data with its identity, its device and its metadata.
///
/// Unchecked because the class has subclasses and metadata may hold any value: everything in it is constant but the
/// provenance, which is read and written under a lock.
public class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
    /// What tells the object from every other.
    public let uuid: UUID

    /// The device that measured it, if that is known.
    public let device: HKDevice?

    /// What else is known of it; the values are `String`, `NSNumber` (or Swift's numbers), `Date` and ``HKQuantity``.
    public let metadata: [String: Any]?

    private var provenance: Provenance?

    /// One lock for all objects: it is held for a moment and seldom, and an own one would grow every sample.
    private static let provenanceLock = Mutex<Void>(())

    package init(uuid: UUID? = nil, device: HKDevice?, metadata: [String: Any]?) {
        self.uuid = uuid ?? SampleUUID.make()
        self.device = device
        self.metadata = metadata
    }

    private var currentProvenance: Provenance? {
        Self.provenanceLock.withLock { _ in provenance }
    }

    /// Which program saved the object; before it is saved, this program.
    public var sourceRevision: HKSourceRevision { currentProvenance?.revision ?? .current }

    /// Whether a health database holds the object, or has held it.
    package var isSaved: Bool { currentProvenance?.isStored ?? false }

    /// Which workouts the object belongs to.
    package var workouts: [UUID] { currentProvenance?.workouts ?? [] }

    /// Notes who saved some objects, and which workouts they belong to.
    package static func setProvenance(
        of objects: [HKObject], revision: HKSourceRevision, workouts: [UUID] = []
    ) {
        let provenance = Provenance(revision: revision, workouts: workouts)
        provenanceLock.withLock { _ in
            for object in objects { object.provenance = provenance }
        }
    }

    /// Notes that saved objects belong to a workout too.
    package static func add(_ objects: [HKObject], toWorkout workout: UUID) {
        provenanceLock.withLock { _ in
            // The old ones are kept beside the new, so that no identifier is taken anew meanwhile.
            var extended: [ObjectIdentifier: (old: Provenance, new: Provenance)] = [:]
            for object in objects {
                let old = object.provenance ?? Provenance(revision: .current)
                if old.workouts.contains(workout) { continue }
                let new =
                    extended[ObjectIdentifier(old)]?.new
                    ?? Provenance(revision: old.revision, workouts: old.workouts + [workout])
                extended[ObjectIdentifier(old)] = (old, new)
                object.provenance = new
            }
        }
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

    /// Objects can be archived securely.
    public class var supportsSecureCoding: Bool { true }

    /// Reads an object from an archive, or gives nil for what cannot be one.
    ///
    /// It has the identity and the source of the one that was archived, and is not saved by being read.
    public required init?(coder: NSCoder) {
        guard let uuid = coder.uuid(named: "uuid") else { return nil }
        self.uuid = uuid
        device = coder.object(HKDevice.self, named: "device")
        metadata = coder.metadata(named: "metadata")
        provenance = coder.object(HKSourceRevision.self, named: "sourceRevision").map {
            Provenance(revision: $0, isStored: false)
        }
    }

    /// Writes the object into an archive; metadata that cannot be saved is left out.
    public func encode(with coder: NSCoder) {
        coder.encode(uuid, named: "uuid")
        if let device { coder.encode(device, forKey: "device") }
        coder.encode(metadata, named: "metadata")
        coder.encode(sourceRevision, forKey: "sourceRevision")
    }
}
