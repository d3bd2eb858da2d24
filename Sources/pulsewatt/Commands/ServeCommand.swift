import BlueZ
import Bridge
import DBus
import Foundation
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
    let options = [Self.finishAfter, .adapter, .stateDirectory]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        try arguments.refuseOperands()
        let directory = try StateDirectory.path(arguments)
        let finishAfter = try arguments.value(of: Self.finishAfter, wanted: TimeSpan.wanted, TimeSpan.init)
        try DurableFile.prepareDirectory(directory)
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
            directory: directory, finishAfter: finishAfter?.nanoseconds ?? 300_000_000_000, loop: access.loop,
            sensors: sensors
        ).run()
    }
}
