package import Foundation
package import HealthModel
internal import WorkoutFormats

/// What is known of riders, and what becomes of their workouts: a file first, then the health database, then exports.
///
/// Only the file must be written. A database that cannot be used costs a rider's zones for a workout, which is stored later:
/// its recording is not done with before. An export that cannot be made is told.
package struct WorkoutKeeping: Sendable {
    /// The directory of the workout files.
    package let files: WorkoutFiles
    private let stateDirectory: String
    private let exports: ExportSettings
    private let database: (@Sendable (_ rider: String) -> any HealthDatabase)?
    private let databaseObstacle: String?

    /// When the database is asked again for a workout that it refused, where nobody who waits can ask it.
    package static let atTheNextStart =
        "it is stored at the next start of pulsewatt serve or record, or by pulsewatt workouts reindex"

    /// How long a workout that has ended waits for other processes that change workouts: sensors send meanwhile.
    private static let longestWait = Duration.milliseconds(250)

    /// Names the places; nothing is read or made yet.
    ///
    /// - Parameters:
    ///   - stateDirectory: Where everything is kept.
    ///   - exports: What the user wants beside the JSON file.
    ///   - database: Opens a rider's health database; nil where there is none, or none that can be used.
    ///   - databaseObstacle: Why the database that there is cannot be used until a person does something.
    package init(
        stateDirectory: String, exports: ExportSettings = ExportSettings(),
        database: (@Sendable (_ rider: String) -> any HealthDatabase)? = nil,
        databaseObstacle: String? = nil
    ) {
        self.stateDirectory = stateDirectory
        self.exports = exports
        self.database = database
        self.databaseObstacle = databaseObstacle
        files = WorkoutFiles(directory: stateDirectory + "/workouts")
    }

    /// What is known of a rider at a date; nil, and a line for a person, where the database cannot be read.
    package func profile(of rider: String, at date: Date, log: (String) -> Void) async -> PersonalProfile? {
        let unknown =
            "the zones of \(rider) are unknown for this workout, and 91, 114, 136 and 158 bpm are taken, because the "
            + "database cannot be read:"
        guard let database else {
            guard let databaseObstacle else { return PersonalProfile() }
            log(
                "\(unknown) \(databaseObstacle) "
                    + "The workout becomes a file, and pulsewatt workouts reindex stores it then.")
            return nil
        }
        do {
            return try await PersonalProfile(of: database(rider), at: date)
        } catch {
            log("\(unknown) \(error)")
            return nil
        }
    }

    /// Keeps a workout that is over; its recording is done with when the database has it too.
    ///
    /// The file of a recovered one may be there already, because its writer came to grief a moment later. It stays: it is
    /// never the worse one, and where the recording was damaged since, `pulsewatt workouts reindex` reads the file.
    /// - Parameters:
    ///   - recorded: The workout.
    ///   - later: What becomes of it where the database refuses it, for a person.
    ///   - log: Takes a line for a person.
    /// - Returns: The path of its file, and why the database refused it: see ``storeAgain(_:)``.
    /// - Throws: ``FileError`` if the file cannot be written; nothing else was done then.
    @discardableResult
    package func keep(
        _ recorded: RecordedWorkout, whereRefused later: String = atTheNextStart, log: (String) -> Void
    ) async throws -> SavedWorkout {
        let exported = recorded.finished.exported
        let path: String
        var refusal: (any Error)?
        if recorded.isRecovered, let written = files.pathOfDifferent(exported) {
            path = written
            log(
                "\(written) is there already and says more than the recording; it stays as it is, "
                    + "and pulsewatt workouts reindex sees that the database has it")
        } else if let library = library(of: recorded) {
            let saved = try await library.save(exported, waitingAtMost: Self.longestWait)
            path = saved.path
            refusal = saved.databaseError
        } else {
            path = try files.write(exported)
            if databaseObstacle != nil {
                log("the database cannot be used: \(path) waits for pulsewatt workouts reindex")
            }
        }
        // Before the recording is done with: what a crash keeps from being queued is queued at the next start, and no
        // workout is queued twice.
        do {
            try ExportQueue(stateDirectory: stateDirectory).add(exported, writtenTo: path, exports)
        } catch {
            log("\(error); the workout is kept, but not exported")
        }
        if let refusal {
            log("\(refusal) The file \(path) has the workout; \(later)")
        } else {
            recorded.recording?.markSaved()
        }
        return SavedWorkout(path: path, databaseError: refusal)
    }

    /// Asks the database again for a workout whose file is written; its recording is done with when it is stored.
    ///
    /// One that somebody else stored or a person deleted meanwhile is left: its recording says so, or went with its file.
    /// - Returns: Why the database refuses it still; nil where it has it, or where nobody wants it any more.
    package func storeAgain(_ recorded: RecordedWorkout) async -> (any Error)? {
        do {
            if !isSettled(recorded) {
                try await library(of: recorded)?.storeSaved(
                    recorded.finished.workout, waitingAtMost: Self.longestWait)
            }
            recorded.recording?.markSaved()
            return nil
        } catch {
            return error
        }
    }

    /// Whether somebody else stored a workout of which the file was written, or deleted it.
    func isSettled(_ recorded: RecordedWorkout) -> Bool {
        guard let recording = recorded.recording else { return false }
        if recording.isSavedElsewhere { return true }
        let path = files.directory + "/" + WorkoutFiles.name(of: recorded.finished.exported)
        return recording.isRemoved && access(path, F_OK) != 0
    }

    private func library(of recorded: RecordedWorkout) -> WorkoutLibrary? {
        let rider = recorded.finished.plan.rider
        return database.map {
            WorkoutLibrary(stateDirectory: stateDirectory, rider: rider, database: $0(rider))
        }
    }
}
