import Foundation
import HealthModel
import SQLiteHealthDatabase

/// `pulsewatt backup FILE`: copies the health database, also while the service runs.
struct BackupCommand: Command {
    let name = "backup"
    let summary = "Copy the health database into one file, also while the service runs"
    let operands = "FILE"
    let discussion = """
        FILE holds what is known of all riders and their workouts, as it was at one moment; an older backup of that name is
        replaced. It is whole or not there. pulsewatt restore puts it back, and pulsewatt workouts reindex writes the
        files of its workouts.
        """
    let options: [CommandOption] = [.stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        guard arguments.operands.count == 1, !arguments.operands[0].isEmpty else {
            throw UsageError("wanted is the file to write; given are \(arguments.operands.count)")
        }
        guard !arguments.operands[0].hasSuffix("/") else {
            throw UsageError("\(arguments.operands[0]) is a directory; wanted is the file to write")
        }
        let path = RiderHistory.databasePath(in: try StateDirectory.path(arguments))
        guard FileManager.default.fileExists(atPath: path) else {
            throw HKError(
                .errorDatabaseInaccessible,
                "there is no health database \(path) to copy; name another place with --state-directory")
        }
        try SQLiteHealthDatabase(path: path).backUp(to: arguments.operands[0])
        StandardOutput.print("Copied \(path) to \(arguments.operands[0])")
        return 0
    }
}
