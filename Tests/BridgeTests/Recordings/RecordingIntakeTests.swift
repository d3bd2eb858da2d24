import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import Bridge

private let second: Int64 = 1_000_000_000

@Suite struct RecordingIntakeTests {
    private let bench: RideBench

    init() throws {
        bench = try RideBench()
    }

    private func contents(of workout: UUID) throws -> RecordingContents {
        try RecordingFiles.contents(at: bench.files.path(of: workout))
    }

    private func event(_ kind: SensorEvent.Kind, at seconds: Double) -> SensorEvent {
        SensorEvent(
            nanoseconds: bench.start + Int64(seconds * 1e9), sensor: RideBench.strap, kind: kind)
    }

    private func packet(_ value: [UInt8], at seconds: Double) -> SensorEvent {
        event(.notification(characteristic: .heartRateMeasurement, value: value), at: seconds)
    }

    @Test("A reading that came in before it was decided that the workout is over begins the next one")
    func afterTheEnd() async throws {
        try await bench.ride(0..<20)
        // The sensor is another one, so that the workout would know of it.
        let late = bench.beat(90, at: 400, of: BluetoothAddress(value: 2))
        let arrival = bench.intake.arrived(late)
        bench.intake.close("Ida")
        let live = try await bench.finish(at: 19)
        let replayed = try await Replay(try contents(of: live.finished.workout.uuid))
        #expect(replayed.finished.json == live.finished.json)

        let beginning = try #require(bench.intake.beginning(of: "Ida"))
        #expect(beginning.event == late)
        bench.intake.handled(arrival)
        #expect(bench.intake.beginning(of: "Ida")?.identifier == beginning.identifier)
        #expect(
            try contents(of: beginning.identifier).records == [
                RecordingRecord(
                    nanoseconds: 0,
                    .capture(
                        .notification(
                            sensor: late.sensor, characteristic: .heartRateMeasurement,
                            value: [0x10, 90, 0x00, 0x02])))
            ])
    }

    @Test("What arrives at the end of a workout of a given length, or later, is not in its recording")
    func longest() throws {
        let intake = RecordingIntake(
            recordings: bench.files, onlyRider: "Ida", longest: 10 * second,
            clock: bench.clock.machineClock(), log: { _ in }, plan: { WorkoutPlan(rider: $0) })
        for at in [0, 9.999_999, 10, 11] { _ = intake.arrived(bench.beat(100, at: at)) }
        #expect(try bench.contents.records.map(\.nanoseconds) == [0, 9_999_999_000])
    }

    @Test(
        "An interrupted workout that goes on takes what came in and was not handled yet, and nothing before it"
    )
    func goesOn() async throws {
        try await bench.ride(0..<20)
        let state = try bench.crash()
        let files = RecordingFiles(stateDirectory: state.path)
        bench.clock.advance(to: bench.start + 60 * second)
        let clock = bench.clock.machineClock()
        let taken = await WorkoutRecovery(files, clock: clock, log: { _ in }).takeUp(mayGoOn: { _ in true })
        let pending = try #require(taken.pending["Ida"])
        let intake = RecordingIntake(
            recordings: files, onlyRider: "Ida", clock: clock, log: { _ in },
            plan: { WorkoutPlan(rider: $0) })
        intake.setWaiting(true, "Ida")
        intake.handled(intake.arrived(packet([], at: 61)))
        let first = bench.beat(100, at: 62)
        _ = intake.arrived(first)
        _ = intake.arrived(bench.beat(100, at: 63))
        #expect(intake.beginning(of: "Ida") == nil)
        _ = try await OngoingWorkout(
            goingOnWith: pending, at: first, intake: intake, rider: "Ida", recordings: files, clock: clock,
            log: { _ in })
        _ = intake.arrived(bench.beat(100, at: 64))
        let path = files.path(ofName: try #require(try files.names().first))
        #expect(
            try RecordingFiles.contents(at: path).records.suffix(5).map(\.nanoseconds)
                == [19, 62, 62, 63, 64].map { $0 * second })
    }

    @Test("A reading that record gets before it knows whether a workout goes on begins none beside it")
    func early() async throws {
        try await bench.ride(0..<20)
        let state = try bench.crash()
        let files = RecordingFiles(stateDirectory: state.path)
        bench.clock.advance(to: bench.start + 60 * second)
        let clock = bench.clock.machineClock()
        let taken = await WorkoutRecovery(files, clock: clock, log: { _ in }).takeUp(mayGoOn: { _ in true })
        let recording = ForegroundRecording(
            plan: bench.plan, duration: nil, recordings: files, clock: clock, show: { _ in }, log: { _ in })
        let (inputs, continuation) = AsyncStream<ForegroundRecording.Input>.makeStream()
        for at in [61.0, 62] {
            continuation.yield(.arrival(recording.intake.arrived(bench.beat(100, at: at))))
        }
        continuation.finish()
        let pending = try #require(taken.pending["Ida"])
        let recorded = try await recording.run(inputs, goingOnWith: pending)
        #expect(recorded?.finished.workout.duration == 62)
        #expect(try files.names().count == 1)
    }

    // MARK: Before the workout

    @Test("What sensors sent before the first reading stands before it, and changes nothing of the workout")
    func earlier() async throws {
        let strap = RideBench.strap
        let before = [
            event(.connected, at: -100), packet([], at: -99), event(.disconnected, at: -50),
            packet([0x04, 0x00], at: -0.5),
        ]
        for event in before { try await bench.send(event) }
        #expect(bench.workout == nil)
        try await bench.ride(0..<5)
        let live = try await bench.finish(at: 4).finished
        func notification(_ value: [UInt8]) -> RecordingRecord {
            RecordingRecord(
                nanoseconds: 0,
                .capture(
                    .notification(sensor: strap, characteristic: .heartRateMeasurement, value: value)))
        }
        let contents = try bench.contents
        #expect(
            Array(contents.records.prefix(5)) == [
                RecordingRecord(nanoseconds: 0, .capture(.event(.connected, sensor: strap))),
                notification([]),
                RecordingRecord(nanoseconds: 0, .capture(.event(.disconnected, sensor: strap))),
                notification([0x04, 0x00]), notification([0x10, 80, 0x00, 0x02]),
            ])
        #expect(contents.damage.isNone)
        let replayed = try await Replay(contents)
        #expect(replayed.finished.json == live.json)
        #expect(replayed.unreadable?.count == 1)
        #expect(live.workout.workoutEvents?.isEmpty ?? true)

        let other = try RideBench()
        try await other.ride(0..<5)
        let same = try await other.finish(at: 4).finished.workout
        #expect(live.workout.series == same.series)
    }

    @Test("Before a workout only the last five minutes are kept, and of them what fits into 64 KiB")
    func bounds() {
        var earlier = EarlierEvents()
        for second in 0...400 { earlier.append(packet([0x04, 0x00], at: Double(second))) }
        #expect(earlier.events.count == 301)
        #expect(earlier.events.first?.nanoseconds == bench.start + 100 * second)
        // 64 bytes of overhead and 448 of the value make 512: 128 of them fit.
        for index in 0..<1000 {
            earlier.append(packet([UInt8](repeating: 1, count: 448), at: 401 + Double(index) / 1000))
        }
        #expect(earlier.events.count == 128)
    }

    @Test("A sensor whose packets cannot be read is told of once a connection, with a packet to decode")
    func unreadable() {
        var sensors = UnreadableSensors()
        expect(sensors.line(for: packet([0x04, 0x00], at: 0)), is: nil)
        #expect(
            sensors.line(for: packet([0x01], at: 1))?.hasSuffix(": pulsewatt decode 2a37 01") == true)
        expect(sensors.line(for: packet([0x11, 0x48], at: 2)), is: nil)
        expect(sensors.line(for: event(.disconnected, at: 3)), is: nil)
        expect(sensors.line(for: event(.connected, at: 4)), is: nil)
        #expect(
            sensors.line(for: packet([0x11, 0x48], at: 5))?.hasSuffix(": pulsewatt decode 2a37 1148") == true)
        expect(sensors.line(for: event(.disconnected, at: 6)), is: nil)
        #expect(sensors.line(for: packet([], at: 7))?.hasSuffix(": pulsewatt decode 2a37 ''") == true)
    }
}
