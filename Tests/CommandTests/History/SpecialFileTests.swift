import Bridge
import Foundation
import HealthModel
import TestKit
import Testing

/// What is no ordinary file, in the directories that commands look through.
@Suite struct SpecialFileTests {
    private static let identity = "1a000000-0000-4000-8000-000000000000"
    /// Ends a command that waits for a pipe, or reads a device without an end.
    private static let launcher = ["timeout", "--signal=KILL", "60", "prlimit", "--as=8000000000"]
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    private func place(_ name: String, isPipe: Bool) throws -> String {
        let path = bench.directory.path + "/" + name
        try DurableFile.prepareDirectory(DurableFile.directory(of: path))
        if isPipe {
            try #require(mkfifo(path, 0o600) == 0)
        } else {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        }
        return path
    }

    @Test(
        "A pipe or a device among the workouts is told and left, and holds nothing up",
        arguments: [true, false])
    func workouts(isPipe: Bool) async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        let path = try place("workouts/2026-11-30-060000-odd-1a000000.json", isPipe: isPipe)
        let reindexing = try await bench.run("workouts", "reindex", through: Self.launcher)
        #expect(reindexing.status == 1)
        #expect(reindexing.output == "Ada: 1 agree\n")
        #expect(reindexing.errors.contains("\(path): it is no ordinary file"))
        let deletion = try await bench.run("workouts", "delete", "1a", through: Self.launcher)
        #expect(deletion.status == 0)
        #expect(deletion.errors.contains("\(path): it is no ordinary file; it may hold the deleted workout"))
        #expect(try bench.library().files.paths() == [path])
    }

    @Test("A file where a lost one was, that is a pipe or a device, is told", arguments: [true, false])
    func place(isPipe: Bool) async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        let name = "workouts/2026-11-30-060000-ada-1a000000.json"
        try FileManager.default.removeItem(atPath: bench.directory.path + "/" + name)
        let path = try place(name, isPipe: isPipe)
        let outcome = try await bench.run("workouts", "reindex", through: Self.launcher)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(path): something else is there already"))
    }

    @Test("Recordings and their list pass a pipe or a device over", arguments: [true, false])
    func recordings(isPipe: Bool) async throws {
        let path = try place("recordings/\(Self.identity).recording", isPipe: isPipe)
        let list = try await bench.run("recordings", through: Self.launcher)
        #expect(list.errors.contains("\(path): it is no ordinary file"))
        let recording = try await bench.run(
            "record", "--simulate", "--duration", "2s", through: Self.launcher)
        #expect(recording.status == 0, "\(recording.errors)")
    }

    @Test(
        "A pipe or a device in the place of sensors.json is an error that says so", arguments: [true, false])
    func sensors(isPipe: Bool) async throws {
        let path = try place("sensors.json", isPipe: isPipe)
        let outcome = try await bench.run("rider", "list", through: Self.launcher)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot read \(path): it is no ordinary file"))
    }

    @Test(
        "A pipe or a device among the exports is put among the failed, and none is read again",
        arguments: [true, false])
    func exports(isPipe: Bool) async throws {
        let path = try place("exports/waiting/\(Self.identity).json", isPipe: isPipe)
        let outcome = try await bench.run("exports", through: Self.launcher)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("\(path) is no export job"))
        #expect(try await bench.run("exports", through: Self.launcher).status == 0)
    }
}
