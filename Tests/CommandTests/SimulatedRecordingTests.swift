import Foundation
import TestKit
import Testing

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
}
