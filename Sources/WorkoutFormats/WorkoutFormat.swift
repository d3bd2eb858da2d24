/// A file format that a finished workout can be written in.
package enum WorkoutFormat: String, CaseIterable, Sendable {
    /// Pulsewatt's own JSON, described by docs/workout.schema.json.
    case json
}
