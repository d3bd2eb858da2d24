internal import FlightRecorder
internal import Foundation
internal import HealthModel
internal import SensorProfiles
internal import WorkoutFormats

/// The service: every rider's workouts start and finish by themselves.
///
/// It is told what happens, in order, and does one thing after the other.
package struct WorkoutService {
    /// What the service is told.
    ///
    /// Moments are nanoseconds of CLOCK_BOOTTIME.
    package enum Input: Sendable {
        /// A sensor did something that came in by ``WorkoutService/intake``.
        case arrival(RecordingIntake.Arrival)
        /// A sensor did something, which comes in now.
        case event(SensorEvent)
        /// Time has passed; comes about once a second while ``Output/setTicking`` asks for it.
        case timePassed(to: Int64)
        /// The paired sensors may have changed.
        case knownSensorsChanged
        /// The sensors can be reached no longer.
        case sourceEnded
        /// The service is to stop.
        case stop
    }

    /// What the service does to the world.
    package struct Output {
        /// Takes a line for the log.
        package var log: @Sendable (String) -> Void
        /// Takes one line about what goes on now.
        package var showStatus: (String) -> Void
        /// Asks for ``Input/timePassed(to:)`` or no longer; an idle service wakes for nothing.
        package var setTicking: (Bool) -> Void
        /// Says which sensors are wanted.
        package var want: (Set<WantedSensor>) async -> Void

        /// Makes an output of its parts.
        package init(
            log: @escaping @Sendable (String) -> Void, showStatus: @escaping (String) -> Void,
            setTicking: @escaping (Bool) -> Void, want: @escaping (Set<WantedSensor>) async -> Void
        ) {
            self.log = log
            self.showStatus = showStatus
            self.setTicking = setTicking
            self.want = want
        }
    }

    private struct Rider {
        var automatic: AutomaticWorkout
        var workout: OngoingWorkout?
    }

    /// A workout that is over, but not kept yet.
    private struct Unsaved {
        let recorded: RecordedWorkout
        /// Its file, when it is written and only the database has not taken it.
        var path: String?
        /// What the database said last, so that a person is not told the same each minute.
        var refusal: String?
    }

    /// How long to wait before a workout that could not be written or stored is tried again.
    private static let retryAfter: Int64 = 60_000_000_000

    /// Where what sensors send comes in: whoever receives it hands it over there, before it waits for the service.
    package let intake: RecordingIntake

    private let sensorsFile: KnownSensorsFile
    private let keeping: WorkoutKeeping
    private let recordings: RecordingFiles
    private let recovery: WorkoutRecovery
    private let clock: MachineClock
    private let finishAfter: Int64
    private let output: Output

    private var sensorKeeping: SensorKeeping?
    private var known = KnownSensors()
    /// Whether the file of sensors could ever be read.
    private var areSensorsKnown = false
    private var wanted: Set<WantedSensor>?
    private var riders: [String: Rider] = [:]
    private var unreadable = UnreadableSensors()
    /// Interrupted workouts by rider, which wait for a sensor to come back.
    private var interrupted: [String: WorkoutRecovery.Pending] = [:]
    private var unsaved: [Unsaved] = []
    private var nextAttemptAt: Int64 = 0
    /// The riders who were told how to come by zones.
    private var ridersWithoutZones: Set<String> = []
    private var isTicking = false
    private var isStopping = false

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - stateDirectory: Where sensors and recordings are kept.
    ///   - keeping: What becomes of workouts; nil: files in the state directory.
    ///   - sensorAgreement: Has the database say of sensors what the file says; nil: no database can be used.
    ///   - finishAfter: The silence that ends a workout, in nanoseconds.
    ///   - clock: The machine's clocks.
    ///   - output: What it does to the world.
    package init(
        stateDirectory: String, keeping: WorkoutKeeping? = nil, sensorAgreement: SensorAgreement? = nil,
        finishAfter: Int64, clock: MachineClock = .system, output: Output
    ) {
        sensorsFile = KnownSensorsFile(directory: stateDirectory)
        self.keeping = keeping ?? WorkoutKeeping(stateDirectory: stateDirectory)
        sensorKeeping = sensorAgreement.map { SensorKeeping($0) }
        recordings = RecordingFiles(stateDirectory: stateDirectory)
        recovery = WorkoutRecovery(recordings, clock: clock, log: output.log)
        intake = RecordingIntake(
            recordings: recordings, clock: clock, log: output.log, plan: { WorkoutPlan(rider: $0) })
        self.clock = clock
        self.finishAfter = finishAfter
        self.output = output
    }

    /// Serves until it is told to stop or the inputs end; workouts that go on are finished then.
    ///
    /// - Throws: ``FileError`` at the start where nothing could be written, and at the end where a workout is not;
    ///   ``WorkoutServiceError`` when the sensors can be reached no longer.
    package mutating func run(_ inputs: AsyncStream<Input>) async throws {
        try await withTaskExecutorPreference(WaitingThread()) { try await serve(inputs) }
    }

    private mutating func serve(_ inputs: AsyncStream<Input>) async throws {
        var failure: WorkoutServiceError?
        try keeping.files.prepare()
        readKnownSensors()
        // Before any sensor is wanted: no notification waits unwritten until old workouts are rebuilt and stored.
        await takeUpRecordings()
        if areSensorsKnown { await sensorKeeping?.start(log: output.log) }
        await wantKnownSensors()
        showStatus()
        updateTicking()
        serving: for await input in inputs {
            switch input {
            case .arrival(let arrival): await handle(arrival)
            case .event(let event): await handle(intake.arrived(event))
            case .timePassed(let now): await timePassed(to: now)
            case .knownSensorsChanged:
                readKnownSensors()
                await wantKnownSensors()
            case .sourceEnded:
                failure = .sourceEnded
                break serving
            case .stop: break serving
            }
            updateTicking()
        }
        isStopping = true
        for arrival in intake.stop() { await handle(arrival) }
        for name in interrupted.keys.sorted() { await giveUpWaiting(for: name) }
        for name in riders.keys.sorted() {
            if let action = riders[name]?.automatic.stop() { await carryOut(action, of: name) }
        }
        if let unwritten = await saveUnsavedForTheLastTime() { throw unwritten }
        if let failure { throw failure }
    }

    private mutating func readKnownSensors() {
        do {
            known = try sensorsFile.read()
            areSensorsKnown = true
            intake.setRiders(Dictionary(uniqueKeysWithValues: known.all.map { ($0.address, $0.rider) }))
        } catch {
            output.log("\(error)")
        }
    }

    private mutating func wantKnownSensors() async {
        let sensors = Set(known.all.map(\.wanted))
        guard areSensorsKnown, sensors != wanted else { return }
        wanted = sensors
        if sensors.isEmpty {
            output.log("no sensor is paired yet: run pulsewatt scan, then pulsewatt pair ADDRESS")
        }
        await output.want(sensors)
    }
}

// MARK: - Workouts

extension WorkoutService {
    private mutating func handle(_ arrival: RecordingIntake.Arrival) async {
        let event = arrival.event
        if let line = unreadable.line(for: event) { output.log(line) }
        if case .described(let description) = event.kind { remember(description, of: event.sensor) }
        guard let name = arrival.rider else { return }
        defer { intake.handled(arrival) }
        var rider = riders[name] ?? Rider(automatic: AutomaticWorkout(finishAfter: finishAfter))
        do {
            if let workout = rider.workout {
                if try await workout.record(event) {
                    _ = rider.automatic.readingArrived(at: event.nanoseconds)
                }
                riders[name] = rider
            } else if event.isMeasurement {
                if let workout = try await goOnWithInterrupted(of: name, at: event) {
                    rider.workout = workout
                    _ = rider.automatic.readingArrived(at: event.nanoseconds)
                    riders[name] = rider
                    showStatus()
                    return
                }
                guard let beginning = intake.beginning(of: name) else { return }
                rider.workout = try await OngoingWorkout(
                    beginning, plan: await plan(beginning.plan), clock: clock)
                _ = rider.automatic.readingArrived(at: event.nanoseconds)
                riders[name] = rider
                output.log("started a workout of \(name)")
                showStatus()
            }
        } catch {
            output.log("\(error)")
            guard riders[name]?.workout == nil else { return }
            // The next reading begins another one.
            intake.handled(arrival)
            intake.close(name)
        }
    }

    /// A plan with all that is known of its rider.
    private mutating func plan(_ plan: WorkoutPlan) async -> WorkoutPlan {
        let name = plan.rider
        // What cannot be read may well be there: nobody is told to enter it.
        guard let profile = await keeping.profile(of: name, at: clock.date(), log: output.log) else {
            return plan
        }
        var plan = plan
        plan.profile = profile
        plan.timeZone = profile.characteristics.timeZone ?? plan.timeZone
        if !plan.hasHeartRateZones(at: clock.date()), ridersWithoutZones.insert(name).inserted {
            output.log(
                "\(name) has no heart-rate zones yet, so 91, 114, 136 and 158 bpm are taken: "
                    + "pulsewatt rider set \(name) --age 40 --resting-heart-rate 60 makes some")
        }
        return plan
    }

    private mutating func timePassed(to now: Int64) async {
        for name in riders.keys.sorted() {
            do {
                try await riders[name]?.workout?.timePassed(to: now)
            } catch {
                output.log("\(error)")
            }
            if let action = riders[name]?.automatic.timePassed(to: now) { await carryOut(action, of: name) }
        }
        for (name, pending) in interrupted.sorted(by: { $0.key < $1.key })
        where now >= pending.window.deadline {
            await giveUpWaiting(for: name)
        }
        if !unsaved.isEmpty, now >= nextAttemptAt { await saveUnsaved(at: now) }
    }

    private mutating func carryOut(_ action: AutomaticWorkout.Action, of name: String) async {
        guard case .finish(let end) = action, let workout = riders[name]?.workout else { return }
        riders[name]?.workout = nil
        if !isStopping { intake.close(name) }
        do {
            let recorded = try await workout.finish(at: end, log: output.log)
            unsaved.append(Unsaved(recorded: recorded))
            if !isStopping { await saveUnsaved(at: clock.bootTime()) }
            markSeen(recorded.finished.workout.sensors.compactMap { BluetoothAddress($0.address) })
            await sensorKeeping?.store(of: name, log: output.log)
        } catch {
            output.log("\(error)")
        }
        showStatus()
    }

    /// Writes and stores what is finished; what cannot be stays in memory and is tried again later.
    private mutating func saveUnsaved(at now: Int64) async {
        var rest: [Unsaved] = []
        for workout in unsaved {
            do {
                let later = "the database is asked again each minute"
                if let refused = try await save(workout, whereRefused: later) { rest.append(refused) }
            } catch {
                output.log("\(error); the workout is kept in memory and tried again in a minute")
                rest.append(workout)
            }
        }
        unsaved = rest
        nextAttemptAt = now + Self.retryAfter
    }

    /// Tries every workout once more.
    ///
    /// - Returns: Why the first of those that are lost could not be written.
    private mutating func saveUnsavedForTheLastTime() async -> (any Error)? {
        var failure: (any Error)?
        for var workout in unsaved {
            do {
                workout.refusal = nil
                _ = try await save(workout, whereRefused: WorkoutKeeping.atTheNextStart)
            } catch {
                output.log("\(error)")
                failure = failure ?? error
            }
        }
        return failure
    }

    /// Writes a workout's file, unless it is written, and has the database take the workout.
    ///
    /// - Returns: The workout where the database refuses it; nil where all is done.
    /// - Throws: ``FileError`` if the file cannot be written.
    private func save(_ workout: Unsaved, whereRefused later: String) async throws -> Unsaved? {
        var workout = workout
        guard let path = workout.path else {
            let saved = try await keeping.keep(workout.recorded, whereRefused: later, log: output.log)
            output.log("wrote \(saved.path)")
            workout.path = saved.path
            workout.refusal = saved.databaseError.map { "\($0)" }
            return saved.databaseError == nil ? nil : workout
        }
        let isSettled = keeping.isSettled(workout.recorded)
        guard let refusal = await keeping.storeAgain(workout.recorded) else {
            output.log(
                isSettled
                    ? "the workout of \(path) was stored or deleted meanwhile"
                    : "the database has taken the workout of \(path)")
            return nil
        }
        if workout.refusal != "\(refusal)" {
            output.log("\(refusal) The file \(path) has the workout; \(later)")
        }
        workout.refusal = "\(refusal)"
        return workout
    }

    private mutating func updateTicking() {
        let isNeeded =
            !unsaved.isEmpty || !interrupted.isEmpty || riders.values.contains { $0.workout != nil }
        guard isNeeded != isTicking else { return }
        isTicking = isNeeded
        output.setTicking(isNeeded)
    }

    private func showStatus() {
        let active = riders.filter { $0.value.workout != nil }.keys.sorted()
        output.showStatus(
            active.isEmpty ? "Waiting for sensors" : "Recording: " + active.joined(separator: ", "))
    }
}

// MARK: - Interrupted workouts

extension WorkoutService {
    /// Saves the workouts that a crash left in their recordings; the latest of a rider may still go on.
    private mutating func takeUpRecordings() async {
        let known = known
        let taken = await recovery.takeUp(longestGap: min(RecoveryWindow.longestGap, finishAfter)) {
            recording in
            !recording.header.isSimulated && known.all.contains { $0.rider == recording.header.rider }
        }
        interrupted = taken.pending
        for name in interrupted.keys { intake.setWaiting(true, name) }
        unsaved += taken.over.map { Unsaved(recorded: $0) }
        if !unsaved.isEmpty { await saveUnsaved(at: clock.bootTime()) }
    }

    /// Goes on with the rider's interrupted workout, if there is one and it is not too late.
    private mutating func goOnWithInterrupted(
        of name: String, at event: SensorEvent
    ) async throws -> OngoingWorkout? {
        guard let pending = interrupted[name] else { return nil }
        guard event.nanoseconds < pending.window.deadline else {
            await giveUpWaiting(for: name)
            return nil
        }
        interrupted[name] = nil
        let workout = try await OngoingWorkout(
            goingOnWith: pending, at: event, intake: intake, rider: name, recordings: recordings,
            clock: clock, log: output.log)
        output.log("went on with the interrupted workout of \(name)")
        return workout
    }

    /// No sensor came back: an interrupted workout is over.
    private mutating func giveUpWaiting(for name: String) async {
        guard let pending = interrupted.removeValue(forKey: name) else { return }
        intake.setWaiting(false, name)
        guard let recorded = await recovery.finish(pending.recording) else { return }
        unsaved.append(Unsaved(recorded: recorded))
        if !isStopping { await saveUnsaved(at: clock.bootTime()) }
    }
}

// MARK: - What is known of sensors

extension WorkoutService {
    private func remember(_ description: SensorDescription, of sensor: BluetoothAddress) {
        change { known in
            guard var entry = known[address: sensor] else { return }
            let earlier = SensorDescription(
                name: entry.name, services: entry.services, details: entry.details)
            let filled = description.filled(from: earlier)
            (entry.name, entry.services, entry.details) = (filled.name, filled.services, filled.details)
            known[address: sensor] = entry
        }
    }

    private func markSeen(_ sensors: [BluetoothAddress]) {
        let milliseconds = Int64((Date().timeIntervalSince1970 * 1000).rounded())
        let now = RFC3339.text(milliseconds: milliseconds, in: .current)
        change { known in
            for sensor in sensors { known[address: sensor]?.lastSeen = now }
        }
    }

    private func change(_ change: (inout KnownSensors) -> Void) {
        do {
            try sensorsFile.update(change)
        } catch {
            output.log("\(error)")
        }
    }
}

/// Why the service cannot go on.
package enum WorkoutServiceError: Error, Equatable, CustomStringConvertible {
    /// The sensors can be reached no longer.
    case sourceEnded

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .sourceEnded:
            "the D-Bus system bus is gone, and the sensors with it; start the service again when it is back"
        }
    }
}
