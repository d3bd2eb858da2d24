internal import DBus
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
    private let show: (LiveReading) -> Void
    private let log: (String) -> Void

    /// Makes a recording.
    ///
    /// - Parameters:
    ///   - plan: What is known of the workout.
    ///   - duration: How long it lasts in nanoseconds; nil: until it is stopped.
    ///   - show: Takes the workout at a glance whenever time has passed.
    ///   - log: Takes a line for a person.
    package init(
        plan: WorkoutPlan, duration: Int64?, show: @escaping (LiveReading) -> Void,
        log: @escaping (String) -> Void
    ) {
        self.plan = plan
        self.duration = duration
        self.show = show
        self.log = log
    }

    /// Records until the end, a stop, or the end of the inputs.
    ///
    /// - Returns: The workout; nil when it was stopped before any sensor sent a reading.
    /// - Throws: `HKError` when the builder refuses.
    package func run(_ inputs: AsyncStream<Input>) async throws -> FinishedWorkout? {
        var descriptions: [BluetoothAddress: SensorEvent] = [:]
        var recording: OngoingWorkout?
        for await input in inputs {
            switch input {
            case .event(let event):
                if let recording {
                    guard !isOver(recording, at: event.nanoseconds) else {
                        return try await finish(recording)
                    }
                    try await recording.record(event)
                } else if event.isMeasurement {
                    let started = try await OngoingWorkout(
                        plan: plan, startingWith: event,
                        after: descriptions.values.sorted { $0.sensor < $1.sensor })
                    recording = started
                } else if case .described = event.kind {
                    descriptions[event.sensor] = event
                }
            case .timePassed(let now):
                guard let recording else { continue }
                guard !isOver(recording, at: now) else { return try await finish(recording) }
                try await recording.timePassed(to: now)
                show(recording.recorder.live(at: now))
            case .stop(let now):
                return try await recording?.finish(at: now, log: log)
            }
        }
        return try await recording?.finish(at: recording?.lastEventAt ?? 0, log: log)
    }

    private func isOver(_ recording: OngoingWorkout, at now: Int64) -> Bool {
        duration.map { now - recording.startedAt >= $0 } ?? false
    }

    private func finish(_ recording: OngoingWorkout) async throws -> FinishedWorkout {
        try await recording.finish(at: recording.startedAt + (duration ?? 0), log: log)
    }
}
