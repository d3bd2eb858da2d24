import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// What is left of a database in which one workout is not as it was written.
@Suite struct DamagedWorkoutTests {
    private let directory: TemporaryDirectory
    private let database: SQLiteHealthDatabase
    private let workout: HKWorkout
    private let other = emptyWorkout(.rowing, at: 1_000, lasting: 5)

    init() throws {
        directory = try TemporaryDirectory()
        database = SQLiteHealthDatabase(path: directory.file)
        workout = try fullWorkout()
        // Anchors 1 and 2, then the three samples of the first.
        try database.insert([workout, other], savedBy: revision())
        let samples = workout.series.samples(of: workout.uuid, device: nil) { _ in true }
        try database.insert(samples, savedBy: revision())
        try database.relate(samples.map(\.uuid), toWorkout: workout.uuid)
    }

    private func change(_ sql: String) throws {
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute("PRAGMA foreign_keys = OFF;" + sql)
    }

    @Test(
        "Of a damaged workout without a sound summary the list tells which it is, and shows the others",
        arguments: [
            "UPDATE workout SET elapsed = elapsed + 1 WHERE sample = 1",
            "DELETE FROM workout WHERE sample = 1", "DELETE FROM workout_zones",
            "UPDATE sample SET metadata = '{' WHERE anchor = 1",
            "UPDATE series SET content = substr(content, 1, 9)",
        ])
    func list(change sql: String) throws {
        try change(sql + "; DELETE FROM workout_summary WHERE workout = 1")
        let overview = try database.workoutOverview(startingIn: nil, withDistributions: true)
        #expect(overview.summaries.map(\.uuid) == [other.uuid])
        #expect(overview.damaged.map(\.uuid) == [workout.uuid])
        #expect(overview.damaged.map(\.start) == [epoch])
        #expect(overview.damaged.map(\.anchor) == [1])
        let error = #expect(throws: HKError.self) {
            try database.workoutSummaries(startingIn: nil, withDistributions: false)
        }
        #expect(error?.description.contains(workout.uuid.uuidString.lowercased()) == true)
        #expect(error?.description.contains("`pulsewatt workouts reindex` replaces it") == true)
        let later = DateInterval(start: other.startDate, duration: 1)
        #expect(try database.workoutOverview(startingIn: later, withDistributions: true).damaged.isEmpty)
    }

    @Test(
        "A damaged workout is named by its summary if that is sound, and is found when it is read",
        arguments: [
            "UPDATE sample SET uuid = zeroblob(16) WHERE anchor = 1",
            "UPDATE sample SET start_date = start_date + 1e6 WHERE anchor = 1",
            "UPDATE workout SET elapsed = elapsed + 1 WHERE sample = 1",
            "DELETE FROM sample WHERE anchor = 1",
            "UPDATE sample SET rider = 7 WHERE anchor = 1",
            "UPDATE sample SET type = 1 - type WHERE anchor = 1",
        ])
    func named(change sql: String) throws {
        #expect(try database.damage(ofWorkout: workout.uuid) == nil)
        try change(sql)
        let damaged = try #require(try database.damage(ofWorkout: workout.uuid))
        #expect(damaged.anchor == 1)
        #expect(damaged.uuid == workout.uuid)
        #expect(damaged.start == epoch)
        #expect(try database.damage(ofWorkout: other.uuid) == nil)
        let overview = try database.workoutOverview(startingIn: nil, withDistributions: false)
        #expect(overview.summaries.map(\.uuid) == [workout.uuid, other.uuid])
    }

    @Test(
        "A damaged workout is removed with those of its samples that are damaged, and can be stored again",
        arguments: [
            "UPDATE workout SET elapsed = elapsed + 1 WHERE sample = 1",
            "UPDATE series SET content = substr(content, 1, 9)",
            "UPDATE sample SET uuid = zeroblob(16) WHERE anchor = 1", "DELETE FROM sample WHERE anchor = 1",
            "UPDATE sample SET type = 99 WHERE anchor = 1",
        ])
    func removal(change sql: String) throws {
        try change(sql)
        let damaged = try #require(try database.damage(ofWorkout: workout.uuid))
        try database.removeDamaged(damaged)
        #expect(try database.damage(ofWorkout: workout.uuid) == nil)
        let left = try database.workoutOverview(startingIn: nil, withDistributions: true)
        #expect(left.summaries.map(\.uuid) == [other.uuid])
        #expect(left.damaged.isEmpty)
        let areSeriesDamaged = sql.contains("series")
        for type in [heartRateType, powerType] {
            let samples = try database.samples(SampleRequest(type: type)).stored
            #expect(samples.count == (areSeriesDamaged ? 0 : 1))
        }
        let again = HKWorkout(
            uuid: workout.uuid, configuration: workout.workoutConfiguration, start: epoch,
            end: workout.endDate, device: nil, metadata: nil, events: [], activities: [],
            series: workout.series)
        try database.insert([again], savedBy: revision())
        #expect(try database.workoutSummaries(startingIn: nil, withDistributions: true).count == 2)
        try database.checkIntegrity()
    }

    @Test("A workout that is sound is not removed as a damaged one")
    func soundStays() throws {
        try database.removeDamaged(
            DamagedWorkout(anchor: 1, uuid: workout.uuid, start: epoch, reason: "it is said to be"))
        #expect(try database.workoutSummaries(startingIn: nil, withDistributions: false).count == 2)
    }

    @Test("An anchor that no workout can have is no trap")
    func impossibleAnchor() throws {
        try change("UPDATE workout_summary SET workout = -9223372036854775808 WHERE workout = 2")
        let overview = try database.workoutOverview(startingIn: nil, withDistributions: false)
        #expect(overview.summaries.map(\.uuid) == [workout.uuid, other.uuid])
    }
}
