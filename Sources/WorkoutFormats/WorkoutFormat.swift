/// A file format that a finished workout can be written in; raw values are the names on the command line.
package enum WorkoutFormat: String, CaseIterable, Sendable {
    /// The measured values as comma-separated values, one row a second.
    case csv
    /// Garmin's FIT, described by docs/fit.md.
    case fit
    /// GoldenCheetah's ride file.
    case goldencheetah
    /// One page with its pictures inside.
    case html
    /// Pulsewatt's own JSON, described by docs/workout.schema.json.
    case json
    /// The RR intervals as comma-separated values, one row an interval.
    case rrCSV = "rr-csv"
    /// One picture.
    case svg
    /// Garmin's Training Center XML.
    case tcx

    /// The ending of a file's name, without the dot.
    package var fileExtension: String {
        switch self {
        case .csv: "csv"
        case .fit: "fit"
        case .goldencheetah: "goldencheetah.json"
        case .html: "html"
        case .json: "json"
        case .rrCSV: "rr.csv"
        case .svg: "svg"
        case .tcx: "tcx"
        }
    }

    /// A workout as the bytes of a file in this format.
    package func bytes(of exported: ExportedWorkout) -> [UInt8] {
        switch self {
        case .csv: SeriesCSV(exported).bytes
        case .fit: FITFile(of: exported).bytes
        case .goldencheetah: GoldenCheetahRide(exported).bytes
        case .html: Array(WorkoutPage(exported).markup.utf8)
        case .json: exported.document.bytes
        case .rrCSV: IntervalsCSV(exported).bytes
        case .svg: Array(WorkoutPicture(exported).standalone.utf8)
        case .tcx: TCXDocument(exported).bytes
        }
    }
}
