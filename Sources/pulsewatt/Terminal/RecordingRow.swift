import Bridge
import FlightRecorder
import SensorProfiles
import WorkoutFormats

/// A row of the list of recordings: all that is kept of one while the next is read.
struct RecordingRow {
    /// The name of the recording's file without the ending.
    let identifier: String
    /// When the workout started, in microseconds since 1970.
    let start: Int64?
    /// The row as JSON.
    let members: [JSONValue.Member]
    /// The cells of the row for people.
    let cells: [String?]

    /// The columns of the list for people.
    static let heading = ["ID", "START", "RIDER", "DURATION", "SENSORS", "SIZE", "STATE"]

    init(_ recording: StoredRecording) {
        identifier = recording.identifier
        start = recording.start
        members = recording.members
        cells = [
            String(recording.identifier.prefix(8)), recording.startText, recording.contents.header?.rider,
            LiveLine.time(recording.duration),
            recording.sensors.map { $0.name ?? $0.address.description }.joined(separator: ", "),
            "\((recording.size + 1023) / 1024) KiB",
            recording.state.rawValue + (recording.contents.damage.isNone ? "" : ", damaged"),
        ]
    }
}
