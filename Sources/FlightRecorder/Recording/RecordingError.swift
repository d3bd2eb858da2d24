/// Why bytes are not read as a recording.
package enum RecordingError: Error, Equatable, CustomStringConvertible {
    /// They are something else.
    case noRecording
    /// They were written by a later version of Pulsewatt.
    case laterVersion(Int)

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .noRecording: "it is no recording of Pulsewatt's"
        case .laterVersion(let version):
            "it is a recording of version \(version), and this Pulsewatt reads version \(RecordingFormat.version); "
                + "update Pulsewatt"
        }
    }
}

/// A step of writing a recording that failed.
package struct RecordingFault: Error, Equatable, Sendable {
    /// What was tried, such as "write".
    package let operation: String
    /// To what.
    package let path: String
    /// The system's error number.
    package let code: Int32
    /// What is wrong, where the number does not say it.
    package var reason: String?
}
