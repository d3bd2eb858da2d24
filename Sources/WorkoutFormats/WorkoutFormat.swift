/// A file format that a finished workout can be written in; raw values are the names on the command line.
package enum WorkoutFormat: String, CaseIterable, Sendable {
    /// Garmin's FIT, described by docs/fit.md.
    case fit
    /// Pulsewatt's own JSON, described by docs/workout.schema.json.
    case json

    /// The ending of a file's name, without the dot.
    package var fileExtension: String {
        switch self {
        case .fit: "fit"
        case .json: "json"
        }
    }

    /// A workout as the bytes of a file in this format.
    package func bytes(of exported: ExportedWorkout) -> [UInt8] {
        switch self {
        case .fit: FITFile(of: exported).bytes
        case .json: exported.document.bytes
        }
    }
}
