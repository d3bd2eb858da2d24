internal import FlightRecorder

/// A recording as its first and last bytes tell it: what there is to know before it is deleted.
///
/// Only one whose workout is not saved, or whose beginning is damaged, is read whole.
package struct OutlinedRecording {
    /// The name of its file without the ending: the workout's UUID.
    package let identifier: String
    /// Where it is.
    package let path: String
    /// Where it stands.
    package let state: StoredRecording.State
    /// When the workout started, in microseconds since 1970; nil if nothing tells it.
    package let startMicroseconds: Int64?
    /// Why nothing but a person saves its workout; nil where the next start does, or nothing is left to do.
    package let obstacle: RecoveryObstacle?

    /// Looks at a recording.
    ///
    /// - Throws: ``FileError`` that names it.
    package init(_ files: RecordingFiles, identifier: String) throws {
        self.identifier = identifier
        path = files.path(ofName: identifier)
        // Before it is read: a writer that ends meanwhile has then said so.
        let isLocked = RecordingFile.isLocked(at: path)
        let endsSaved = RecordingFile.endsSaved(at: path)
        let header: RecordingHeader?
        do {
            header = try RecordingFile.header(at: path)
        } catch {
            throw FileError(error)
        }
        if endsSaved || isLocked, let start = header?.startMicroseconds,
            start >= RecordingContents.earliestStart
        {
            state = endsSaved ? .finished : .live
            startMicroseconds = start
            obstacle = nil
            return
        }
        let contents = try RecordingFiles.contents(at: path)
        state = contents.isSaved ? .finished : isLocked ? .live : .unfinished
        startMicroseconds = contents.startMicroseconds
        obstacle = state == .unfinished ? contents.recoveryObstacle(at: path) : nil
    }
}
