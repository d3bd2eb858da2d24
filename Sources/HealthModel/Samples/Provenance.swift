import Foundation

/// What a health database adds to an object that it saves: who saved it, and which workouts it belongs to.
///
/// A reference, so that the samples of one ride share it and each pays eight bytes.
final class Provenance: Sendable {
    let revision: HKSourceRevision
    let workouts: [UUID]

    init(revision: HKSourceRevision, workouts: [UUID] = []) {
        self.revision = revision
        self.workouts = workouts
    }
}
