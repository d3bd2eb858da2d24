import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import Bridge

private let second: Int64 = 1_000_000_000

/// What the service and `record` do with the recordings that a crash left.
@Suite struct WorkoutRecoveryTests {
    private let bench: RideBench
    private let log = LineLog()

    init() throws {
        bench = try RideBench()
    }

    /// Runs the service on a state directory, with the bench's clock, and beats at seconds of the workout.
    private func serve(
        _ state: TemporaryDirectory, _ inputs: [WorkoutService.Input], bootIdentifier: String? = "boot"
    ) async throws {
        try KnownSensorsFile(directory: state.path).update { sensors in
            sensors[address: RideBench.strap] = KnownSensor(address: RideBench.strap, rider: "Ida")
        }
        let log = log
        var service = WorkoutService(
            stateDirectory: state.path, finishAfter: 300 * second,
            clock: bench.clock.machineClock(bootIdentifier: bootIdentifier),
            output: WorkoutService.Output(
                log: { log.add($0) }, showStatus: { log.add("status: \($0)") },
                setTicking: { log.add("ticking: \($0)") }, want: { _ in }))
        let stream = AsyncStream<WorkoutService.Input> { continuation in
            for input in inputs { continuation.yield(input) }
            continuation.finish()
        }
        try await service.run(stream)
    }

    private func beat(_ bpm: UInt8, atBoot nanoseconds: Int64) -> WorkoutService.Input {
        .event(
            SensorEvent(
                nanoseconds: nanoseconds, sensor: RideBench.strap,
                kind: .notification(characteristic: .heartRateMeasurement, value: [0x00, bpm])))
    }

    private func workouts(in state: TemporaryDirectory) throws -> [[String: Any]] {
        let directory = state.path + "/workouts"
        return try FileManager.default.contentsOfDirectory(atPath: directory).sorted().map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    private func events(of workout: [String: Any]) -> [String] {
        (workout["events"] as? [[String: Any]] ?? []).map { event in
            "\(event["type"] as? String ?? "?") \(event["t_s"] as? Double ?? -1)"
        }
    }

    private func elapsed(_ workout: [String: Any]) -> Double? {
        (workout["duration"] as? [String: Any])?["elapsed_s"] as? Double
    }

    private func contents(in state: TemporaryDirectory) throws -> RecordingContents {
        let files = RecordingFiles(stateDirectory: state.path)
        return try RecordingFiles.contents(at: files.path(ofName: try #require(try files.names().first)))
    }

    @Test("A workout that is too old to go on is finished at its last notification and marked as recovered")
    func finished() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        bench.clock.advance(to: bench.start + 400 * second)
        try await serve(state, [.stop])
        let workout = try #require(try workouts(in: state).first)
        #expect(elapsed(workout) == 29)
        #expect(events(of: workout) == ["recovered 29.0"])
        #expect(workout["rider"] as? String == "Ida")
        let contents = try contents(in: state)
        #expect(contents.isSaved)
        #expect(workout["id"] as? String == contents.header?.workout.uuidString.lowercased())
        #expect(log.all.contains { $0.hasPrefix("recovered the workout of Ida of 2026-11-30T") })
        // By hand the same comes out, before and after.
        let before = try await Replay(try bench.contents).finished.json
        #expect(try await Replay(contents).finished.json == before)
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").first)
        #expect(try String(contentsOfFile: state.path + "/workouts/" + name, encoding: .utf8) == before)
        // And a second start finds nothing to do.
        let lines = log.all.count
        try await serve(state, [.stop])
        #expect(log.all.dropFirst(lines) == ["status: Waiting for sensors"])
        #expect(try workouts(in: state).count == 1)
    }

    @Test(
        "A recovery that was killed between its mark and the end of the recording leaves one mark",
        .timeLimit(.minutes(2)))
    func markedOnce() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        let files = RecordingFiles(stateDirectory: state.path)
        do {
            let recording = try #require(files.unfinished(log: { _ in }).recordings.first)
            let last = try #require(recording.contents.lastNotification)
            LiveRecording(ending: recording, in: files, clock: bench.clock.machineClock(), log: { _ in })
                .record(.recovered, at: last)
        }
        // What was written may still be on the way to the disk, and keeps the file until it is there.
        while RecordingFile.isLocked(at: files.path(ofName: try #require(try files.names().first))) {
            await Task.yield()
        }
        bench.clock.advance(to: bench.start + 4000 * second)
        try await serve(state, [.stop])
        #expect(try workouts(in: state).map(events(of:)) == [["recovered 29.0"]])
    }

    @Test("A workout goes on when its sensor is back within five minutes; the gap is no data")
    func goesOn() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        bench.clock.advance(to: bench.start + 60 * second)
        try await serve(
            state,
            [
                .timePassed(to: bench.start + 61 * second), beat(100, atBoot: bench.start + 90 * second),
                beat(100, atBoot: bench.start + 95 * second), .stop,
            ])
        let workout = try #require(try workouts(in: state).first)
        #expect(elapsed(workout) == 95)
        #expect(events(of: workout) == ["recovered 90.0"])
        let zones = try #require(
            (workout["zone_groups"] as? [String: [String: Any]])?["heart_rate"])
        // The last beat before the crash, at 29 s, holds for ten seconds; nothing is known until 90 s.
        #expect(zones["no_data_s"] as? Double == 51)
        // 80 to 109 bpm from 0 to 29 s, 109 bpm for 10 s more: 11 s below 91 bpm, the rest above, and 5 s at 100 bpm.
        let durations = try #require(zones["zone_durations"] as? [[String: Any]])
        #expect(durations.compactMap { $0["duration_s"] as? Double } == [11, 33, 0, 0, 0])
        #expect(
            log.all.filter { $0.hasPrefix("status") } == [
                "status: Waiting for sensors", "status: Recording: Ida", "status: Waiting for sensors",
            ])
        #expect(log.all.contains("ticking: true"))
        let contents = try contents(in: state)
        #expect(contents.isSaved)
        #expect(contents.damage.isNone)
        let replayed = try await Replay(contents).finished
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").first)
        #expect(
            try String(contentsOfFile: state.path + "/workouts/" + name, encoding: .utf8) == replayed.json)
    }

    @Test("After a start of the machine a workout goes on by the wall clock")
    func reboot() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        bench.clock.reboot(wallSeconds: 90)
        let boot = bench.clock.boot
        try await serve(
            state, [beat(100, atBoot: boot + second), beat(100, atBoot: boot + 5 * second), .stop],
            bootIdentifier: "another")
        let workout = try #require(try workouts(in: state).first)
        // The crash came at 29.5 s by both clocks, the machine was back 90 s later, and rode 5 s more.
        #expect(elapsed(workout) == 124.5)
        #expect(events(of: workout) == ["recovered 120.5"])
    }

    @Test("When no sensor comes back in time the workout is finished, and the next reading starts another")
    func givenUp() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        bench.clock.advance(to: bench.start + 60 * second)
        try await serve(
            state,
            [
                .timePassed(to: bench.start + 328 * second), .timePassed(to: bench.start + 329 * second),
                beat(100, atBoot: bench.start + 330 * second), beat(100, atBoot: bench.start + 340 * second),
                .stop,
            ])
        #expect(try workouts(in: state).compactMap(elapsed).sorted() == [10, 29])
    }

    @Test("A workout that had ended and was not saved is saved as it was")
    func ended() async throws {
        try await bench.ride(0..<30)
        let live = try await bench.finish(at: 25)
        let state = try bench.crash()
        try await serve(state, [.stop])
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").first)
        #expect(
            try String(contentsOfFile: state.path + "/workouts/" + name, encoding: .utf8)
                == live.finished.json)
    }

    @Test("A file that is there already is left, whatever became of its recording")
    func alreadySaved() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        let files = WorkoutFiles(directory: state.path + "/workouts")
        try files.prepare()
        let path = try files.write(try await bench.finish(at: 29).finished)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        bench.clock.advance(to: bench.start + 4000 * second)
        try await serve(state, [.stop])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try contents(in: state).isSaved)
    }

    @Test("A recording that cannot be read stays, is told of, and stops nothing")
    func unreadable() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        let files = RecordingFiles(stateDirectory: state.path)
        let noise = files.path(ofName: "noise")
        try Data("this is no recording".utf8).write(to: URL(fileURLWithPath: noise))
        try Data([0x89, 0x50, 0x57, 0x52, 0x0D, 0x0A, 0x1A, 0x01]).write(
            to: URL(fileURLWithPath: files.path(ofName: "headless")))
        bench.clock.advance(to: bench.start + 4000 * second)
        try await serve(state, [.stop])
        #expect(try workouts(in: state).count == 1)
        #expect(
            log.all.filter { $0.contains("recordings") && !$0.hasPrefix("recovered") } == [
                "2 recordings in \(files.directory) cannot be recovered; pulsewatt recordings tells why"
            ])
        #expect(try files.names().count == 3)
    }

    @Test("A recording without a notification is removed")
    func empty() async throws {
        let state = try TemporaryDirectory()
        let files = RecordingFiles(stateDirectory: state.path)
        try await bench.ride(0..<1)
        let whole = try Data(
            contentsOf: URL(
                fileURLWithPath: bench.files.path(ofName: try #require(try bench.files.names().first))))
        try files.prepare()
        // The 13 bytes of the only notification are the last: 9 and its 4 bytes of value.
        try whole.dropLast(13).write(to: URL(fileURLWithPath: files.path(ofName: "empty")))
        try await serve(state, [.stop])
        #expect(try files.names().isEmpty)
        #expect(try workouts(in: state).isEmpty)
    }

    @Test("A recording that somebody writes is left alone")
    func live() async throws {
        try await bench.ride(0..<30)
        bench.clock.advance(to: bench.start + 4000 * second)
        try await serve(bench.state, [.stop])
        #expect(try workouts(in: bench.state).isEmpty)
        #expect(try !bench.contents.isSaved)
    }

    @Test("Of several interrupted workouts of a rider only the latest goes on")
    func several() async throws {
        try await bench.ride(0..<30)
        let state = try bench.crash()
        let later = try RideBench(clock: bench.clock)
        try await later.ride(0..<10)
        let other = try later.crash()
        for name in try FileManager.default.contentsOfDirectory(atPath: other.path + "/recordings") {
            try FileManager.default.moveItem(
                atPath: other.path + "/recordings/" + name, toPath: state.path + "/recordings/" + name)
        }
        try await serve(
            state,
            [
                beat(100, atBoot: later.start + 20 * second), beat(100, atBoot: later.start + 25 * second),
                .stop,
            ])
        #expect(try workouts(in: state).compactMap(elapsed).sorted() == [25, 29])
    }

    @Test("record goes on with an interrupted workout when its sensor is back, and finishes it otherwise")
    func foreground() async throws {
        for isBack in [true, false] {
            let bench = try RideBench()
            try await bench.ride(0..<30)
            let state = try bench.crash()
            let recordings = RecordingFiles(stateDirectory: state.path)
            bench.clock.advance(to: bench.start + 60 * second)
            let clock = bench.clock.machineClock()
            let recovery = WorkoutRecovery(recordings, clock: clock, log: { _ in })
            let pending = try #require(await recovery.takeUp(mayGoOn: { _ in true }).pending["Ida"])
            let recording = ForegroundRecording(
                plan: bench.plan, duration: nil, recordings: recordings, clock: clock, show: { _ in },
                log: { _ in })
            let first = bench.start + (isBack ? 70 : 400) * second
            let stream = AsyncStream<ForegroundRecording.Input> { continuation in
                for at in [first, first + 5 * second] {
                    continuation.yield(
                        .event(
                            SensorEvent(
                                nanoseconds: at, sensor: RideBench.strap,
                                kind: .notification(characteristic: .heartRateMeasurement, value: [0, 100]))))
                }
                continuation.finish()
            }
            var given: [RecordedWorkout] = []
            let recorded = try #require(
                try await recording.run(
                    stream, goingOnWith: pending,
                    recovered: { if let workout = await recovery.finish($0) { given.append(workout) } }))
            #expect(recorded.finished.workout.duration == (isBack ? 75 : 5))
            #expect(given.map(\.finished.workout.duration) == (isBack ? [] : [29]))
        }
    }
}
