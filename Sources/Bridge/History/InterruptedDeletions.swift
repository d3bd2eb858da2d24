package import Foundation
internal import WorkoutFormats

/// The deletions of workouts that a crash cut off: their files are aside, and nobody lists them.
///
/// Where the database still has the workout, nothing of it was deleted yet, and its files go back. Where it has not, all
/// that is left to do is done.
package struct InterruptedDeletions: Sendable {
    private let files: WorkoutFiles
    private let recordings: RecordingFiles

    /// Names the state directory; nothing is read yet.
    package init(stateDirectory: String) {
        files = WorkoutFiles(directory: stateDirectory + "/workouts")
        recordings = RecordingFiles(stateDirectory: stateDirectory)
    }

    /// Settles every deletion that was cut off.
    ///
    /// - Parameter owners: The riders that have a workout in the database.
    /// - Throws: ``FileError`` where another process changes workouts for too long.
    package func settle(owners: [UUID: Set<String>]) async throws {
        guard !interrupted.isEmpty else { return }
        try await files.locked { settleLocked(owners: owners) }
    }

    /// Settles the deletions while the caller holds the lock, those of one workout or all.
    func settleLocked(_ only: UUID? = nil, owners: [UUID: Set<String>]) {
        for path in FileRemoval.interrupted(in: files.directory)
        where WorkoutFiles.isWorkout(URL(fileURLWithPath: path).lastPathComponent) {
            let removal = FileRemoval(interruptedOf: WorkoutFiles.exports(besides: path))
            guard let head = try? FileRemoval.head(ofInterrupted: path) else {
                // Nobody can tell any more whose it is; where it was, somebody can look at it.
                if only == nil { removal.putBack() }
                continue
            }
            guard only == nil || head.identifier == only else { continue }
            let rider = head.rider ?? KnownSensors.defaultRider
            if owners[head.identifier]?.contains(rider) == true {
                removal.putBack()
            } else {
                removal.finish()
            }
        }
        for path in FileRemoval.interrupted(in: recordings.directory) {
            let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            guard let workout = UUID(uuidString: name), only == nil || workout == only else { continue }
            // A recording was to go only if nobody else had the workout.
            let removal = FileRemoval(interruptedOf: [path])
            if owners[workout]?.isEmpty == false {
                removal.putBack()
            } else {
                removal.finish()
            }
        }
    }

    private var interrupted: [String] {
        FileRemoval.interrupted(in: files.directory) + FileRemoval.interrupted(in: recordings.directory)
    }
}
