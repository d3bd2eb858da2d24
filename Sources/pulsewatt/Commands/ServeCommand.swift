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
        let (keeping, sensorAgreement) = Self.keeping(in: directory, Self.exportSettings(arguments))
        let access = try await BlueZAccess()
        let sensors = BlueZSensors(
            client: access.client, loop: access.loop, adapter: try arguments.adapter(),
            log: StandardError.print)
        // A bluetoothd or an adapter that is not there, or not well, does not stop the service: it takes them up when they are.
        try await access.client.listen()
        return try await ServiceProcess(
            directory: directory, keeping: keeping, sensorAgreement: sensorAgreement,
            finishAfter: finishAfter?.nanoseconds ?? 300_000_000_000, loop: access.loop, sensors: sensors
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

    /// Files and the riders' health databases, unless that file is damaged or none of ours: then nothing touches it.
    ///
    /// One that is locked now is used as soon as it can be.
    private static func keeping(
        in directory: String, _ exports: ExportSettings
    ) -> (WorkoutKeeping, SensorAgreement?) {
        let path = RiderHistory.databasePath(in: directory)
        do {
            if let obstacle = try SQLiteHealthDatabase.checkAtStart(path: path) {
                StandardError.print("\(obstacle) It could not be checked, and is used as soon as it can be.")
            }
        } catch {
            StandardError.print(
                "\(error) Until the next start workouts are kept as files only; pulsewatt workouts reindex brings them "
                    + "into the database.")
            let files = WorkoutKeeping(
                stateDirectory: directory, exports: exports, databaseObstacle: error.description)
            return (files, nil)
        }
        let keeping = WorkoutKeeping(
            stateDirectory: directory, exports: exports,
            database: { SQLiteHealthDatabase(path: path, rider: $0, busyTimeout: .shortWait) })
        return (keeping, RiderHistory.sensorAgreement(in: directory, busyTimeout: .shortWait))
    }
}

extension Duration {
    /// How long what records waits for a database that another program writes: notifications come in the meantime, and
    /// what is refused is tried again.
    static let shortWait = Duration.milliseconds(250)
}
