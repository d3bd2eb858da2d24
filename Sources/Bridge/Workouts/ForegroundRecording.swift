internal import FlightRecorder
internal import Foundation
internal import SensorProfiles

/// One workout in the foreground: starts with the first reading, ends when it is told to or its time is over.
package struct ForegroundRecording {
    /// What the recording is told, in the order it happened.
    ///
    /// Moments are nanoseconds of CLOCK_BOOTTIME.
    package enum Input: Sendable {
        /// A sensor did something.
        case event(SensorEvent)
        /// Time has passed; comes about once a second.
        case timePassed(to: Int64)
        /// A person wants it to end.
        case stop(at: Int64)
    }

    private let plan: WorkoutPlan
    private let duration: Int64?
    private let recordings: RecordingFiles?
    private let clock: MachineClock
    private let show: (LiveReading) -> Void
    private let log: (String) -> Void

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
        log: @escaping (String) -> Void
    ) {
        self.plan = plan
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
        var descriptions: [BluetoothAddress: SensorEvent] = [:]
        var recording: OngoingWorkout?
        var interrupted = interrupted
        func isTooLate(_ now: Int64) -> Bool { interrupted.map { now >= $0.window.deadline } ?? false }
        func giveUpWaiting() async {
            if let pending = interrupted { await recovered(pending.recording) }
            interrupted = nil
        }
        for await input in inputs {
            switch input {
            case .event(let event):
                if isTooLate(event.nanoseconds) { await giveUpWaiting() }
                if let recording {
                    guard !isOver(recording, at: event.nanoseconds) else {
                        return try await finish(recording)
                    }
                    try await recording.record(event)
                } else if event.isMeasurement {
                    recording = try await start(
                        with: event, after: descriptions.values.sorted { $0.sensor < $1.sensor }, interrupted)
                    interrupted = nil
                } else if case .described = event.kind {
                    descriptions[event.sensor] = event
                }
            case .timePassed(let now):
                if isTooLate(now) { await giveUpWaiting() }
                guard let recording else { continue }
                guard !isOver(recording, at: now) else { return try await finish(recording) }
                try await recording.timePassed(to: now)
                show(recording.recorder.live(at: now))
            case .stop(let now):
                await giveUpWaiting()
                return try await recording?.finish(at: now, log: log)
            }
        }
        await giveUpWaiting()
        return try await recording?.finish(at: recording?.lastEventAt ?? 0, log: log)
    }

    private func start(
        with event: SensorEvent, after earlier: [SensorEvent], _ interrupted: WorkoutRecovery.Pending?
    ) async throws -> OngoingWorkout {
        if let interrupted, let recordings {
            let workout = try await OngoingWorkout(
                goingOnWith: interrupted, at: event, recordings: recordings, clock: clock, log: log)
            log("went on with the interrupted workout of \(interrupted.recording.header.rider)")
            return workout
        }
        return try await OngoingWorkout(
            plan: plan, startingWith: event, after: earlier, recordings: recordings, clock: clock, log: log)
    }

    private func isOver(_ recording: OngoingWorkout, at now: Int64) -> Bool {
        duration.map { now - recording.startedAt >= $0 } ?? false
    }

    private func finish(_ recording: OngoingWorkout) async throws -> RecordedWorkout {
        try await recording.finish(at: recording.startedAt + (duration ?? 0), log: log)
    }
}
