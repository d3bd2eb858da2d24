internal import FlightRecorder
internal import Foundation
internal import Synchronization
internal import WorkoutFormats

/// The recording of a workout that goes on, in terms of what the sensors do.
///
/// It has a lock of its own: what sensors send is written where it arrives, all else by the owner of the workout.
package final class LiveRecording: Sendable {
    private let origin: Int64
    private let files: RecordingFiles
    private let writer: Mutex<RecordingWriter>
    private let notices: Notices

    /// Starts the recording of a workout.
    ///
    /// - Parameters:
    ///   - files: Where it is kept.
    ///   - plan: What is planned.
    ///   - workout: The workout's identity.
    ///   - startMicroseconds: The wall clock at its start.
    ///   - origin: Its start on the clock of the events.
    ///   - clock: The machine's clocks.
    ///   - log: Takes what a person should know.
    init(
        in files: RecordingFiles, _ plan: WorkoutPlan, workout: UUID, startMicroseconds: Int64, origin: Int64,
        clock: MachineClock, log: @escaping @Sendable (String) -> Void
    ) {
        self.origin = origin
        self.files = files
        let header = RecordingHeader(
            workout: workout, plan, startMicroseconds: startMicroseconds, origin: origin,
            bootIdentifier: clock.bootIdentifier)
        var obstacle: (any Error)?
        do { try files.prepare() } catch { obstacle = error }
        let notices = Notices(obstacle, log: log)
        self.notices = notices
        writer = Mutex(
            RecordingWriter(
                creating: files.path(of: workout), header: header, plan: RecordedPlan(plan).bytes,
                now: clock.reading(since: origin), notify: { notices.tell($0) }))
    }

    /// Goes on with a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - files: Where it is kept.
    ///   - origin: The workout's start on the clock of the events.
    ///   - clock: The machine's clocks.
    ///   - log: Takes what a person should know.
    init(
        continuing recording: UnfinishedRecording, in files: RecordingFiles, origin: Int64,
        clock: MachineClock, log: @escaping @Sendable (String) -> Void
    ) {
        self.origin = origin
        self.files = files
        var header = recording.header
        header.bootTime = origin
        header.bootIdentifier = clock.bootIdentifier
        let notices = Notices(log: log)
        self.notices = notices
        writer = Mutex(
            RecordingWriter(
                continuing: recording.file, after: recording.contents, header: header,
                plan: recording.contents.plan ?? [], now: clock.reading(since: origin),
                notify: { notices.tell($0) }))
    }

    /// Ends a recording whose workout was rebuilt from it.
    ///
    /// - Parameters:
    ///   - recording: The recording.
    ///   - files: Where it is kept.
    ///   - clock: The machine's clocks.
    ///   - log: Takes what a person should know.
    init(
        ending recording: UnfinishedRecording, in files: RecordingFiles, clock: MachineClock,
        log: @escaping (String) -> Void
    ) {
        origin = 0
        self.files = files
        // Nothing arrives for a workout that is over: only its one owner calls this recording.
        nonisolated(unsafe) let log = log
        let notices = Notices(log: { log($0) })
        self.notices = notices
        writer = Mutex(
            RecordingWriter(
                continuing: recording.file, after: recording.contents, header: nil, plan: [],
                now: clock.reading(since: 0), notify: { notices.tell($0) }))
    }

    /// Records what a sensor did, before anybody decodes it.
    func record(_ event: SensorEvent) {
        let time = event.nanoseconds - origin
        writer.withLock { writer in
            switch event.kind {
            case .notification(let characteristic, let value):
                writer.record(characteristic, value, from: event.sensor, at: time)
            case .connected: writer.record(.connected, of: event.sensor, at: time)
            case .disconnected: writer.record(.disconnected, of: event.sensor, at: time)
            case .described(let description):
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                guard let data = try? encoder.encode(description) else { return }
                writer.record(description: Array(data), of: event.sensor, at: time)
            }
        }
    }

    /// Records what happened to the workout at a moment of the events' clock.
    func record(_ event: CaptureEvent, at nanoseconds: Int64) {
        writer.withLock { $0.record(event, at: nanoseconds - origin) }
    }

    /// Records what the workout is counted by, where it became known after the start.
    func setPlan(_ plan: WorkoutPlan) {
        let bytes = RecordedPlan(plan).bytes
        writer.withLock { $0.setPlan(bytes) }
    }

    /// Time has passed, about a second; nothing is done while somebody else writes or waits for the disk.
    func timePassed(to now: Int64) {
        writer.withLockIfAvailable { writer in
            if notices.isFailing { try? files.prepare() }
            writer.tick(at: now - origin)
        }
    }

    /// The workout ended at a moment; it is not saved yet.
    func end(at nanoseconds: Int64) {
        writer.withLock { $0.end(at: nanoseconds - origin) }
    }

    /// Ends the recording of a workout that was rebuilt from it, if it had not ended.
    func endRecovered(_ contents: RecordingContents) {
        writer.withLock { $0.endRecovered(contents) }
    }

    /// The workout is saved; nothing is left to do.
    package func markSaved() {
        writer.withLock { $0.markSaved() }
    }

    /// Where it is.
    var path: String { writer.withLock { $0.path } }

    /// Whether somebody else said meanwhile that the workout is saved.
    var isSavedElsewhere: Bool { writer.withLock { $0.isSavedElsewhere } }

    /// Whether somebody removed the recording.
    var isRemoved: Bool { writer.withLock { $0.isRemoved } }
}

extension LiveRecording {
    /// Tells a person what the writer tells, and knows whether the recording cannot be written now.
    private final class Notices: Sendable {
        private struct State {
            var obstacle: (any Error)?
            var isFailing = false
        }

        private let state: Mutex<State>
        private let log: @Sendable (String) -> Void

        /// Begins with what kept the directory from being made, which is why the first write fails.
        init(_ obstacle: (any Error)? = nil, log: @escaping @Sendable (String) -> Void) {
            state = Mutex(State(obstacle: obstacle))
            self.log = log
        }

        var isFailing: Bool { state.withLock { $0.isFailing } }

        func tell(_ notice: RecordingWriter.Notice) {
            switch notice {
            case .failed(let fault):
                let obstacle = state.withLock { state in
                    state.isFailing = true
                    defer { state.obstacle = nil }
                    return state.obstacle
                }
                let error = obstacle ?? FileError(fault)
                log("\(error); the workout goes on, and its recording is tried again every second")
            case .goesOn(let missing):
                state.withLock { $0.isFailing = false }
                let loss = missing == 0 ? "nothing is missing" : "\(missing) notifications are missing"
                log("the workout's recording can be written again; \(loss)")
            case .notSynced(let fault):
                log(
                    "\(FileError(fault)); the workout goes on, and what the disk did not take of its recording is written "
                        + "again every second: the power must not fail before it does")
            case .syncedAgain:
                log("the workout's recording is on the disk again")
            }
        }
    }
}

extension MachineClock {
    /// Reads both clocks, the one since a workout's start.
    fileprivate func reading(since origin: Int64) -> () -> RecordingContents.ClockReading {
        {
            RecordingContents.ClockReading(
                nanoseconds: bootTime() - origin, wallMicroseconds: wallMicroseconds())
        }
    }
}

extension RecordingHeader {
    /// What a recording says of a workout that starts.
    init(
        workout: UUID, _ plan: WorkoutPlan, startMicroseconds: Int64, origin: Int64, bootIdentifier: String?
    ) {
        self.init(
            workout: workout, rider: plan.rider, activityType: WorkoutDocument.name(plan.activityType),
            isIndoor: plan.isIndoor, isSimulated: plan.isSimulated, timeZone: plan.timeZone.identifier,
            offsetFromUTC: plan.timeZone.secondsFromGMT(for: Date(wallMicroseconds: startMicroseconds)),
            startMicroseconds: startMicroseconds, bootTime: origin, bootIdentifier: bootIdentifier)
    }
}
