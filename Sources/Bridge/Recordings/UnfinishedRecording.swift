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
    /// - Throws: ``FileError`` where it cannot be read.
    package init?(path: String) throws {
        self.path = path
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
        guard let header = contents.header else {
            throw FileError(
                "recover", path,
                reason:
                    "nothing in it says whose workout it is; pulsewatt replay \(path) --rider NAME rebuilds it"
            )
        }
        self.file = file
        self.header = header
    }

    /// The plan that it was recorded by.
    package var plan: WorkoutPlan {
        RecordedPlan.plan(of: contents, fallback: WorkoutPlan())
    }

    /// Its path and what is damaged, for a log.
    package var description: String {
        let damage = contents.damage
        guard !damage.isNone else { return path }
        var parts: [String] = []
        if damage.places > 0 { parts.append("\(damage.bytes) bytes in \(damage.places) places") }
        let lost = damage.lostFrames + damage.namelessNotifications
        if lost > 0 { parts.append("at least \(lost) records") }
        return "\(path) (damaged: \(parts.joined(separator: ", ")))"
    }
}
