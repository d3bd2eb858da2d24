import Bridge
import Foundation
import SQLiteHealthDatabase
import SensorProfiles

extension RiderCommand {
    /// Forgets a rider of whom nothing is left that anybody would miss: no workout and no sensor.
    ///
    /// - Returns: The exit status.
    func remove(_ name: String?, _ arguments: ParsedArguments) throws -> Int32 {
        let rider = try Self.required(name)
        let changing: [CommandOption] = options.filter { option in
            ![CommandOption.rider, .stateDirectory, .timeZone].map(\.name).contains(option.name)
        }
        if let option = changing.first(where: arguments.has) {
            throw UsageError("--\(option.name) does not go with remove")
        }
        let directory = try StateDirectory.path(arguments)
        try RiderHistory.requireKnown(rider, in: directory)
        let left = try Self.whatIsLeft(of: rider, in: directory)
        guard left.isEmpty else {
            for line in left { StandardError.print("\(rider) is not removed: \(line)") }
            return 1
        }
        let path = RiderHistory.databasePath(in: directory)
        try SQLiteHealthDatabase(path: path, rider: rider).removeRider()
        StandardOutput.print("Removed \(rider), with zones, health data and what programs were granted")
        return 0
    }

    /// What keeps a rider from being removed, and what to do about it.
    private static func whatIsLeft(of rider: String, in directory: String) throws -> [String] {
        var left: [String] = []
        func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }
        let path = RiderHistory.databasePath(in: directory)
        let workouts =
            FileManager.default.fileExists(atPath: path)
            ? try SQLiteHealthDatabase(path: path, rider: rider)
                .workoutSummaries(startingIn: nil, withDistributions: false).count : 0
        let files = try WorkoutFileSurvey(of: WorkoutFiles(directory: directory + "/workouts"))
        if workouts > 0 {
            left.append(
                count(workouts, "workout")
                    + " of this rider; pulsewatt workouts list --rider NAME names them, "
                    + "pulsewatt workouts delete ID removes one")
        } else if files.riders.contains(rider) {
            left.append(
                "there are files of this rider in \(directory)/workouts that the database does not have; "
                    + "pulsewatt workouts reindex takes them in")
        }
        let file = KnownSensorsFile(directory: directory)
        let known = try file.readIfThere()
        let sensors = known?.all.filter { $0.rider == rider } ?? []
        if known == nil, FileManager.default.fileExists(atPath: path) {
            let stored = try SQLiteHealthDatabase(path: path, rider: rider).pairedSensors()
            if !stored.isEmpty {
                left.append(
                    count(stored.count, "sensor")
                        + " of this rider in the database, but there is no \(file.path); "
                        + "pulsewatt workouts reindex makes it of the database")
            }
        }
        if !sensors.isEmpty {
            let addresses = sensors.map(\.address.description).joined(separator: ", ")
            left.append(
                count(sensors.count, "sensor")
                    + " of this rider, \(addresses); pulsewatt forget ADDRESS forgets one, "
                    + "pulsewatt pair ADDRESS --rider NAME gives it to another")
        }
        return left
    }
}
