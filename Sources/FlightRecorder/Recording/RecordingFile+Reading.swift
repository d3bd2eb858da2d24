package import Foundation

extension RecordingFile {
    /// How much of a recording's beginning holds its first header, whoever rides.
    private static let headLength = 16_384
    /// How much of a recording's end holds its last frame, if that says that the workout is saved.
    private static let tailLength = 64

    /// Reads a whole recording.
    ///
    /// - Throws: ``RecordingFault`` for what cannot be read, is no ordinary file or is too large.
    package static func bytes(at path: String) throws(RecordingFault) -> Data {
        try OpenedRecording(path).wholeBytes()
    }

    /// Whether another process, or another part of this one, writes a file now.
    package static func isLocked(at path: String) -> Bool {
        guard let file = try? OpenedRecording(path) else { return false }
        return file.isLocked()
    }

    /// Whether a recording ends with the word that its workout is saved; false for what cannot be read.
    package static func endsSaved(at path: String) -> Bool {
        guard let file = try? OpenedRecording(path) else { return false }
        let tail = try? file.bytes(in: max(0, file.length - tailLength)..<file.length)
        return tail.map { RecordingReader.endsSaved($0) } ?? false
    }

    /// What a recording says of its workout at its beginning; nil where that cannot be read there.
    ///
    /// - Throws: ``RecordingFault`` for what cannot be read or is no ordinary file.
    package static func header(at path: String) throws(RecordingFault) -> RecordingHeader? {
        let file = try OpenedRecording(path)
        return RecordingReader.firstHeader(in: try file.bytes(in: 0..<min(file.length, headLength)))
    }
}
