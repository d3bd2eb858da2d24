import Bridge
import DBus
import Foundation

/// The service as a process: signals, the timer, the file watch and systemd on one side, ``WorkoutService`` on the other.
struct ServiceProcess {
    private let directory: String
    private let keeping: WorkoutKeeping
    private let sensorAgreement: SensorAgreement?
    private let finishAfter: Int64
    private let loop: EventLoop
    private let sensors: BlueZSensors

    /// Makes the process of its parts; nothing starts yet.
    init(
        directory: String, keeping: WorkoutKeeping, sensorAgreement: SensorAgreement?, finishAfter: Int64,
        loop: EventLoop, sensors: BlueZSensors
    ) {
        self.directory = directory
        self.keeping = keeping
        self.sensorAgreement = sensorAgreement
        self.finishAfter = finishAfter
        self.loop = loop
        self.sensors = sensors
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// - Returns: The exit status.
    /// - Throws: What stops the service otherwise, so that systemd starts it again: the bus is gone, nothing can be
    ///   written.
    func run() async throws -> Int32 {
        let (inputs, continuation) = AsyncStream<WorkoutService.Input>.makeStream(bufferingPolicy: .unbounded)
        let loop = loop
        var service = WorkoutService(
            stateDirectory: directory, keeping: keeping, sensorAgreement: sensorAgreement,
            finishAfter: finishAfter, output: output(ticks: continuation))
        let intake = service.intake
        let stops = [SIGTERM, SIGINT].compactMap { signal in
            loop.onSignal(signal) {
                intake.refuse()
                continuation.yield(.stop)
            }
        }
        let watch = try DirectoryWatch(directory: directory, name: KnownSensorsFile.name, loop: loop) {
            continuation.yield(.knownSensorsChanged)
        }
        // On the loop that serves D-Bus: a loop that hangs is what the watchdog is for.
        let watchdog = ServiceManager.watchdogInterval.map {
            loop.schedule(every: $0) { ServiceManager.ping() }
        }
        defer {
            watchdog?.cancel()
            withExtendedLifetime((watch, stops)) {}
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await sensors.run() }
            let intakeLoop = IntakeLoop(intake)
            group.addTask {
                await intakeLoop.run(sensors.events) { continuation.yield(.arrival($0)) }
                continuation.yield(.sourceEnded)
            }
            let outcome = await Result { try await service.run(inputs) }
            ServiceManager.stopping()
            await sensors.stop()
            try await group.waitForAll()
            try outcome.get()
            return 0
        }
    }

    private func output(ticks: AsyncStream<WorkoutService.Input>.Continuation) -> WorkoutService.Output {
        var ticker: EventLoopTimer?
        let loop = loop
        let sensors = sensors
        return WorkoutService.Output(
            log: StandardError.print,
            // The first status comes when the service can write and knows its sensors: it is ready then.
            showStatus: { status in
                ServiceManager.ready()
                ServiceManager.show(status: status)
            },
            setTicking: { isNeeded in
                ticker?.cancel()
                ticker =
                    isNeeded
                    ? loop.schedule(every: .seconds(1)) { ticks.yield(.timePassed(to: EventLoop.now())) }
                    : nil
            },
            want: { await sensors.want($0) })
    }
}

extension Result where Failure == any Error {
    /// Awaits what `body` gives or throws.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
