public import Foundation
import Synchronization

/// A piece of health data with its identity, its device and its metadata.
///
/// Unchecked because the class has subclasses and metadata may hold any value: everything in it is constant but the
/// provenance, which is read and written under a lock.
public class HKObject: NSObject, @unchecked Sendable {
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
    package var isSaved: Bool { currentProvenance != nil }

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
}
