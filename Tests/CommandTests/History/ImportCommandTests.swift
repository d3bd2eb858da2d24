import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@Suite struct ImportCommandTests {
    private let bench: StateBench
    private let other: StateBench

    init() throws {
        bench = try StateBench()
        other = try StateBench()
    }

    /// Writes a ride of another machine into a file.
    private func file(_ name: String, _ format: WorkoutFormat, _ exported: ExportedWorkout) throws -> String {
        let path = other.directory.path + "/" + name
        try Data(format.bytes(of: exported)).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("A ride from several formats is taken once, is a file too, and agrees with the database")
    func formats() async throws {
        let ride = try await other.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 3)
        let json = try file("ride.json", .json, ride)
        let tcx = try file("ride.tcx", .tcx, ride)
        let outcome = try await bench.run("import", json, tcx, "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                \(json): saved as 1a000000, cycling of 2026-11-30 06:00
                \(tcx): is there already as 1a000000, cycling of 2026-11-30 06:00

                """)
        #expect(try bench.library().files.paths().count == 1)
        #expect(try await bench.run("workouts", "reindex").output == "Ada: 1 agree\n")
        let library = bench.library()
        let stored = try await library.workout(try await library.summary(beginning: "1a"))
        #expect(
            stored.workout.zoneConfigurations[HKQuantityType(.heartRate)]?.boundaries.edges == [
                100, 110, 130, 150,
            ])
    }

    @Test("A ride that was trimmed differently is the same ride; one right after it is another")
    func trimmed() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 10)
        let trimmed = try file(
            "a.json", .json, try await other.ride("2b", at: "2026-11-30T05:01:00Z", minutes: 8))
        let next = try file(
            "b.json", .json, try await other.ride("3c", at: "2026-11-30T05:10:00Z", minutes: 8))
        // 3 of 8 minutes in common: two rides with clocks apart, not one.
        let touching = try file(
            "c.json", .json, try await other.ride("4d", at: "2026-11-30T04:55:00Z", minutes: 8))
        let outcome = try await bench.run("import", trimmed, next, touching)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\(trimmed): is there already as 1a000000"))
        #expect(outcome.output.contains("\(next): saved as 3c000000"))
        #expect(outcome.output.contains("\(touching): saved as 4d000000"))
    }

    @Test("Of a directory every file is taken; what cannot be read is told, and ends with status 1")
    func directory() async throws {
        let ride = try await other.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let folder = other.directory.path + "/rides"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "no workout".write(toFile: folder + "/a.txt", atomically: true, encoding: .utf8)
        try Data(WorkoutFormat.tcx.bytes(of: ride)).write(to: URL(fileURLWithPath: folder + "/b.tcx"))
        let outcome = try await bench.run(
            "import", folder, other.directory.path + "/missing", "--rider", "Ada")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("\(folder)/b.tcx: saved as "))
        #expect(outcome.errors.contains("\(folder)/a.txt"))
        #expect(
            outcome.errors.contains("cannot read \(other.directory.path)/missing: No such file or directory"))
        #expect(try await bench.library().summaries().count == 1)
    }

    @Test(
        "A recorded ride comes back of every file that is read, with its zones to the second",
        arguments: [
            (WorkoutFormat.fit, 0.001), (.tcx, 1), (.csv, 1), (.json, 1), (.goldencheetah, 1),
        ])
    func roundTrip(format: WorkoutFormat, tolerance: Double) async throws {
        // Zones of the rider's own, which files without any are counted by too.
        for bench in [bench, other] {
            #expect(try await bench.run("rider", "add", "Ada").status == 0)
            #expect(
                try await bench.run("zones", "set", "heart_rate", "100,110,130,150", "--rider", "Ada").status
                    == 0)
        }
        let capture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/btmon.snoop").path
        #expect(try await other.run("import", capture, "--rider", "Ada").status == 0)
        let recorded = try await other.library().workout(
            try #require(try await other.library().summaries().first))
        let path = try file("ride." + format.fileExtension, format, recorded)
        let outcome = try await bench.run("import", path, "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let imported = try await bench.library().workout(
            try #require(try await bench.library().summaries().first))
        let type = HKQuantityType(.heartRate)
        let expected = try #require(recorded.workout.zoneGroup(for: type)).zoneDurations.map(\.duration)
        let zones = try #require(imported.workout.zoneGroup(for: type)).zoneDurations.map(\.duration)
        #expect(expected.reduce(0, +) > 25)
        for (zone, wanted) in zip(zones, expected) {
            #expect(abs(zone - wanted) <= tolerance, "\(format): \(zones), and \(expected) were recorded")
        }
    }

    @Test("A Bluetooth capture of a real machine becomes a workout and a recording, once")
    func capture() async throws {
        let capture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/btmon.snoop").path
        let outcome = try await bench.run("import", capture, "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("cycling of 2026-11-30 11:04"))
        #expect(
            try await bench.run("import", capture, "--rider", "Ada").output.contains("is there already"))
        let workouts = try #require(try await bench.json("workouts", "--rider", "Ada") as? [[String: Any]])
        #expect(workouts.count == 1)
        let recordings = try #require(try await bench.json("recordings") as? [[String: Any]])
        #expect(recordings.count == 1 && recordings.first?["state"] as? String == "finished")
        let id = try #require(workouts.first?["id"] as? String)
        let path = bench.directory.path + "/recordings/" + id + ".recording"
        let replayed = try await CommandProcess.run(["replay", path])
        let written = try String(
            contentsOfFile: try #require(bench.library().files.paths().first), encoding: .utf8)
        #expect(replayed.output == written)
    }

    /// A machine's history of a captured ride of Ada: its directory's bench, its recording and its file.
    private func recordedRide() async throws -> (recording: String, file: String, id: String) {
        let capture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/btmon.snoop").path
        #expect(try await other.run("import", capture, "--rider", "Ada").status == 0)
        let file = try #require(other.library().files.paths().first)
        let summary = try #require(try await other.library().summaries().first)
        let id = summary.uuid.uuidString.lowercased()
        return (other.directory.path + "/recordings/" + id + ".recording", file, id)
    }

    @Test("A recording comes back as the workout that it was, of its rider, and is kept; again it is known")
    func recording() async throws {
        let ride = try await recordedRide()
        let outcome = try await bench.run("import", ride.recording)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("saved as \(ride.id.prefix(8))"))
        let written = try Data(
            contentsOf: URL(fileURLWithPath: try #require(bench.library().files.paths().first)))
        #expect(written == (try Data(contentsOf: URL(fileURLWithPath: ride.file))))
        let kept = bench.directory.path + "/recordings/" + ride.id + ".recording"
        let original = try Data(contentsOf: URL(fileURLWithPath: ride.recording))
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == original)
        #expect(try await bench.run("workouts", "reindex").output == "Ada: 1 agree\n")
        #expect(try await bench.run("import", ride.recording).output.contains("is there already"))

        // Deleted, it comes back of the recording that stayed; and goes to whom it is given.
        #expect(try await bench.run("workouts", "delete", String(ride.id.prefix(6))).status == 0)
        let back = try await bench.run("import", kept, "--rider", "Bob")
        #expect(back.status == 0, "\(back.errors)")
        #expect(
            try await bench.library(of: "Bob").summaries().map(\.uuid.uuidString) == [ride.id.uppercased()])
        #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == original)
        #expect(
            try await bench.run("workouts", "reindex").output.contains("Bob: 1 agree\n"))
    }

    @Test("A recording that was cut off gives what is in it, says what is missing, and is finished then")
    func cutRecording() async throws {
        let ride = try await recordedRide()
        let whole = try Data(contentsOf: URL(fileURLWithPath: ride.recording))
        let path = other.directory.path + "/cut.recording"
        try whole.prefix(whole.count * 2 / 3).write(to: URL(fileURLWithPath: path))
        let outcome = try await bench.run("import", path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("\(path): ")
                && outcome.errors.contains("cannot be read; the rest is taken"))
        let recordings = try #require(try await bench.json("recordings") as? [[String: Any]])
        #expect(recordings.map { $0["state"] as? String } == ["finished"])
        #expect(try await bench.run("workouts", "reindex").output == "Ada: 1 agree\n")
    }

    @Test("What holds no workout is refused by name, and nothing is kept of it")
    func emptyRecording() async throws {
        let ride = try await recordedRide()
        let whole = try Data(contentsOf: URL(fileURLWithPath: ride.recording))
        let path = other.directory.path + "/empty.recording"
        try whole.prefix(8).write(to: URL(fileURLWithPath: path))
        let outcome = try await bench.run("import", path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot import \(path): it holds no notification"))
        #expect(!FileManager.default.fileExists(atPath: bench.directory.path + "/recordings"))
    }

    @Test("Our JSON is taken exact to the sample where its recording is there")
    func recordedJSON() async throws {
        let ride = try await recordedRide()
        let copies = bench.directory.path + "/recordings"
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: ride.recording, toPath: copies + "/\(ride.id).recording")
        let outcome = try await bench.run("import", ride.file, "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let exact = try await other.library().workout(
            try #require(try await other.library().summaries().first))
        let taken = try await bench.library().workout(
            try #require(try await bench.library().summaries().first))
        #expect(taken.workout.series == exact.workout.series)
        #expect(try await bench.run("workouts", "reindex").output == "Ada: 1 agree\n")
    }

    @Test(
        "Handles of a capture are named by a person as they are written in tools",
        arguments: ["0x10=2a99", "0x10", "=2a37", "65536=2a37", "0x10=2a37,"])
    func handles(text: String) async throws {
        let outcome = try await bench.run("import", "x", "--handles", text)
        #expect(outcome.status == 2 && outcome.errors.contains("--handles is \"\(text)\""))
    }
}
