import Bridge
import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

@Suite struct SimulatedRecordingTests {
    private struct Workout: Decodable {
        struct Duration: Decodable {
            let elapsed_s: Double
        }
        let format: String
        let simulated: Bool
        let duration: Duration
    }

    private func workout(at path: String) throws -> Workout {
        try JSONDecoder().decode(Workout.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    @Test("A simulated ride is labelled as one and leaves its file where it was asked to")
    func labelled() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/ride.json"
        let outcome = try await CommandProcess.run([
            "record", "--simulate", "--duration", "2s", "--output", path,
        ])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("SIMULATED"))
        // No state directory can be made in these tests: that is said once and stops nothing.
        #expect(outcome.errors.components(separatedBy: "cannot create directory /proc/").count == 2)
        #expect(outcome.output.contains("SIMULATED workout"))
        #expect(outcome.output.hasSuffix("Wrote \(path)\n"))
        let workout = try workout(at: path)
        #expect(workout.format == "pulsewatt.workout")
        #expect(workout.simulated)
        #expect(workout.duration.elapsed_s == 2)
    }

    @Test(
        "Ctrl-C, SIGTERM and a lost terminal finish the workout properly",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: Int32) async throws {
        let state = try TemporaryDirectory()
        let recording = try CommandProcess(["record", "--simulate", "--state-directory", state.path])
        try await recording.waitForErrors(containing: "nobody is riding")
        // The first reading comes at once; a little more time gives the workout a length.
        try await Task.sleep(for: .milliseconds(800))
        recording.signal(signal)
        let outcome = try await recording.wait()
        #expect(outcome.status == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts")
        #expect(files.count == 1)
        let path = state.path + "/workouts/" + (files.first ?? "")
        #expect(outcome.output.hasSuffix("Wrote \(path)\n"))
        #expect(try workout(at: path).duration.elapsed_s > 0)
    }

    @Test(
        "A simulated ride is written in the formats of the configuration, and its command is not run: nobody rode"
    )
    func exports() async throws {
        let state = try TemporaryDirectory()
        let configuration = state.path + "/pulsewatt.conf"
        let trace = state.path + "/trace"
        try "[export]\nformats = json,fit,tcx\ncommand = touch '\(trace)'\n".write(
            toFile: configuration, atomically: true, encoding: .utf8)
        let outcome = try await CommandProcess.run([
            "record", "--simulate", "--duration", "2s", "--config", configuration, "--state-directory",
            state.path,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").sorted()
        #expect(names.map { URL(fileURLWithPath: $0).pathExtension } == ["fit", "json", "tcx"])
        #expect(Set(names.map { URL(fileURLWithPath: $0).deletingPathExtension().path }).count == 1)
        let exports = try await CommandProcess.run(["exports", "--json", "--state-directory", state.path])
        #expect(exports.output == "[]\n")
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    @Test("What a locked database refuses is told, stays in its recording, and is stored by the next start")
    func lockedDatabase() async throws {
        let state = try StateBench()
        let path = state.database
        _ = try state.library().database.characteristics()
        var holder: SQLiteConnection? = try SQLiteConnection(path: path, busyTimeout: 0)
        try holder?.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
        let outcome = try await state.run("record", "--simulate", "--duration", "1s", "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Wrote "))
        #expect(outcome.errors.contains("is locked by another program"))
        #expect(outcome.errors.contains("it is stored at the next start"), "\(outcome.errors)")
        // Nobody can tell who there is, and a guess would make a second rider.
        let nobody = try await state.run("record", "--simulate", "--duration", "1s")
        #expect(nobody.status == 1 && nobody.errors.contains("Say with --rider"), "\(nobody.errors)")
        holder = nil
        #expect(try await state.library().summaries().isEmpty)
        let next = try await state.run("record", "--simulate", "--duration", "1s", "--rider", "Ada")
        #expect(next.status == 0 && next.errors.contains("recovered the workout of Ada"), "\(next.errors)")
        #expect(try await state.library().summaries().count == 2)
    }
}
