import Foundation

/// What a health database adds to an object that it saves: who saved it, and which workouts it belongs to.
///
/// A reference, so that the samples of one ride share it and each pays eight bytes.
final class Provenance: Sendable {
    let revision: HKSourceRevision
    let workouts: [UUID]
    /// Whether a database holds the object; an object from an archive says only where it came from.
    let isStored: Bool

    init(revision: HKSourceRevision, workouts: [UUID] = [], isStored: Bool = true) {
        self.revision = revision
        self.workouts = workouts
        self.isStored = isStored
    }
}
