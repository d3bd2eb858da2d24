import Bridge
import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// What the commands answer of a database in which a row has changed.
@Suite struct DamageTests {
    private let bench: StateBench

    init() async throws {
        bench = try StateBench()
        try await bench.ride("1a", at: "2026-11-29T06:00:00Z", minutes: 2)
        try await bench.ride("2b", at: "2026-11-30T06:00:00Z", minutes: 2)
    }

    private func change(_ sql: String) throws {
        try SQLiteConnection(path: bench.database, busyTimeout: 0).execute(sql)
    }

    /// The second workout is at the anchor of the second of two saves, each of samples and a workout.
    private let second =
        "(SELECT anchor FROM sample JOIN workout ON sample = anchor ORDER BY anchor DESC LIMIT 1)"

    @Test("A summary that has changed keeps no command from answering, and nothing is said of it")
    func summary() async throws {
        let before = try await bench.run("workouts").output
        let trend = try await bench.run("trend").output
        try change("UPDATE workout_summary SET start_date = start_date + 0.5 WHERE workout = \(second)")
        for (arguments, output) in [(["trend"], trend), (["workouts"], before)] {
            try change("UPDATE workout_summary SET paused = paused + 1 WHERE workout = \(second)")
            let outcome = try await CommandProcess.run(
                arguments + ["--state-directory", bench.directory.path],
                environment: ["TZ": "Europe/Berlin"])
            #expect(outcome.status == 0)
            #expect(outcome.output == output)
        }
    }

    @Test("Commands go on without a damaged workout and tell of it; reindex replaces it from its file")
    func workout() async throws {
        try change(
            "UPDATE workout SET elapsed = elapsed + 1 WHERE sample = \(second); DELETE FROM workout_summary")
        for arguments in [
            ["workouts"], ["trend"], ["rezone", "--boundaries", "100,140"], ["rider", "list"],
        ] {
            let outcome = try await CommandProcess.run(
                arguments + ["--state-directory", bench.directory.path],
                environment: ["TZ": "Europe/Berlin"])
            #expect(outcome.status == 1, "\(arguments)")
            #expect(!outcome.output.isEmpty)
            #expect(outcome.errors.contains("The workout 2b000000-0000-4000-8000-000000000000 of 2026-11-30"))
            #expect(outcome.errors.contains("`pulsewatt workouts reindex` replaces it"))
        }
        #expect(try await bench.run("workouts", "show", "1a").status == 0)
        let show = try await bench.run("workouts", "show", "2b")
        #expect(show.status == 1)
        #expect(show.errors.contains("The workout 2b000000-0000-4000-8000-000000000000"))
        let reindex = try await bench.run("workouts", "reindex")
        #expect(reindex.status == 0, "\(reindex.errors)")
        #expect(reindex.output.contains("Ada: 1 agree, 1 damaged and replaced"))
        #expect(reindex.output.contains("and was replaced from \(bench.directory.path)/workouts/2026-11-30"))
        let list = try await bench.run("workouts")
        #expect(list.status == 0)
        #expect(list.output.contains("2b000000"))
        try SQLiteHealthDatabase(path: bench.database).checkIntegrity()
    }

    @Test("A workout that is damaged behind a sound summary is told when it is read, and replaced or deleted")
    func behindSummary() async throws {
        try change("UPDATE workout SET elapsed = elapsed + 1 WHERE sample = \(second)")
        #expect(try await bench.run("workouts").status == 0)
        #expect(try await bench.run("workouts", "show", "2b").errors.contains("reindex` replaces it"))
        let files = WorkoutFiles(directory: bench.directory.path + "/workouts")
        let path = try #require(try files.paths().last)
        let aside = bench.directory.path + "/aside"
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        let reindex = try await bench.run("workouts", "reindex")
        #expect(reindex.status == 1)
        #expect(reindex.errors.contains("neither a file nor a recording of it is there"))
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        let delete = try await bench.run("workouts", "delete", "2b")
        #expect(delete.status == 0, "\(delete.errors)")
        #expect(delete.output.contains("is damaged ("))
        #expect(try await bench.library().summaries().count == 1)
        #expect(try await bench.run("workouts", "reindex").output.contains("1 stored in the database"))
        #expect(try await bench.run("workouts", "show", "2b").status == 0)
    }

    @Test("A damaged resting heart rate is left out and told; the lists are there")
    func otherSample() async throws {
        let type = HKQuantityType(.restingHeartRate)
        let date = try Date("2026-11-01T06:00:00Z", strategy: .iso8601)
        try await bench.store().save(
            HKQuantitySample(
                type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 50), start: date,
                end: date))
        let before = try await bench.run("workouts").output
        try change("UPDATE quantity_sample SET value = 30 WHERE value = 50")
        for arguments in [["workouts"], ["workouts", "show", "2b"], ["trend"], ["rider", "list"]] {
            let outcome = try await CommandProcess.run(
                arguments + ["--state-directory", bench.directory.path],
                environment: ["TZ": "Europe/Berlin"])
            #expect(outcome.status == 1, "\(arguments)")
            #expect(outcome.errors.contains("resting_heart_rate is left out: "), "\(outcome.errors)")
            #expect(!outcome.output.isEmpty)
        }
        #expect(try await bench.run("workouts").output == before)
    }
}
