package import Foundation
package import HealthModel
internal import WorkoutFormats

/// What is known of riders, and what becomes of their workouts: a file first, then the health database, then exports.
///
/// Only the file must be written. A database that cannot be used costs a rider's zones for a workout and is rebuilt of the
/// files later; an export that cannot be made is told.
package struct WorkoutKeeping: Sendable {
    /// The directory of the workout files.
    package let files: WorkoutFiles
    private let stateDirectory: String
    private let exports: ExportSettings
    private let database: (@Sendable (_ rider: String) -> any HealthDatabase)?

    /// Names the places; nothing is read or made yet.
    ///
    /// - Parameters:
    ///   - stateDirectory: Where everything is kept.
    ///   - exports: What the user wants beside the JSON file.
    ///   - database: Opens a rider's health database; nil where it cannot be used.
    package init(
        stateDirectory: String, exports: ExportSettings = ExportSettings(),
        database: (@Sendable (_ rider: String) -> any HealthDatabase)? = nil
    ) {
        self.stateDirectory = stateDirectory
        self.exports = exports
        self.database = database
        files = WorkoutFiles(directory: stateDirectory + "/workouts")
    }

    /// What is known of a rider at a date; nothing, and a line for a person, where the database cannot be read.
    package func profile(of rider: String, at date: Date, log: (String) -> Void) async -> PersonalProfile {
        guard let database else { return PersonalProfile() }
        do {
            return try await PersonalProfile(of: database(rider), at: date)
        } catch {
            log("\(error); the workout of \(rider) is counted without what is known of the rider")
            return PersonalProfile()
        }
    }

    /// Keeps a workout that is over; its recording is done with then.
    ///
    /// The file of a recovered one may be there already, because its writer came to grief a moment later. It stays: it is
    /// never the worse one, and where the recording was damaged since, `pulsewatt workouts reindex` reads the file.
    /// - Returns: The path of its file.
    /// - Throws: ``FileError`` if the file cannot be written; nothing else was done then.
    @discardableResult
    package func keep(_ recorded: RecordedWorkout, log: (String) -> Void) async throws -> String {
        let exported = recorded.finished.exported
        let path: String
        if recorded.isRecovered, let written = files.pathOfDifferent(exported) {
            path = written
            log("\(written) is there already and says more than the recording; it stays as it is")
        } else if let database {
            let rider = recorded.finished.plan.rider
            let library = WorkoutLibrary(
                stateDirectory: stateDirectory, rider: rider, database: database(rider))
            let saved = try await library.save(exported)
            path = saved.path
            if let error = saved.databaseError {
                log(
                    "\(error); the file has the workout, and pulsewatt workouts reindex brings it into the database"
                )
            }
        } else {
            path = try files.write(exported)
        }
        recorded.recording?.markSaved()
        do {
            try ExportQueue(stateDirectory: stateDirectory).add(exported, writtenTo: path, exports)
        } catch {
            log("\(error); the workout is kept, but not exported")
        }
        return path
    }
}
