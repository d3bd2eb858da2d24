import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase

/// `pulsewatt restore FILE`: puts a backup in the place of the health database.
struct RestoreCommand: Command {
    let name = "restore"
    let summary = "Put a backup in the place of the health database"
    let operands = "FILE"
    let discussion = """
        FILE is what pulsewatt backup made. It is checked before anything is changed, and the database that was there is kept
        beside the new one. Stop the service first. Workouts that were saved after the backup are in their files:
        pulsewatt workouts reindex brings them back. Paired sensors that only the backup has are put back and named.
        """
    let options: [CommandOption] = [.stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        guard arguments.operands.count == 1, !arguments.operands[0].isEmpty else {
            throw UsageError("wanted is the backup to restore; given are \(arguments.operands.count)")
        }
        let directory = try StateDirectory.path(arguments)
        let path = RiderHistory.databasePath(in: directory)
        // A directory that cannot be made is told before the backup is read.
        try DurableFile.prepareDirectory(directory)
        let kept = try SQLiteHealthDatabase.restore(arguments.operands[0], to: path)
        StandardOutput.print("Restored \(path) from \(arguments.operands[0])")
        if let kept { StandardOutput.print("The database that was there is \(kept)") }
        let survey = try WorkoutFileSurvey(of: WorkoutFiles(directory: directory + "/workouts"))
        if !survey.riders.isEmpty {
            print("pulsewatt workouts reindex takes the workouts in that were saved after the backup")
        }
        return try await Self.putBackSensors(in: directory)
    }

    /// Puts back the sensors that only the backup has; those that were paired after it stay.
    ///
    /// - Returns: The exit status.
    private static func putBackSensors(in directory: String) async throws -> Int32 {
        let agreement = RiderHistory.sensorAgreement(in: directory)
        do {
            for sensor in try await agreement.putBack() { StandardOutput.print(sensor.putBackSentence) }
            for change in try await agreement.follow() { StandardOutput.print("\(change)") }
            return 0
        } catch let error as FileError {
            StandardError.print(
                "\(error); the sensors of the backup were not put back: without \(agreement.file.path) "
                    + "pulsewatt workouts reindex makes it of the database")
            return 1
        }
    }
}
