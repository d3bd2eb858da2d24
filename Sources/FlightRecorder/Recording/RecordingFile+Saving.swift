internal import Foundation

extension RecordingFile {
    /// Says in a recording that has ended, and that somebody else still holds, that its workout is saved.
    ///
    /// Nothing but the same word follows the end of a recording, so two may write it; each does in one write.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - contents: What is in it, its end among that.
    ///   - wallMicroseconds: The wall clock, since 1970.
    /// - Throws: ``RecordingFault``.
    package static func appendSaved(
        at path: String, after contents: RecordingContents, wallMicroseconds: Int64
    ) throws(RecordingFault) {
        var encoder = FrameEncoder()
        encoder.appendSaved(wallMicroseconds: wallMicroseconds, frameCount: contents.frameCount)
        try OpenedRecording(path, for: .appending).append(encoder.bytes)
    }
}
