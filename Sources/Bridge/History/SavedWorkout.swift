/// Where a workout was saved.
package struct SavedWorkout: Sendable {
    /// Its file, which is written first.
    package let path: String
    /// Why the health database did not take it; nil where it did.
    ///
    /// The file stands then, and `pulsewatt workouts reindex` brings it into the database.
    package let databaseError: (any Error)?
}
