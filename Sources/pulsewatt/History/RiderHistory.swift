import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase

/// Whose history a command is about: the rider's database and files in the state directory.
struct RiderHistory {
    /// The health database's name in the state directory.
    static let databaseName = "health.sqlite"

    /// The state directory.
    let directory: String
    /// The rider's name.
    let rider: String
    /// The rider's workouts.
    let library: WorkoutLibrary

    /// The rider's health database.
    var database: any HealthDatabase { library.database }

    /// The same, as HealthKit's queries see it.
    var store: HKHealthStore { HKHealthStore(client: HKHealthStore.owner, database: database) }

    /// The calendar by which days are told, filtered and counted: in the time zone of `--time-zone`, else the rider's.
    ///
    /// A rider who has none lives where the machine is.
    /// - Throws: ``UsageError`` for what is no time zone; `HKError` as the database does.
    func calendar(_ arguments: ParsedArguments) throws -> Calendar {
        try arguments.calendar(in: database.characteristics().timeZone)
    }

    /// Takes the rider of `--rider`, or the only one there is.
    ///
    /// - Parameters:
    ///   - arguments: With ``CommandOption/rider`` and ``CommandOption/stateDirectory``.
    ///   - writes: Whether something may be stored; a look makes no database where there is none.
    /// - Throws: ``UsageError`` where several riders could be meant, or one is named whom nobody knows; what keeps the
    ///   database or the sensors from being read.
    init(_ arguments: ParsedArguments, writes: Bool = false) throws {
        let directory = try StateDirectory.path(arguments)
        let named = try arguments.value(of: .rider, wanted: "a name") { $0.isEmpty ? nil : $0 }
        if let named { try Self.requireKnown(named, in: directory) }
        try self.init(directory: directory, rider: try named ?? Self.onlyRider(in: directory), writes: writes)
    }

    /// Takes a rider by name.
    init(directory: String, rider: String, writes: Bool = false) throws {
        self.directory = directory
        self.rider = rider
        let path = Self.databasePath(in: directory)
        let database: any HealthDatabase =
            writes || FileManager.default.fileExists(atPath: path)
            ? SQLiteHealthDatabase(path: path, rider: rider) : InMemoryHealthDatabase()
        if writes { try DurableFile.prepareDirectory(directory) }
        library = WorkoutLibrary(stateDirectory: directory, rider: rider, database: database)
    }

    /// The health database of a state directory.
    static func databasePath(in directory: String) -> String { directory + "/" + databaseName }

    /// The riders that the database knows or that a sensor is paired with, by name.
    static func riders(in directory: String, busyTimeout: Duration = .seconds(5)) throws -> [String] {
        let known = try databaseRiders(in: directory, busyTimeout: busyTimeout)
        let paired = try KnownSensorsFile(directory: directory).read().all.map(\.rider)
        return Set(known + paired).sorted()
    }

    /// The riders that the database knows, by name; none where there is no database, which is not made.
    static func databaseRiders(
        in directory: String, busyTimeout: Duration = .seconds(5)
    ) throws -> [String] {
        let path = databasePath(in: directory)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try SQLiteHealthDatabase(path: path, busyTimeout: busyTimeout).riders()
    }

    /// What has the riders' databases say of the paired sensors what the file says.
    static func sensorAgreement(
        in directory: String, busyTimeout: Duration = .seconds(5)
    ) -> SensorAgreement {
        let path = databasePath(in: directory)
        return SensorAgreement(
            stateDirectory: directory,
            databaseRiders: { try databaseRiders(in: directory, busyTimeout: busyTimeout) },
            database: { SQLiteHealthDatabase(path: path, rider: $0, busyTimeout: busyTimeout) })
    }

    /// Sees that there is a rider of that name: a typing error must not make one, nor be told to have no workouts.
    ///
    /// - Throws: ``UsageError`` that says which riders there are.
    static func requireKnown(_ rider: String, in directory: String) throws {
        try requireKnown(rider, among: riders(in: directory))
    }

    /// Sees that a name is among those of the riders.
    static func requireKnown(_ rider: String, among known: [String]) throws {
        guard !known.contains(rider) else { return }
        let others =
            known.isEmpty
            ? "nobody is known yet"
            : "there \(known.count == 1 ? "is" : "are") " + known.joined(separator: ", ")
        throw UsageError("there is no rider \(rider), \(others); pulsewatt rider add makes one")
    }

    private static func onlyRider(in directory: String) throws -> String {
        try onlyRider(among: riders(in: directory))
    }

    /// The one rider there is, or the usual one where there is none.
    ///
    /// - Throws: ``UsageError`` where several could be meant.
    static func onlyRider(among riders: [String]) throws -> String {
        guard riders.count < 2 else {
            throw UsageError(
                "there are the riders \(riders.joined(separator: ", ")); say with --rider who is meant")
        }
        return riders.first ?? KnownSensors.defaultRider
    }
}
