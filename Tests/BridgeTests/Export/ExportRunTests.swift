import Bridge
import Foundation
import HealthModel
import Synchronization
import TestKit
import Testing
import WorkoutFormats

@Suite struct ExportRunTests {
    private let directory: TemporaryDirectory
    private let queue: ExportQueue
    private let noon = Date(timeIntervalSince1970: 1_796_040_000)

    init() throws {
        directory = try TemporaryDirectory()
        queue = ExportQueue(stateDirectory: directory.path)
    }

    private func makeJob(_ start: String) throws -> ExportJob {
        let job = ExportJob(workout: UUID(), rider: "ida", start: start, files: ["/dev/null"])
        try queue.write(job)
        return job
    }

    private func jobs() -> [ExportJob] { queue.jobs { Issue.record("\($0)") } }

    private func content(of state: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: queue.directory + "/" + state)) ?? []
    }

    @Test("Every job that is due is run, the oldest workout first, and leaves the waiting ones")
    func runs() async throws {
        _ = try makeJob("2026-11-30T07:00:00.000+01:00")
        _ = try makeJob("2026-11-29T07:00:00.000+01:00")
        let list = directory.path + "/list"
        let run = ExportRun(
            queue, command: ExportCommand("echo $PULSEWATT_START >> '\(list)'"), now: { noon }, log: { _ in })
        #expect(try await run.runDue() == nil)
        #expect(
            try String(contentsOfFile: list, encoding: .utf8)
                == "2026-11-29T07:00:00.000+01:00\n2026-11-30T07:00:00.000+01:00\n")
        #expect(jobs().map(\.state) == [.done, .done])
        #expect(content(of: "waiting").isEmpty && content(of: "done").count == 2)
    }

    @Test("A job that fails waits for its next attempt, which survives this process")
    func fails() async throws {
        let job = try makeJob("2026-11-30T07:00:00.000+01:00")
        let lines = Mutex<[String]>([])
        let run = ExportRun(
            queue, command: ExportCommand("echo no network; exit 6"), now: { noon },
            log: { line in lines.withLock { $0.append(line) } })
        #expect(try await run.runDue() == 60)
        #expect(try await run.runDue() == 60)
        let kept = try #require(jobs().first)
        #expect(kept.workout == job.workout && kept.attempts == 1 && kept.state == .waiting)
        #expect(kept.failure == "the command ended with exit status 6: no network")
        #expect(content(of: "waiting").count == 1)
        #expect(lines.withLock { $0.count } == 1)
    }

    @Test("Two processes never run the same job: the second is told so")
    func lock() async throws {
        _ = try makeJob("2026-11-30T07:00:00.000+01:00")
        let descriptor = open(queue.directory, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let run = ExportRun(queue, command: ExportCommand("true"), log: { _ in })
        await #expect(throws: FileError.self) { try await run.runDue() }
        #expect(jobs().map(\.state) == [.waiting])
    }

    @Test("A job that is found in two places after a power cut is where it was settled")
    func twice() async throws {
        var job = try makeJob("2026-11-30T07:00:00.000+01:00")
        let name = try #require(content(of: "waiting").first)
        let waiting = queue.directory + "/waiting/" + name
        let copy = try Data(contentsOf: URL(fileURLWithPath: waiting))
        job.attempted(.success, at: noon)
        try queue.write(job)
        try copy.write(to: URL(fileURLWithPath: waiting))
        #expect(jobs().map(\.state) == [.done])
    }

    @Test("A file that is no job is told of once and put aside, and the others are run")
    func damaged() throws {
        _ = try makeJob("2026-11-30T07:00:00.000+01:00")
        try "{".write(toFile: queue.directory + "/waiting/x.json", atomically: false, encoding: .utf8)
        var told: [String] = []
        #expect(queue.jobs { told.append($0) }.count == 1)
        #expect(told.count == 1 && told[0].contains("waiting/x.json"))
        #expect(content(of: "failed") == ["x.json"])
        #expect(jobs().count == 1)
    }

    @Test(
        "A finished workout is queued where there is a command, with its JSON file unless formats are named")
    func added() async throws {
        let recorder = try await WorkoutRecorder(
            plan: WorkoutPlan(rider: "ida", timeZone: .gmt), start: noon, startNanoseconds: 0)
        let exported = try await recorder.finish(at: 1_000_000_000).exported
        #expect(try queue.add(exported, writtenTo: "/x/ride.json", ExportSettings()) == [])
        #expect(jobs().isEmpty)
        _ = try queue.add(exported, writtenTo: "/x/ride.json", ExportSettings(command: "true"))
        let job = try #require(jobs().first)
        #expect(job.files == ["/x/ride.json"] && job.rider == "ida")
        #expect(job.workout == exported.workout.uuid && job.start == "2026-11-30T12:00:00.000+00:00")
        // Another rider may have a workout of the same identity.
        queue.remove(job.workout, of: "bob", isShared: true)
        #expect(jobs().count == 1)
        queue.remove(job.workout, of: "ida", isShared: true)
        #expect(jobs().isEmpty)
    }
}
