import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import Bridge

/// A live workout over a fake clock, with its recording in a directory of its own.
final class RideBench {
    static let second: Int64 = 1_000_000_000
    static let strap = BluetoothAddress(value: 1)

    let state: TemporaryDirectory
    let clock: FakeClock
    let start: Int64
    let lines = LineLog()
    let plan: WorkoutPlan
    let intake: RecordingIntake
    private(set) var workout: OngoingWorkout?

    init(plan: WorkoutPlan = WorkoutPlan(rider: "Ida", timeZone: .gmt), clock: FakeClock = FakeClock()) throws
    {
        state = try TemporaryDirectory()
        self.clock = clock
        self.plan = plan
        start = clock.boot
        intake = RecordingIntake(
            recordings: RecordingFiles(stateDirectory: state.path), onlyRider: plan.rider,
            clock: clock.machineClock(), log: lines.add, plan: { _ in plan })
    }

    var log: [String] { lines.all }
    var files: RecordingFiles { RecordingFiles(stateDirectory: state.path) }

    func beat(_ bpm: UInt8, at seconds: Double, of sensor: BluetoothAddress = strap) -> SensorEvent {
        SensorEvent(
            nanoseconds: start + Int64(seconds * 1e9), sensor: sensor,
            kind: .notification(characteristic: .heartRateMeasurement, value: [0x10, bpm, 0x00, 0x02]))
    }

    /// Hands an event to the workout at its time, which starts with the first.
    func send(_ event: SensorEvent) async throws {
        clock.advance(to: event.nanoseconds)
        let arrival = intake.arrived(event)
        if let workout {
            try await workout.record(event)
        } else if let beginning = intake.beginning(of: plan.rider) {
            workout = try await OngoingWorkout(beginning, clock: clock.machineClock())
        }
        intake.handled(arrival)
    }

    /// A second passes.
    func tick(at seconds: Double) async throws {
        clock.advance(to: start + Int64(seconds * 1e9))
        try await workout?.timePassed(to: clock.boot)
    }

    /// Rides for whole seconds, one beat each, from a heart rate that rises.
    func ride(_ seconds: Range<Int>) async throws {
        for second in seconds {
            try await send(beat(UInt8(80 + second % 100), at: Double(second)))
            try await tick(at: Double(second) + 0.5)
        }
    }

    func finish(at seconds: Double) async throws -> RecordedWorkout {
        try await #require(workout).finish(at: start + Int64(seconds * 1e9), log: lines.add)
    }

    /// The recording's bytes as a crash would leave them, in a state directory where nobody holds them.
    func crash() throws -> TemporaryDirectory {
        let other = try TemporaryDirectory()
        let copies = RecordingFiles(stateDirectory: other.path)
        try copies.prepare()
        for name in try files.names() {
            try FileManager.default.copyItem(
                atPath: files.path(ofName: name), toPath: copies.path(ofName: name))
        }
        return other
    }

    var contents: RecordingContents {
        get throws {
            let name = try #require(try files.names().first)
            return try RecordingFiles.contents(at: files.path(ofName: name))
        }
    }
}
