/// A file format that a finished workout can be written in; raw values are the names on the command line.
package enum WorkoutFormat: String, CaseIterable, Sendable {
    /// Garmin's FIT, described by docs/fit.md.
    case fit
    /// One page with its pictures inside.
    case html
    /// Pulsewatt's own JSON, described by docs/workout.schema.json.
    case json
    /// One picture.
    case svg

    /// The ending of a file's name, without the dot.
    package var fileExtension: String {
        switch self {
        case .fit: "fit"
        case .html: "html"
        case .json: "json"
        case .svg: "svg"
        }
    }

    /// A workout as the bytes of a file in this format.
    package func bytes(of exported: ExportedWorkout) -> [UInt8] {
        switch self {
        case .fit: FITFile(of: exported).bytes
        case .html: Array(WorkoutPage(exported).markup.utf8)
        case .json: exported.document.bytes
        case .svg: Array(WorkoutPicture(exported).standalone.utf8)
        }
    }
}
