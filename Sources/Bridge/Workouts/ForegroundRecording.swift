internal import FlightRecorder
internal import Foundation
internal import SensorProfiles

/// One workout in the foreground: starts with the first reading, ends when it is told to or its time is over.
package struct ForegroundRecording {
    /// What the recording is told, in the order it happened.
    ///
    /// Moments are nanoseconds of CLOCK_BOOTTIME.
    package enum Input: Sendable {
        /// A sensor did something that came in by ``ForegroundRecording/intake``.
        case arrival(RecordingIntake.Arrival)
        /// A sensor did something, which comes in now.
        case event(SensorEvent)
        /// Time has passed; comes about once a second.
        case timePassed(to: Int64)
        /// A person wants it to end.
        case stop(at: Int64)
    }

    /// Where what sensors send comes in: whoever receives it hands it over there, before it waits for the workout.
    package let intake: RecordingIntake

    private let plan: WorkoutPlan
    private let duration: Int64?
    private let recordings: RecordingFiles?
    private let clock: MachineClock
    private let show: (LiveReading) -> Void
    private let log: @Sendable (String) -> Void

    /// Makes a recording.
    ///
    /// - Parameters:
    ///   - plan: What is known of the workout.
    ///   - duration: How long it lasts in nanoseconds; nil: until it is stopped.
    ///   - recordings: Where the recording is kept; nil: nowhere.
    ///   - clock: The machine's clocks.
    ///   - show: Takes the workout at a glance whenever time has passed.
    ///   - log: Takes a line for a person.
    package init(
        plan: WorkoutPlan, duration: Int64?, recordings: RecordingFiles? = nil,
        clock: MachineClock = .system, show: @escaping (LiveReading) -> Void,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.plan = plan
        intake = RecordingIntake(
            recordings: recordings, onlyRider: plan.rider, longest: duration, clock: clock, log: log,
            plan: { _ in plan })
        // Until it is known whether a workout goes on, no reading begins another one.
        intake.setWaiting(true, plan.rider)
        self.duration = duration
        self.recordings = recordings
        self.clock = clock
        self.show = show
        self.log = log
    }

    /// Records until the end, a stop, or the end of the inputs.
    ///
    /// - Parameters:
    ///   - inputs: What happens.
    ///   - interrupted: A workout that goes on if a sensor comes back in time.
    ///   - recovered: Takes the interrupted workout if none does.
    /// - Returns: The workout; nil when it was stopped before any sensor sent a reading.
    /// - Throws: `HKError` when the builder refuses.
    package func run(
        _ inputs: AsyncStream<Input>, goingOnWith interrupted: WorkoutRecovery.Pending? = nil,
        recovered: (UnfinishedRecording) async -> Void = { _ in }
    ) async throws -> RecordedWorkout? {
        try await withTaskExecutorPreference(WaitingThread()) {
            try await record(inputs, goingOnWith: interrupted, recovered: recovered)
        }
    }

    private func record(
        _ inputs: AsyncStream<Input>, goingOnWith interrupted: WorkoutRecovery.Pending?,
        recovered: (UnfinishedRecording) async -> Void
    ) async throws -> RecordedWorkout? {
        var recording: OngoingWorkout?
        var interrupted = interrupted
        var unreadable = UnreadableSensors()
        intake.setWaiting(interrupted != nil && recordings != nil, plan.rider)
        defer { intake.stop() }
        func isTooLate(_ now: Int64) -> Bool { interrupted.map { now >= $0.window.deadline } ?? false }
        func giveUpWaiting() async {
            guard let pending = interrupted else { return }
            interrupted = nil
            intake.setWaiting(false, plan.rider)
            await recovered(pending.recording)
        }
        for await input in inputs {
            switch input {
            case .arrival, .event:
                guard let arrival = arrival(of: input) else { continue }
                let event = arrival.event
                if let line = unreadable.line(for: event) { log(line) }
                if isTooLate(event.nanoseconds) { await giveUpWaiting() }
                if let recording {
                    guard !isOver(recording, at: event.nanoseconds) else {
                        return try await finish(recording)
                    }
                    try await recording.record(event)
                } else if event.isMeasurement {
                    recording = try await start(with: event, interrupted)
                    interrupted = nil
                }
                intake.handled(arrival)
            case .timePassed(let now):
                if isTooLate(now) { await giveUpWaiting() }
                guard let recording else { continue }
                guard !isOver(recording, at: now) else { return try await finish(recording) }
                try await recording.timePassed(to: now)
                show(recording.recorder.live(at: now))
            case .stop(let now):
                guard let recording else {
                    intake.stop()
                    await giveUpWaiting()
                    return nil
                }
                return try await finish(recording, at: now)
            }
        }
        await giveUpWaiting()
        guard let recording else { return nil }
        return try await finish(recording, at: recording.lastEventAt)
    }

    private func arrival(of input: Input) -> RecordingIntake.Arrival? {
        switch input {
        case .arrival(let arrival): arrival
        case .event(let event): intake.arrived(event)
        case .timePassed, .stop: nil
        }
    }

    private func start(
        with event: SensorEvent, _ interrupted: WorkoutRecovery.Pending?
    ) async throws -> OngoingWorkout? {
        if let interrupted, let recordings {
            let workout = try await OngoingWorkout(
                goingOnWith: interrupted, at: event, intake: intake, rider: plan.rider,
                recordings: recordings, clock: clock, log: log)
            log("went on with the interrupted workout of \(interrupted.recording.header.rider)")
            return workout
        }
        guard let beginning = intake.beginning(of: plan.rider) else { return nil }
        return try await OngoingWorkout(beginning, clock: clock)
    }

    private func isOver(_ recording: OngoingWorkout, at now: Int64) -> Bool {
        duration.map { now - recording.startedAt >= $0 } ?? false
    }

    private func finish(_ recording: OngoingWorkout) async throws -> RecordedWorkout {
        try await finish(recording, at: recording.startedAt + (duration ?? 0))
    }

    private func finish(_ recording: OngoingWorkout, at end: Int64) async throws -> RecordedWorkout {
        // What came in before the end is in the recording, although whoever ended the workout was faster.
        for arrival in intake.stop() where arrival.event.nanoseconds < end {
            try await recording.record(arrival.event)
        }
        return try await recording.finish(at: end, log: log)
    }
}
