import Bridge
import DBus
import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

/// A process that records, saves or recovers is killed at a random moment, 200 times; what was recorded is a workout all the same.
///
/// SIGKILL leaves no time for anything, so what is found was written before. What the system loses with its power is
/// another matter: the tests of damaged recordings cut them off and spoil them.
@Suite(.timeLimit(.minutes(5))) struct KillTests {
    private static let second: Int64 = 1_000_000_000

    /// What a process is killed at.
    private enum Phase {
        case riding
        /// The workout has ended after so many notifications.
        case saving(notifications: Int)
        /// Another one was killed while riding, and this one saves what it left.
        case recovering
    }

    /// What is known of a run without asking the recorder.
    private struct Run {
        let phase: Phase
        let state: TemporaryDirectory
        /// The moments of the notifications, in the order they were sent.
        let sent: [Int64]
        /// A moment before the kill.
        let killedAt: Int64
    }

    /// Starts the rider and kills it in a phase: a while after its first notification, or after saving may begin.
    private func kill(in phase: Phase, after delay: Duration, and secondDelay: Duration) async throws -> Run {
        let state = try TemporaryDirectory()
        let told = state.path + "/told"
        var killedAt: Int64
        switch phase {
        case .riding:
            killedAt = try await kill([state.path, told], after: delay, from: 1)
        case .saving(let count):
            killedAt = try await kill(
                [state.path, told, "\(count)"], after: secondDelay, from: 8 * count)
        case .recovering:
            killedAt = try await kill([state.path, told], after: delay, from: 1)
            _ = try await kill([state.path, told + ".recovery", "recover"], after: secondDelay, from: 1)
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: told))
        let sent = bytes.withUnsafeBytes { bytes in
            (0..<(bytes.count / 8)).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self) }
        }
        return Run(phase: phase, state: state, sent: sent, killedAt: killedAt)
    }

    /// Starts a process and kills it a while after it has told so many bytes, unless it was faster.
    ///
    /// - Returns: A moment before the kill.
    private func kill(_ arguments: [String], after delay: Duration, from count: Int) async throws -> Int64 {
        let told = URL(fileURLWithPath: arguments[1])
        let process = Process()
        process.executableURL = try CommandProcess.executable(named: "kill-test-rider")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let isRunning = process.isRunning
            if let bytes = try? Data(contentsOf: told), bytes.count >= count { break }
            try #require(ContinuousClock.now < deadline && isRunning, "the process never began")
            try await Task.sleep(for: .milliseconds(5))
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
        #expect(
            process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
                || arguments.count > 2 && process.terminationStatus == 0)
        return killedAt
    }

    @Test(
        "Of 200 killed while they ride, save or recover every notification older than a second is in one workout"
    )
    func kills() async throws {
        var random = SplitMix64(seed: 200)
        let plans = (0..<200).map { index in
            let phase: Phase = [.riding, .saving(notifications: 60), .riding, .recovering][index % 4]
            let delays = [500...3000, 0...30].map {
                Duration.milliseconds(Int.random(in: $0, using: &random))
            }
            return (phase: phase, delays: delays)
        }
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            var total = 0
            for (index, plan) in plans.enumerated() {
                if index >= 20 { total += try await group.next() ?? 0 }
                group.addTask {
                    try await check(
                        try await kill(in: plan.phase, after: plan.delays[0], and: plan.delays[1]))
                }
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
        if case .riding = run.phase {
            #expect(lines.count == 1)
        } else {
            #expect(lines.count <= 1)
        }
        #expect(lines.allSatisfy { $0.hasPrefix("recovered the workout of Ida") }, "\(lines)")
        #expect(taken.over.count == lines.count)
        let keeping = WorkoutKeeping(stateDirectory: run.state.path)
        try keeping.files.prepare()
        for recorded in taken.over { try await keeping.keep(recorded, log: { _ in }) }
        // Whoever saved it, it is there once, and is what its recording says.
        let path = recordings.path(ofName: try #require(try recordings.names().first))
        let contents = try RecordingFiles.contents(at: path)
        #expect(contents.isSaved)
        let finished = try await Replay(contents).finished
        let files = try keeping.files.paths()
        #expect(try files.map { try String(contentsOfFile: $0, encoding: .utf8) } == [finished.json])
        let workout = finished.workout

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
        if case .saving = run.phase {
            // Killed before the end was recorded, or after it.
            #expect(names ?? [] == ["recovered"] || names?.isEmpty ?? true)
        } else {
            #expect(names == ["recovered"])
        }
        return count
    }

    private func column(
        _ identifier: HKQuantityTypeIdentifier, of workout: HKWorkout
    ) throws -> [(time: Int64, value: Double)] {
        let column = try #require(workout.series.columns[HKQuantityType(identifier)])
        return Array(zip(column.offsets, column.values)).map { (time: $0, value: $1) }
    }
}
