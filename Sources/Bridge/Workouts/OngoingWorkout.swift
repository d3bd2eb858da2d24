internal import DBus
internal import Foundation

/// A live workout: its recorder, and the clocks of this machine that it is held against.
final class OngoingWorkout {
    let recorder: WorkoutRecorder
    /// The moment of the first reading, in nanoseconds of CLOCK_BOOTTIME.
    let startedAt: Int64
    /// The moment of the latest event.
    private(set) var lastEventAt: Int64
    private var wallClock: WallClock

    /// Starts with a reading; `earlier` is what the sensors did before it, such as to say their names.
    init(plan: WorkoutPlan, startingWith event: SensorEvent, after earlier: [SensorEvent]) async throws {
        startedAt = event.nanoseconds
        lastEventAt = event.nanoseconds
        let now = EventLoop.now()
        let wallTime = Date()
        wallClock = WallClock(bootTime: now, wallTime: wallTime.nanoseconds)
        recorder = try await WorkoutRecorder(
            plan: plan, start: wallTime - Double(now - event.nanoseconds) / 1e9,
            startNanoseconds: event.nanoseconds)
        for event in earlier + [event] { try await recorder.record(event) }
    }

    /// Takes what a sensor did.
    ///
    /// - Returns: Whether it was a reading with something in it.
    @discardableResult
    func record(_ event: SensorEvent) async throws -> Bool {
        lastEventAt = max(lastEventAt, event.nanoseconds)
        return try await recorder.record(event)
    }

    /// Lets zones run out and notes a step of the wall clock.
    func timePassed(to now: Int64) async throws {
        recorder.advance(to: now)
        let bootTime = EventLoop.now()
        if wallClock.step(bootTime: bootTime, wallTime: Date().nanoseconds) != nil {
            try await recorder.clockStepped(at: bootTime)
        }
    }

    /// Ends the workout, and tells of packets that could not be read.
    func finish(at end: Int64, log: (String) -> Void) async throws -> FinishedWorkout {
        for (sensor, count) in recorder.unreadablePackets.sorted(by: { $0.key < $1.key }) {
            let last = recorder.lastPacketError.map { "; the last one: \($0)" } ?? ""
            log("\(sensor) sent \(count) packet\(count == 1 ? "" : "s") that could not be read\(last)")
        }
        return try await recorder.finish(at: end)
    }
}

extension Date {
    /// Nanoseconds since 1970, as good as a date's own grid.
    fileprivate var nanoseconds: Int64 { Int64((timeIntervalSince1970 * 1e9).rounded()) }
}

extension SensorEvent {
    /// Whether it is a notification that measures something: a strap without contact says nothing.
    var isMeasurement: Bool {
        guard case .notification(let characteristic, let value) = kind else { return false }
        var decoder = SensorDecoder()
        return (try? decoder.read(characteristic, value, at: nanoseconds))??.hasMeasurement == true
    }
}
