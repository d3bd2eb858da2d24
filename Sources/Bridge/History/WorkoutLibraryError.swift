package import Foundation

/// Why the library has no answer.
package enum WorkoutLibraryError: Error, Equatable, CustomStringConvertible {
    /// No workout's identity begins so.
    case unknownWorkout(String, rider: String)
    /// Several workouts' identities begin so.
    case ambiguousWorkout(String, candidates: [UUID])

    package var description: String {
        switch self {
        case .unknownWorkout(let prefix, let rider):
            "\(rider) has no workout \(prefix); pulsewatt workouts list shows those that there are"
        case .ambiguousWorkout(let prefix, let candidates):
            "\(prefix) is the beginning of \(candidates.count) workouts: "
                + candidates.prefix(5).map { $0.uuidString.lowercased() }.joined(separator: ", ")
                + (candidates.count > 5 ? ", ..." : "") + "; type more of the one that is meant"
        }
    }
}
