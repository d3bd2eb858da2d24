import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// Databases of older versions, as the pulsewatt of their time made them.
@Suite struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Makes a file of a version, which holds the same in each.
    private func makeFile(ofVersion version: Int64) throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/version-\(version).sql")
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute(
            "PRAGMA journal_mode = WAL;" + String(contentsOf: fixture, encoding: .utf8))
    }

    @Test("All that an older version held is the default rider's, and its series are whole", arguments: 1...2)
    func everything(version: Int64) throws {
        try makeFile(ofVersion: version)
        let database = SQLiteHealthDatabase(path: directory.file)
        #expect(try database.riders() == ["rider"])
        for wanted in try oneOfEachKind() {
            let found = try database.samples(SampleRequest(type: wanted.sampleType)).stored
            // Each is the first of its kind but the second heart rate.
            let place = (wanted as? HKQuantitySample)?.series == nil ? 0 : 1
            try expectSame(found[place].sample, wanted, exceptOrigin: true)
            #expect(found[place].sample.sourceRevision == revision())
        }
        let workout = try #require(
            try database.samples(SampleRequest(type: .workoutType())).stored.first?.sample as? HKWorkout)
        let rates = try database.samples(SampleRequest(type: heartRateType))
        // One of each kind are six, then one that was removed, a synced one, and the workout's three.
        #expect(rates.stored.map(\.anchor) == [1, 2, 8, 10])
        #expect(rates.anchor == 12)
        #expect(
            (rates.stored[3].sample as? HKQuantitySample)?.series?.column
                == workout.series.columns[heartRateType])
        #expect(rates.stored[3].sample.workouts == [workout.uuid])
        #expect(try database.samples(SampleRequest(type: heartRateType, after: 7)).removed.count == 1)
        #expect(try database.grants(of: "app")[.read, .workoutType()] == .granted)
        #expect(try database.grants(of: "app")[.share, heartRateType] == .denied)
        #expect(
            try database.characteristics()
                == PersonalCharacteristics(
                    dateOfBirth: DateComponents(timeZone: .gmt, year: 1984, month: 2, day: 29),
                    biologicalSex: .female, maximumHeartRate: 188.5))
        #expect(try database.zoneBoundaries(for: powerType) == [100, 200.5])
        let older = synced(99, version: 1)
        try database.insert([older], savedBy: revision())
        #expect(!older.isSaved)
        let summaries = try database.workoutSummaries(startingIn: nil, withDistributions: true)
        expectSame(try #require(summaries.first), WorkoutSummary(workout))
        try database.checkIntegrity()
    }

    @Test("What shared nothing in version 1 is stored once, and the file gets smaller")
    func smaller() throws {
        try makeFile(ofVersion: 1)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file)).count
        try SQLiteHealthDatabase(path: directory.file).checkIntegrity()
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        // The workout's heart rate, power and beats, and a series and beats without a workout.
        #expect(try connection.number("SELECT count(*) FROM series") == 5)
        #expect(try connection.number("PRAGMA freelist_count") == 0)
        #expect(before > 0)
    }

    @Test("The tables are those of a new database", arguments: 1...2)
    func tables(version: Int64) throws {
        try makeFile(ofVersion: version)
        func schema(_ path: String) throws -> [String] {
            _ = try SQLiteHealthDatabase(path: path).riders()
            return try SQLiteConnection(path: path, busyTimeout: 0).rows(
                "SELECT name || ': ' || ifnull(sql, '') FROM sqlite_schema ORDER BY name"
            ) { $0.text(0) }
        }
        let new = try schema(directory.path + "/new.sqlite")
        #expect(try schema(directory.file) == new)
        #expect(new.count > 30)
    }

    @Test(
        "What is damaged in a file of an older version is told, and the file stays as it is",
        arguments: [
            (
                1, "UPDATE workout_column SET samples = x'0105' WHERE quantity_type LIKE '%HeartRate'",
                "a series is cut off"
            ),
            (2, "UPDATE series SET content = substr(content, 1, 4)", "a series is cut off"),
            (2, "UPDATE workout SET elapsed = elapsed + 1", "is not as it was written"),
        ])
    func damaged(version: Int64, by change: String, found: String) throws {
        try makeFile(ofVersion: version)
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute(change)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        let error = #expect(throws: HKError.self) { try SQLiteHealthDatabase(path: directory.file).riders() }
        #expect(error?.code == .errorDatabaseInaccessible)
        #expect(error?.description.contains(found) == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
    }

    @Test(
        "A database of an older version that is locked while it is brought up to date is an error, and is taken up later",
        arguments: 1...2)
    func locked(version: Int64) throws {
        try makeFile(ofVersion: version)
        let other = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .milliseconds(1))
        try other.transaction(.write) { () throws(HKError) in
            let error = #expect(throws: HKError.self) { try database.riders() }
            #expect(error?.description.contains("is locked by another program") == true)
        }
        #expect(try database.riders() == ["rider"])
        #expect(try database.samples(SampleRequest(type: .workoutType())).stored.count == 1)
    }
}
