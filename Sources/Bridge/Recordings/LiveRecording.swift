internal import FlightRecorder
internal import Foundation
internal import WorkoutFormats

/// The recording of a workout that goes on, in terms of what the sensors do.
package final class LiveRecording {
    private let origin: Int64
    private let files: RecordingFiles
    private let writer: RecordingWriter
    private let isFailing: Flag

    /// Whether the recording cannot be written now; the writer's notices change it.
    private final class Flag {
        var isSet = false
    }

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
        clock: MachineClock, log: @escaping (String) -> Void
    ) {
        self.origin = origin
        self.files = files
        let header = RecordingHeader(
            workout: workout, plan, startMicroseconds: startMicroseconds, origin: origin,
            bootIdentifier: clock.bootIdentifier)
        var obstacle: (any Error)?
        do { try files.prepare() } catch { obstacle = error }
        let isFailing = Flag()
        self.isFailing = isFailing
        writer = RecordingWriter(
            creating: files.path(of: workout), header: header, plan: RecordedPlan(plan).bytes,
            now: clock.reading(since: origin),
            notify: { notice in
                Self.tell(notice, obstacle, isFailing, log)
                obstacle = nil
            })
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
        clock: MachineClock, log: @escaping (String) -> Void
    ) {
        self.origin = origin
        self.files = files
        var header = recording.header
        header.bootTime = origin
        header.bootIdentifier = clock.bootIdentifier
        let isFailing = Flag()
        self.isFailing = isFailing
        writer = RecordingWriter(
            continuing: recording.file, after: recording.contents, header: header,
            plan: recording.contents.plan ?? [], now: clock.reading(since: origin),
            notify: { Self.tell($0, nil, isFailing, log) })
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
        let isFailing = Flag()
        self.isFailing = isFailing
        writer = RecordingWriter(
            continuing: recording.file, after: recording.contents, header: nil, plan: [],
            now: clock.reading(since: 0), notify: { Self.tell($0, nil, isFailing, log) })
    }

    /// Records what a sensor did, before anybody decodes it.
    func record(_ event: SensorEvent) {
        let time = event.nanoseconds - origin
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

    /// Records what happened to the workout at a moment of the events' clock.
    func record(_ event: CaptureEvent, at nanoseconds: Int64) {
        writer.record(event, at: nanoseconds - origin)
    }

    /// Time has passed, about a second.
    func timePassed(to now: Int64) {
        if isFailing.isSet { try? files.prepare() }
        writer.tick(at: now - origin)
    }

    /// The workout ended at a moment; it is not saved yet.
    func end(at nanoseconds: Int64) {
        writer.end(at: nanoseconds - origin)
    }

    /// The workout is saved; nothing is left to do.
    package func markSaved() {
        writer.markSaved()
    }

    /// Whether somebody else said meanwhile that the workout is saved.
    var isSavedElsewhere: Bool { writer.isSavedElsewhere }

    /// Whether somebody removed the recording.
    var isRemoved: Bool { writer.isRemoved }

    private static func tell(
        _ notice: RecordingWriter.Notice, _ obstacle: (any Error)?, _ isFailing: Flag,
        _ log: (String) -> Void
    ) {
        switch notice {
        case .failed(let fault):
            isFailing.isSet = true
            let error = obstacle ?? FileError(fault)
            log("\(error); the workout goes on, and its recording is tried again every second")
        case .goesOn(let missing):
            isFailing.isSet = false
            let loss = missing == 0 ? "nothing is missing" : "\(missing) notifications are missing"
            log("the workout's recording can be written again; \(loss)")
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
