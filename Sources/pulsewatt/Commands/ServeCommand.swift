import BlueZ
import Bridge
import DBus
import Foundation
import HealthModel
import SQLiteHealthDatabase
import SensorProfiles

/// `pulsewatt serve`: is the service.
struct ServeCommand: Command {
    private static let finishAfter = CommandOption(
        "finish-after", argument: "TIME", "The silence that ends a workout (5m)")

    let name = "serve"
    let summary = "Record every rider's workouts; what the systemd unit runs"
    let discussion = """
        A workout starts when a paired sensor begins to send, and is written when none of the rider's sensors has sent
        for five minutes, or when the service stops.
        """
    let options = [Self.finishAfter, .adapter, .configuration, .stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        try arguments.refuseOperands()
        let directory = try StateDirectory.path(arguments)
        let finishAfter = try arguments.value(of: Self.finishAfter, wanted: TimeSpan.wanted, TimeSpan.init)
        try DurableFile.prepareDirectory(directory)
        let keeping = WorkoutKeeping(
            stateDirectory: directory, exports: Self.exportSettings(arguments),
            database: Self.database(in: directory))
        let access = try await BlueZAccess()
        let sensors = BlueZSensors(
            client: access.client, loop: access.loop, adapter: try arguments.adapter(),
            log: StandardError.print)
        try await access.client.start()
        // Neither stops the service: it takes them up when they come.
        if await !access.client.isDaemonRunning {
            StandardError.print("\(BlueZAccessError.noDaemon)")
        } else if await access.client.adapters.isEmpty {
            StandardError.print("\(BlueZAccessError.noAdapter)")
        }
        return try await ServiceProcess(
            directory: directory, keeping: keeping, finishAfter: finishAfter?.nanoseconds ?? 300_000_000_000,
            loop: access.loop,
            sensors: sensors
        ).run()
    }

    /// What the configuration wants; nothing where it cannot be read, because a workout matters more than its export.
    private static func exportSettings(_ arguments: ParsedArguments) -> ExportSettings {
        do {
            return try arguments.configuration().export
        } catch {
            StandardError.print("\(error); workouts are kept, but not exported")
            return ExportSettings()
        }
    }

    /// The riders' health databases, unless the file is damaged: workouts are files then, and nothing makes it worse.
    private static func database(in directory: String) -> (@Sendable (String) -> any HealthDatabase)? {
        let path = RiderHistory.databasePath(in: directory)
        do {
            try SQLiteHealthDatabase.checkAtStart(path: path)
            return { SQLiteHealthDatabase(path: path, rider: $0) }
        } catch {
            StandardError.print(
                "\(error.localizedDescription) Until the next start workouts are kept as files only.")
            return nil
        }
    }
}
