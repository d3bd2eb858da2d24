package import FlightRecorder
internal import Foundation

/// A recording whose workout was not saved, held so that nobody else takes it up.
package final class UnfinishedRecording {
    /// Its path.
    package let path: String
    /// What is in it.
    package let contents: RecordingContents
    /// What it says of its workout.
    package let header: RecordingHeader
    let file: RecordingFile

    /// Opens a recording; nil if another process writes it or its workout is saved.
    ///
    /// - Throws: ``FileError`` where it cannot be read, ``RecoveryObstacle`` where it cannot be recovered.
    package init?(path: String) throws {
        self.path = path
        // Of years of recordings nearly all are saved; their last bytes say so.
        guard !RecordingFile.endsSaved(at: path) else { return nil }
        let file: RecordingFile?
        do {
            file = try RecordingFile.open(at: path)
        } catch {
            throw FileError(error)
        }
        guard let file else { return nil }
        // Read when it is locked: nobody adds anything any more.
        contents = try RecordingFiles.contents(at: path)
        guard !contents.isSaved else { return nil }
        if let obstacle = contents.recoveryObstacle(at: path) { throw obstacle }
        guard let header = contents.header else { return nil }
        self.file = file
        self.header = header
    }

    /// The wall clock at the workout's start, in microseconds since 1970.
    var startMicroseconds: Int64 { contents.startMicroseconds ?? header.startMicroseconds }

    /// The plan that it was recorded by.
    package var plan: WorkoutPlan {
        WorkoutPlan(recordedIn: contents)
    }

    /// The name of its file without the ending, as lists have it.
    package var identifier: String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// Its path and what is damaged, for a log.
    package var description: String {
        contents.damage.isNone ? path : "\(path) (\(contents.damage.description))"
    }
}
