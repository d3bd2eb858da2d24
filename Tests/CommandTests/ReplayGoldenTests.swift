import Foundation
import Testing

@Suite struct ReplayGoldenTests {
    @Test("A capture on standard input gives the stored workout, byte for byte")
    func golden() async throws {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Fixtures")
        let capture = try String(
            contentsOf: fixtures.appendingPathComponent("ride.capture.jsonl"), encoding: .utf8)
        let workout = try String(
            contentsOf: fixtures.appendingPathComponent("ride.workout.json"), encoding: .utf8)
        let outcome = try await CommandProcess.run(["replay", "-", "--format", "json"], input: capture)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output == workout)
    }

    @Test("A start, a time zone, a rider and an activity change what they name and no figure")
    func options() async throws {
        let capture = #"{"t":0.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}"#
        let outcome = try await CommandProcess.run(
            [
                "replay", "-", "--start", "2026-03-29T00:59:00Z", "--time-zone", "Europe/Berlin", "--rider",
                "Ida", "--activity", "rowing",
            ],
            input: capture)
        #expect(outcome.output.contains("\"start\": \"2026-03-29T01:59:00.000+01:00\""))
        #expect(outcome.output.contains("\"time_zone\": \"Europe/Berlin\""))
        #expect(outcome.output.contains("\"rider\": \"Ida\""))
        #expect(outcome.output.contains("\"activity_type\": \"rowing\""))
    }
}
