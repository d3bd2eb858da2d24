import Bridge
import DBus
import FlightRecorder
import Foundation
import HealthModel
import SQLiteHealthDatabase
import SensorProfiles

/// `pulsewatt record`: records one workout in the foreground.
struct RecordCommand: Command {
    private static let simulate = CommandOption("simulate", "Ride with a simulated strap and power meter")
    private static let duration = CommandOption("duration", argument: "TIME", "How long; else until Ctrl-C")

    let name = "record"
    let summary = "Record one workout in the foreground"
    let discussion = """
        The workout starts with the first reading of a paired sensor and ends after --duration or with Ctrl-C; its
        file is written then. It is that of the only rider there is, or of --rider, whose sensors alone take part then.
        """
    let options = [
        Self.simulate, Self.duration, .activity, .rider, .adapter, .output, .configuration,
        .stateDirectory,
    ]

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        try arguments.refuseOperands()
        let isSimulated = arguments.has(Self.simulate)
        let duration = try arguments.value(of: Self.duration, wanted: TimeSpan.wanted, TimeSpan.init)?
            .nanoseconds
        let directory = try StateDirectory.path(arguments)
        let exports = try arguments.configuration().export
        let path = RiderHistory.databasePath(in: directory)
        let keeping = WorkoutKeeping(
            stateDirectory: directory, exports: exports,
            database: { SQLiteHealthDatabase(path: path, rider: $0, busyTimeout: .shortWait) })
        let activityType = try arguments.activityType() ?? .cycling
        let named = try arguments.rider()
        let destination = try RecordingDestination(arguments, keeping)
        try destination.prepare()
        let rider = try named ?? Self.onlyRider(in: directory, isSimulated: isSimulated)
        let profile =
            FileManager.default.fileExists(atPath: path)
            ? await keeping.profile(of: rider, at: Date(), log: StandardError.print) : nil
        let plan = WorkoutPlan(
            activityType: activityType, rider: rider, isSimulated: isSimulated,
            profile: profile ?? PersonalProfile())

        // Written before BlueZ is let go, which can take a while, and while Ctrl-C cannot end the process.
        // What could not be written where it belongs stays in its recording and is recovered at the next start.
        let save: (RecordedWorkout) async throws -> Int32 = { recorded in
            let status = try await WorkoutReport(recorded).print(writtenTo: destination)
            if let command = exports.command { await Self.export(from: directory, by: command) }
            return status
        }
        let earlier = EarlierRecordings(stateDirectory: directory, keeping: keeping)
        await earlier.takeUp { recording in
            // A simulated ride cannot be taken up: the simulator would begin another.
            !isSimulated && !recording.header.isSimulated
                && recording.plan.activityType == plan.activityType
        }
        // Before any sensor is wanted, so that no notification waits unwritten for others' workouts.
        let interrupted = await earlier.interrupted(of: plan.rider)
        let status: Int32?
        if isSimulated {
            StandardError.print("SIMULATED sensors: nobody is riding")
            // A little more than the recording, so that its own clock ends it.
            let length = (duration ?? 3_600_000_000_000) + 2_000_000_000
            status = try await record(
                plan, duration, from: SimulatedSensors(duration: length), on: EventLoop(), earlier,
                interrupted, save: save)
        } else {
            status = try await recordPairedSensors(
                plan, duration, arguments, earlier, interrupted, save: save)
        }
        guard let status else {
            StandardError.print("no sensor sent a reading, so there is nothing to write")
            return 1
        }
        return status
    }

    /// Whose workout it is where nobody says so: that of the only rider, of those with a sensor unless it is simulated.
    ///
    /// - Throws: ``UsageError`` where several could be meant; ``RecordingError`` where nobody knows who there is: a guess
    ///   would make a second rider.
    private static func onlyRider(in directory: String, isSimulated: Bool) throws -> String {
        let paired = Set(try KnownSensorsFile(directory: directory).read().all.map(\.rider)).sorted()
        guard isSimulated else { return try RiderHistory.onlyRider(among: paired) }
        let riders: [String]
        do {
            riders = try RiderHistory.riders(in: directory, busyTimeout: .shortWait)
        } catch let error as HKError {
            guard !paired.isEmpty else {
                throw RecordingError.unknownRider("\(error) Say with --rider whose workout it is.")
            }
            let rider = try RiderHistory.onlyRider(among: paired)
            StandardError.print("\(error) This is taken for a workout of \(rider); --rider says otherwise.")
            return rider
        }
        return try RiderHistory.onlyRider(among: riders)
    }

    /// Runs the exports that are due once; what fails waits for `pulsewatt exports run`.
    private static func export(from directory: String, by command: String) async {
        let run = ExportRun(
            ExportQueue(stateDirectory: directory), command: ExportCommand(command),
            log: StandardError.print)
        do {
            _ = try await run.runDue()
        } catch {
            StandardError.print("\(error)")
        }
    }

    private func recordPairedSensors(
        _ plan: WorkoutPlan, _ duration: Int64?, _ arguments: ParsedArguments,
        _ earlier: EarlierRecordings, _ interrupted: WorkoutRecovery.Pending?,
        save: (RecordedWorkout) async throws -> Int32
    ) async throws -> Int32? {
        let known = try KnownSensorsFile(directory: try StateDirectory.path(arguments)).read().all
        let rider = try arguments.rider()
        let wanted = known.filter { rider == nil || $0.rider == rider }
        guard !wanted.isEmpty else {
            let whose = rider.map { " of \($0)" } ?? ""
            throw RecordingError.noSensor(
                "no sensor\(whose) is paired: run pulsewatt scan, then pulsewatt pair ADDRESS")
        }
        let adapter = try arguments.adapter()
        let access = try await BlueZAccess()
        _ = try await access.start(onlyAdapter: adapter)
        let sensors = BlueZSensors(
            client: access.client, loop: access.loop, adapter: adapter, log: StandardError.print)
        let serving = Task { await sensors.run() }
        await sensors.want(Set(wanted.map(\.wanted)))
        StandardError.print(
            "waiting for \(wanted.map { $0.name ?? $0.address.description }.joined(separator: ", "))")
        defer { serving.cancel() }
        do {
            let status = try await record(
                plan, duration, from: sensors, on: access.loop, earlier, interrupted, save: save)
            await sensors.stop()
            return status
        } catch {
            await sensors.stop()
            throw error
        }
    }

    private func record(
        _ plan: WorkoutPlan, _ duration: Int64?, from source: some SensorSource, on loop: EventLoop,
        _ earlier: EarlierRecordings, _ interrupted: WorkoutRecovery.Pending?,
        save: (RecordedWorkout) async throws -> Int32
    ) async throws -> Int32? {
        let (inputs, continuation) = AsyncStream<ForegroundRecording.Input>.makeStream(
            bufferingPolicy: .unbounded)
        let ticker = loop.schedule(every: .seconds(1)) {
            continuation.yield(.timePassed(to: EventLoop.now()))
        }
        let stops = [SIGINT, SIGTERM, SIGHUP].compactMap { signal in
            loop.onSignal(signal) { continuation.yield(.stop(at: EventLoop.now())) }
        }
        defer {
            ticker.cancel()
            withExtendedLifetime(stops) {}
        }
        let isInteractive = Terminal.isInteractive
        let isColoured = Terminal.isColoured
        let recording = ForegroundRecording(
            plan: plan, duration: duration, recordings: earlier.recordings,
            show: { reading in
                guard isInteractive else { return }
                let line = LiveLine(reading, isSimulated: plan.isSimulated, isColoured: isColoured)
                Terminal.replaceLine(with: line.text(width: Terminal.width))
            }, log: StandardError.print)
        let intake = IntakeLoop(recording.intake)
        let events = source.events
        let forwarding = Task {
            await intake.run(events) { continuation.yield(.arrival($0)) }
            continuation.finish()
        }
        defer { forwarding.cancel() }
        let finished = try await recording.run(
            inputs, goingOnWith: interrupted, recovered: { await earlier.finish($0) })
        if isInteractive { Terminal.replaceLine(with: "") }
        guard let finished else { return nil }
        return try await save(finished)
    }
}

/// Why nothing can be recorded.
enum RecordingError: Error, Equatable, CustomStringConvertible {
    case noSensor(String)
    case unknownRider(String)

    var description: String {
        switch self {
        case .noSensor(let text), .unknownRider(let text): text
        }
    }
}
