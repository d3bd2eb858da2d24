internal import FlightRecorder
internal import Foundation
internal import HealthModel

/// A live workout: its recording and its recorder, and the clocks of this machine that they are held against.
///
/// Whatever happens is in the recording before the recorder looks at it.
final class OngoingWorkout {
    let recorder: WorkoutRecorder
    /// The moment of the first reading, in nanoseconds of CLOCK_BOOTTIME.
    let startedAt: Int64
    /// The moment of the latest event.
    private(set) var lastEventAt: Int64
    private let recording: LiveRecording?
    private let clock: MachineClock
    private var wallClock: WallClock

    /// Starts as its recording began.
    ///
    /// - Parameters:
    ///   - beginning: The first reading, which is in the recording.
    ///   - plan: What is known of the workout; nil: what the recording began with.
    ///   - clock: The machine's clocks.
    /// - Throws: `HKError` when the builder refuses.
    init(
        _ beginning: WorkoutBeginning, plan: WorkoutPlan? = nil, clock: MachineClock
    ) async throws {
        startedAt = beginning.event.nanoseconds
        lastEventAt = beginning.event.nanoseconds
        self.clock = clock
        wallClock = beginning.wallClock
        recording = beginning.recording
        if let plan { recording?.setPlan(plan) }
        recorder = try await WorkoutRecorder(
            plan: plan ?? beginning.plan, start: Date(wallMicroseconds: beginning.startMicroseconds),
            startNanoseconds: startedAt, identifier: beginning.identifier)
        for event in beginning.earlier + [beginning.event] { try await recorder.record(event) }
    }

    /// Goes on with a workout that was interrupted, with the reading of a sensor that is back.
    ///
    /// - Parameters:
    ///   - pending: The workout.
    ///   - event: The reading.
    ///   - intake: Where the reading came in; what comes after it is in the recording before this returns.
    ///   - rider: Whose it is there.
    ///   - recordings: Where the recording is kept.
    ///   - clock: The machine's clocks.
    ///   - log: Takes what a person should know.
    /// - Throws: `HKError` when the builder refuses.
    init(
        goingOnWith pending: WorkoutRecovery.Pending, at event: SensorEvent, intake: RecordingIntake,
        rider: String, recordings: RecordingFiles, clock: MachineClock,
        log: @escaping @Sendable (String) -> Void
    ) async throws {
        let contents = pending.recording.contents
        let header = pending.recording.header
        startedAt = pending.window.origin
        lastEventAt = event.nanoseconds
        self.clock = clock
        wallClock = WallClock(bootTime: clock.bootTime(), wallTime: clock.wallMicroseconds() * 1000)
        let recording = LiveRecording(
            continuing: pending.recording, in: recordings, origin: startedAt, clock: clock, log: log)
        self.recording = recording
        recording.record(.recovered, at: event.nanoseconds)
        intake.goOn(with: recording, startedAt: startedAt, of: rider)
        recorder = try await WorkoutRecorder(
            plan: pending.recording.plan, start: Date(wallMicroseconds: pending.recording.startMicroseconds),
            startNanoseconds: startedAt, identifier: header.workout)
        for record in contents.records { try await recorder.replay(record, origin: startedAt) }
        try await recorder.recovered(at: event.nanoseconds)
        try await recorder.record(event)
    }

    /// Takes what a sensor did; it is in the recording since it came in.
    ///
    /// - Returns: Whether it was a reading with something in it.
    @discardableResult
    func record(_ event: SensorEvent) async throws -> Bool {
        lastEventAt = max(lastEventAt, event.nanoseconds)
        return try await recorder.record(event)
    }

    /// Pauses, or goes on.
    func setPaused(_ paused: Bool, at now: Int64) async throws {
        recording?.record(paused ? .pause : .resume, at: now)
        try await recorder.setPaused(paused, at: now)
    }

    /// Ends a lap and begins the next.
    func lap(at now: Int64) async throws {
        recording?.record(.lap, at: now)
        try await recorder.lap(at: now)
    }

    /// Lets zones run out, notes a step of the wall clock, and sees that what was recorded gets to the disk.
    func timePassed(to now: Int64) async throws {
        recording?.timePassed(to: now)
        recorder.advance(to: now)
        let bootTime = clock.bootTime()
        if wallClock.step(bootTime: bootTime, wallTime: clock.wallMicroseconds() * 1000) != nil {
            recording?.record(.clockStep, at: bootTime)
            try await recorder.clockStepped(at: bootTime)
        }
    }

    /// Ends the workout, and tells of packets that could not be read.
    func finish(at end: Int64, log: (String) -> Void) async throws -> RecordedWorkout {
        for (sensor, count) in recorder.unreadablePackets.sorted(by: { $0.key < $1.key }) {
            let last = recorder.lastPacketError.map { "; the last one: \($0)" } ?? ""
            log("\(sensor) sent \(count) packet\(count == 1 ? "" : "s") that could not be read\(last)")
        }
        recording?.end(at: end)
        var finished = try await recorder.finish(at: end)
        if let dated = await self.dated(finished) {
            finished = dated
            log("the clock was set right during the workout, which is dated by that")
        }
        return RecordedWorkout(finished: finished, recording: recording)
    }

    /// The workout as its recording gives it, where its clock began before there was this program and was set later.
    private func dated(_ finished: FinishedWorkout) async -> FinishedWorkout? {
        let start = finished.workout.startDate
        guard start < Date(wallMicroseconds: RecordingContents.earliestStart), let recording,
            let contents = try? RecordingFiles.contents(at: recording.path), contents.damage.isNone,
            contents.end != nil, let better = contents.startMicroseconds,
            start < Date(wallMicroseconds: better)
        else { return nil }
        return try? await Replay(contents).finished
    }
}

extension SensorEvent {
    /// Whether it is a notification that measures something: a strap without contact says nothing.
    var isMeasurement: Bool {
        guard case .notification(let characteristic, let value) = kind else { return false }
        var decoder = SensorDecoder()
        return (try? decoder.read(characteristic, value, at: nanoseconds))??.hasMeasurement == true
    }
}
