import Bridge
import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import Testing

@Suite struct ReplayTests {
    private func replay(_ lines: String) async throws -> Replay {
        try await Replay(try CaptureReader.records(in: Data(lines.utf8)), plan: WorkoutPlan(timeZone: .gmt))
    }

    @Test("A capture is a workout from time 0 to its end")
    func whole() async throws {
        let replay = try await replay(
            """
            {"t":0.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}
            {"t":3.000,"event":"pause"}
            {"t":5.000,"event":"resume"}
            {"t":6.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}
            {"t":7.000,"event":"lap"}
            {"t":8.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00"}
            {"t":9.000,"event":"end"}
            {"t":99.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00C8"}
            """)
        let workout = replay.finished.workout
        #expect(workout.endDate.timeIntervalSince(workout.startDate) == 9)
        #expect(workout.duration == 7)
        #expect(
            workout.zoneGroup(for: HKQuantityType(.heartRate))?.zoneDurations.map(\.duration) == [
                0, 6, 0, 0, 0,
            ])
        #expect(workout.noDataDuration(for: HKQuantityType(.heartRate)) == 1_000_000_000)
        #expect(replay.unreadable?.count == 1)
        #expect(workout.workoutEvents?.contains { $0.type == .lap } == true)
    }

    @Test("Without an end a capture ends with its last line")
    func noEnd() async throws {
        let replay = try await replay(
            """
            {"t":0.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}
            {"t":4.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}
            """)
        #expect(replay.finished.workout.duration == 4)
    }

    @Test("The same capture gives the same bytes")
    func repeatable() async throws {
        let line = #"{"t":0.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}"#
        #expect(try await replay(line).finished.json == replay(line).finished.json)
    }

    @Test("A capture without a notification is no workout", arguments: ["", #"{"t":1.0,"event":"end"}"#])
    func empty(lines: String) async throws {
        await #expect(throws: ReplayError.noNotification) { try await replay(lines) }
    }
}
