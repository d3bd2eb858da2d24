import Bridge
import FlightRecorder
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// The ride that the README shows; the browser's tests find it where PULSEWATT_PICTURES says.
@Suite struct SimulatedPictureTests {
    private static let second: Int64 = 1_000_000_000

    /// An hour of the simulated sensors with laps around the intervals and a pause between two of them.
    private func ride() async throws -> FinishedWorkout {
        var records = SimulatedRide(duration: 3600 * Self.second).compactMap { event -> CaptureRecord? in
            guard case .notification(let characteristic, let value) = event.kind else { return nil }
            return CaptureRecord(
                nanoseconds: event.nanoseconds,
                .notification(sensor: event.sensor, characteristic: characteristic, value: value))
        }
        let happenings: [(Int64, CaptureEvent)] = [
            (720, .lap), (1480, .pause), (1620, .resume), (1656, .lap), (2592, .lap), (3060, .lap),
            (3600, .end),
        ]
        records += happenings.map { CaptureRecord(nanoseconds: $0 * Self.second, .event($1, sensor: nil)) }
        records.sort { $0.nanoseconds < $1.nanoseconds }
        let profile = PersonalProfile(
            characteristics: PersonalCharacteristics(
                dateOfBirth: DateComponents(timeZone: .gmt, year: 1986, month: 5, day: 4)),
            restingHeartRate: 52, functionalThresholdPower: 250)
        let plan = WorkoutPlan(
            rider: "Ada", timeZone: try #require(TimeZone(identifier: "Europe/Berlin")), isSimulated: true,
            profile: profile)
        // 2026-11-30 06:00 in Berlin.
        return try await Replay(records, plan: plan, start: Date(timeIntervalSince1970: 1_796_014_800))
            .finished
    }

    @Test("An hour of simulated riding is drawn with its zones and laps, and says that nobody rode it")
    func hour() async throws {
        let exported = try await ride().exported
        let temporary = try TemporaryDirectory()
        let named = ProcessInfo.processInfo.environment["PULSEWATT_PICTURES"]
        let directory = URL(fileURLWithPath: named ?? temporary.path)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for format in [WorkoutFormat.svg, .html] {
            let bytes = format.bytes(of: exported)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains(">SIMULATED<"))
            #expect(text.contains("30 November 2026, 06:00 – 07:00"))
            #expect(text.contains("Heart-rate zones") && text.contains("Power zones"))
            #expect(text.contains(">5</text>"))
            try Data(bytes).write(
                to: directory.appendingPathComponent("a simulated hour.\(format.fileExtension)"))
        }
    }
}
