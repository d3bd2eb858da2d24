import Bridge
import DBus
import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

/// A process that records is killed at a random moment, 200 times; what it had recorded is a workout all the same.
///
/// SIGKILL leaves no time for anything, so what is found was written before. What the system loses with its power is
/// another matter: the tests of damaged recordings cut them off and spoil them.
@Suite(.timeLimit(.minutes(5))) struct KillTests {
    private static let second: Int64 = 1_000_000_000

    /// What is known of a run without asking the recorder.
    private struct Run {
        let state: TemporaryDirectory
        /// The moments of the notifications, in the order they were sent.
        let sent: [Int64]
        /// A moment before the kill.
        let killedAt: Int64
    }

    /// Starts the rider and kills it a while after its first notification.
    private func kill(after delay: Duration) async throws -> Run {
        let state = try TemporaryDirectory()
        let told = state.path + "/told"
        let process = Process()
        process.executableURL = try CommandProcess.executable(named: "kill-test-rider")
        process.arguments = [state.path, told]
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while (try? Data(contentsOf: URL(fileURLWithPath: told)))?.isEmpty ?? true {
            try #require(ContinuousClock.now < deadline && process.isRunning, "the rider never began")
            try await Task.sleep(for: .milliseconds(20))
        }
        try await Task.sleep(for: delay)
        let killedAt = EventLoop.now()
        Foundation.kill(process.processIdentifier, SIGKILL)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                process.waitUntilExit()
                continuation.resume()
            }
        }
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: told))
        let sent = bytes.withUnsafeBytes { bytes in
            (0..<(bytes.count / 8)).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self) }
        }
        return Run(state: state, sent: sent, killedAt: killedAt)
    }

    @Test("Of 200 riders killed at random moments every notification older than a second is in a workout")
    func kills() async throws {
        var random = SplitMix64(seed: 200)
        let delays = (0..<200).map { _ in Duration.milliseconds(Int.random(in: 500...3000, using: &random)) }
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            var total = 0
            for (index, delay) in delays.enumerated() {
                if index >= 20 { total += try await group.next() ?? 0 }
                group.addTask { try await check(try await kill(after: delay)) }
            }
            return try await group.reduce(into: total) { $0 += $1 }
        }
        // Half of what 200 riders send in 1.75 s each: a machine that has more to do may be late, but not idle.
        #expect(total > 200 * 44)
    }

    /// Recovers what is left of a run and holds it against what was sent.
    ///
    /// - Returns: How many notifications are in the workout.

    private func check(_ run: Run) async throws -> Int {
        let recordings = RecordingFiles(stateDirectory: run.state.path)
        var lines: [String] = []
        let recovery = WorkoutRecovery(recordings, log: { lines.append($0) })
        let taken = await recovery.takeUp(mayGoOn: { _ in false })
        #expect(
            lines.count == 1 && lines.first?.hasPrefix("recovered the workout of Ida") == true, "\(lines)")
        let workout = try #require(taken.over.first).finished.workout

        let start = try #require(run.sent.first)
        let heartRates = try column(.heartRate, of: workout)
        let powers = try column(.cyclingPower, of: workout)
        // What was recorded is what was sent first, in order, with nothing left out and nothing made up.
        let count = heartRates.count + powers.count
        #expect(count >= run.sent.count { $0 <= run.killedAt - Self.second })
        #expect(count <= run.sent.count)
        let expected = run.sent.prefix(count).enumerated().map { n, moment in
            (n: n, time: (moment - start) / 1000 * 1000)
        }
        let beats = expected.filter { $0.n.isMultiple(of: 2) }
        #expect(heartRates.map(\.time) == beats.map(\.time))
        #expect(heartRates.map(\.value) == beats.map { Double(70 + $0.n / 2 * 37 % 110) })
        let pushes = expected.filter { !$0.n.isMultiple(of: 2) }
        #expect(powers.map(\.time) == pushes.map(\.time))
        #expect(powers.map(\.value) == pushes.map { Double($0.n) })

        // Each heart rate counts until the next one, in the zone between its thresholds.
        let end = try #require(expected.last).time
        var durations = [Int64](repeating: 0, count: 5)
        for (index, beat) in beats.enumerated() {
            let value = 70 + beat.n / 2 * 37 % 110
            let next = index + 1 < beats.count ? beats[index + 1].time : end
            durations[[91, 114, 136, 158].count { $0 <= value }] += min(next - beat.time, 10 * Self.second)
        }
        let group = try #require(workout.zoneGroup(for: HKQuantityType(.heartRate)))
        #expect(group.zoneDurations.map { Int64(($0.duration * 1e9).rounded()) } == durations)
        let names = workout.workoutEvents?.compactMap { $0.metadata?[HKMetadataKeyPulsewattEvent] as? String }
        #expect(names == ["recovered"])
        return count
    }

    private func column(
        _ identifier: HKQuantityTypeIdentifier, of workout: HKWorkout
    ) throws -> [(time: Int64, value: Double)] {
        let column = try #require(workout.series.columns[HKQuantityType(identifier)])
        return Array(zip(column.offsets, column.values)).map { (time: $0, value: $1) }
    }
}
