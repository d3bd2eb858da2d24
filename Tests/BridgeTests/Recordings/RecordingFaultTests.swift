import FlightRecorder
import Foundation
import HealthModel
import SQLiteHealthDatabase
import SensorProfiles
import Synchronization
import TestKit
import Testing
import WorkoutFormats

@testable import Bridge

private let second: Int64 = 1_000_000_000

/// What becomes of a workout where its recording says something that no workout can have, or the disk has leftovers.
@Suite struct RecordingFaultTests {
    private final class Log {
        var lines: [String] = []
    }

    private let log = Log()

    // MARK: Deleted

    @Test("A workout that a person deleted while it waited for the database is not stored again")
    func deletedWhileWaiting() async throws {
        let bench = try RideBench()
        try await bench.ride(0..<30)
        let recorded = try await bench.finish(at: 29)
        let isReachable = Mutex(false)
        let path = bench.state.path + "/health.sqlite"
        let database: @Sendable (String) -> any HealthDatabase = { rider in
            SQLiteHealthDatabase(
                path: isReachable.withLock { $0 } ? path : "/proc/nonexistent/health.sqlite", rider: rider)
        }
        let keeping = WorkoutKeeping(stateDirectory: bench.state.path, database: database)
        try keeping.files.prepare()
        let saved = try await keeping.keep(recorded, log: { _ in })
        #expect(saved.databaseError != nil)
        isReachable.withLock { $0 = true }
        let library = WorkoutLibrary(
            stateDirectory: bench.state.path, rider: "Ida", database: database("Ida"))
        _ = try await library.reindex(WorkoutFileSurvey(of: library.files))
        _ = try await library.delete(try #require(try await library.summaries().first))
        #expect(await keeping.storeAgain(recorded) == nil)
        #expect(try await library.summaries().isEmpty)
        #expect(try bench.contents.isSaved)
    }

    // MARK: Zones

    @Test("Zones in a plan that make no configuration give way to those of the system, and that is said")
    func zones() async throws {
        let state = try TemporaryDirectory()
        let files = RecordingFiles(stateDirectory: state.path)
        try files.prepare()
        let start: Int64 = 1_796_000_000_000_000
        let header = RecordingHeader(
            workout: UUID(), rider: "Ida", activityType: "cycling", isIndoor: true, isSimulated: false,
            timeZone: "UTC", offsetFromUTC: 0, startMicroseconds: start, bootTime: 0, bootIdentifier: nil)
        // 50 bpm at rest and 200 at most: the system's zones begin at 140, 155, 170 and 185 bpm.
        let plan = """
            {"maximum_heart_rate":200,"resting_heart_rate":50,\
            "zone_boundaries":{"HKQuantityTypeIdentifierHeartRate":[150,100,120]}}
            """
        var now: Int64 = 0
        let writer = RecordingWriter(
            creating: files.path(of: header.workout), header: header, plan: Array(plan.utf8),
            now: { RecordingContents.ClockReading(nanoseconds: now, wallMicroseconds: start + now / 1000) },
            notify: { Issue.record("\($0)") })
        for beat in 0..<10 as Range<Int64> {
            now = beat * second
            writer.record(.heartRateMeasurement, [0, 141], from: RideBench.strap, at: now)
        }
        writer.end(at: 9 * second)
        writer.close()
        let log = log
        let recovery = WorkoutRecovery(files, log: { log.lines.append($0) })
        let workout = try #require(await recovery.takeUp(mayGoOn: { _ in false }).over.first).finished.workout
        let group = try #require(workout.zoneGroup(for: HKQuantityType(.heartRate)))
        #expect(group.zoneDurations.map(\.duration) == [0, 9, 0, 0, 0])
        #expect(log.lines.count { $0.contains("zones") } == 1, "\(log.lines)")
    }

    // MARK: Clock

    @Test("A clock that is set right during the workout dates it, live, replayed and recovered alike")
    func clock() async throws {
        // A board without a clock of its own starts in 1970.
        let bench = try RideBench(clock: FakeClock(boot: 12 * second, wallMicroseconds: 12_000_000))
        try await bench.ride(0..<8)
        bench.clock.stepWall(bySeconds: 1_796_000_000)
        try await bench.ride(8..<30)
        let start = Date(timeIntervalSince1970: 1_796_000_012)
        let crashed = try bench.crash()
        let live = try await bench.finish(at: 29).finished
        #expect(live.workout.startDate == start)
        #expect(live.workout.duration == 29)
        #expect(live.workout.series.columns[HKQuantityType(.heartRate)]?.offsets.count == 30)
        #expect(try await Replay(try bench.contents).finished.json == live.json)
        bench.clock.advance(to: bench.start + 4000 * second)
        let log = log
        let recovery = WorkoutRecovery(
            RecordingFiles(stateDirectory: crashed.path), clock: bench.clock.machineClock(),
            log: { log.lines.append($0) })
        let recovered = try #require(await recovery.takeUp(mayGoOn: { _ in false }).over.first)
        #expect(recovered.finished.workout.startDate == start)
        #expect(recovered.finished.workout.duration == 29)
        #expect(log.lines.contains { $0.contains("of 2026-11-30T") }, "\(log.lines)")
    }

    @Test("A clock that is set from one possible date to another changes no workout's date")
    func laterClock() async throws {
        let bench = try RideBench()
        try await bench.ride(0..<8)
        bench.clock.stepWall(bySeconds: 100_000)
        try await bench.ride(8..<30)
        let live = try await bench.finish(at: 29).finished
        #expect(live.workout.startDate == Date(timeIntervalSince1970: 1_796_000_000))
        #expect(try await Replay(try bench.contents).finished.json == live.json)
    }

    // MARK: Leftovers

    @Test("What killed processes left half written goes when its directory is prepared, once it is old")
    func leftovers() throws {
        let gone = Process()
        gone.executableURL = URL(fileURLWithPath: "/bin/true")
        try gone.run()
        gone.waitUntilExit()
        let state = try TemporaryDirectory()
        let recordings = RecordingFiles(stateDirectory: state.path)
        let workouts = WorkoutFiles(directory: state.path + "/workouts")
        try recordings.prepare()
        try workouts.prepare()
        let old = Date(timeIntervalSinceNow: -7200)
        func make(_ path: String, _ date: Date = old) throws {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let dead = gone.processIdentifier
        try make(recordings.directory + "/a.recording.new")
        try make(recordings.directory + "/b.recording.new", Date())
        try make(recordings.directory + "/c.recording.new")
        try make(recordings.directory + "/d.recording.\(dead).tmp")
        try make(workouts.directory + "/a.json.\(dead).tmp")
        try make(workouts.directory + "/b.json.\(dead).tmp", Date())
        try make(workouts.directory + "/c.json.\(getpid()).tmp")
        try make(workouts.directory + "/d.json.mine.tmp")
        try make(workouts.directory + "/e.json")
        // Its writer holds a lock on it.
        let writing = open(recordings.directory + "/c.recording.new", O_RDONLY)
        defer { close(writing) }
        try #require(flock(writing, LOCK_EX) == 0)
        try recordings.prepare()
        try workouts.prepare()
        func names(_ directory: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        }
        #expect(try names(recordings.directory) == ["b.recording.new", "c.recording.new"])
        #expect(
            try names(workouts.directory) == [
                "b.json.\(dead).tmp", "c.json.\(getpid()).tmp", "d.json.mine.tmp", "e.json",
            ])
    }
}
