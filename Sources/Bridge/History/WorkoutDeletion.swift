/// What came of deleting a workout.
package struct WorkoutDeletion: Sendable {
    /// The files that are gone.
    package let removed: [String]
    /// The files that by their names are the workout's and were left, and why they cannot be read.
    package let left: [FileError]
    /// The recording that was to go and stays, because another rider has the workout too.
    package let shared: (recording: String, rider: String)?
}
