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
        try makeFile("version-\(version)")
    }

    private func makeFile(_ name: String, in other: TemporaryDirectory? = nil) throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/\(name).sql")
        try SQLiteConnection(path: (other ?? directory).file, busyTimeout: 0).execute(
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

    @Test("What shared nothing in version 1 is stored once, in fewer bytes, and no page is left empty")
    func smaller() throws {
        try makeFile(ofVersion: 1)
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        let before = try connection.number(
            """
            SELECT (SELECT sum(length(series)) FROM quantity_sample) + (SELECT sum(length(beats)) FROM heartbeat_series)
                + (SELECT sum(length(heartbeats)) FROM workout) + (SELECT sum(length(samples)) FROM workout_column)
            """)
        try SQLiteHealthDatabase(path: directory.file).checkIntegrity()
        // The workout's heart rate, power and beats, and a series and beats without a workout.
        #expect(try connection.number("SELECT count(*) FROM series") == 5)
        #expect(try connection.number("PRAGMA freelist_count") == 0)
        #expect(try connection.number("SELECT sum(length(content)) FROM series") < before)
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
        "A workout that was damaged in an older version is left without a summary and told; all else is there",
        arguments: [
            (1, "UPDATE workout_column SET samples = x'0105' WHERE quantity_type LIKE '%HeartRate'"),
            (1, "UPDATE workout SET heartbeats = x'01'"), (1, "UPDATE workout SET pauses = x''"),
            (2, "UPDATE workout SET elapsed = elapsed + 1"),
            (2, "UPDATE series SET content = substr(content, 1, 4) WHERE id = 3"),
            (2, "UPDATE workout_zones SET boundaries = '['"), (2, "UPDATE workout_zones SET workout = 99"),
        ])
    func damagedWorkout(version: Int64, change: String) throws {
        try makeFile(ofVersion: version)
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute(change)
        let database = SQLiteHealthDatabase(path: directory.file)
        #expect(try database.riders() == ["rider"])
        #expect(try database.zoneBoundaries(for: powerType) == [100, 200.5])
        let overview = try database.workoutOverview(startingIn: nil, withDistributions: true)
        #expect(overview.summaries.isEmpty)
        #expect(overview.damaged.map(\.start) == [epoch])
        #expect(overview.damaged.first?.uuid != nil)
        // Its backup is as damaged, and does not take the place of another.
        let backup = directory.path + "/backup.sqlite"
        #expect(try database.backUp(to: backup) != nil)
        #expect(throws: HKError.self) { try database.backUp(to: backup) }
        #expect(try SQLiteHealthDatabase(path: backup).riders() == ["rider"])
    }

    @Test("A table of an older version that cannot be read is told, and the file stays as it is")
    func unreadableTable() throws {
        try makeFile(ofVersion: 2)
        let root = try SQLiteConnection(path: directory.file, busyTimeout: 0).number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'workout'")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        let start = Int(root - 1) * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: URL(fileURLWithPath: directory.file))
        let error = #expect(throws: HKError.self) { try SQLiteHealthDatabase(path: directory.file).riders() }
        #expect(error?.description.contains("is damaged (") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == bytes)
    }

    @Test("Riders of version 2 keep what is theirs, and both of a tandem their workout")
    func riders() throws {
        try makeFile("version-2-riders")
        let (rider, jo) = (
            SQLiteHealthDatabase(path: directory.file),
            SQLiteHealthDatabase(path: directory.file, rider: "Jo")
        )
        #expect(try rider.riders() == ["Jo", "rider"])
        let workouts = try [rider, jo].map {
            try #require(
                try $0.samples(SampleRequest(type: .workoutType())).stored.first?.sample as? HKWorkout)
        }
        #expect(workouts[0].uuid == workouts[1].uuid)
        for (database, workout) in zip([rider, jo], workouts) {
            let summaries = try database.workoutSummaries(startingIn: nil, withDistributions: true)
            #expect(summaries.count == 1)
            expectSame(try #require(summaries.first), WorkoutSummary(workout))
        }
        #expect(try rider.samples(SampleRequest(type: heartRateType)).stored.count == 4)
        #expect(try jo.samples(SampleRequest(type: heartRateType)).stored.isEmpty)
        #expect(try rider.characteristics().maximumHeartRate == 188.5)
        #expect(try jo.characteristics().maximumHeartRate == 201)
        #expect(try jo.zoneBoundaries(for: powerType) == nil)
        // One set of zones, and the series that both refer to.
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        #expect(try connection.number("SELECT count(*) FROM summary_layout") == 1)
        #expect(try connection.number("SELECT count(*) FROM series") == 5)
        try jo.remove([workouts[1]])
        #expect(try rider.workoutSummaries(startingIn: nil, withDistributions: true).count == 1)
        try rider.checkIntegrity()
    }

    @Test(
        "A process that is killed at any write of bringing a file up to date leaves a file that is taken up")
    func kills() throws {
        var (killed, finished) = (0, 0)
        var versions: Set<Int64> = []
        // The system kills a process that writes beyond a file size, so that each round ends at another write.
        for limit in Array(stride(from: 0, to: 160, by: 8)) + [4_096] {
            let directory = try TemporaryDirectory()
            try makeFile("version-2-riders", in: directory)
            let process = try OtherProcess(
                "migrate", directory.file,
                through: ["--default-signal=XFSZ", "prlimit", "--core=0", "--fsize=\(limit * 1024)"])
            let lines = process.remainingLines()
            if try process.wait().status == 0 {
                finished += 1
                #expect(lines == ["Jo 1", "rider 1"])
            } else {
                killed += 1
            }
            versions.insert(
                try SQLiteConnection(path: directory.file, busyTimeout: 0).number("PRAGMA user_version"))
            for rider in ["Jo", "rider"] {
                let database = SQLiteHealthDatabase(path: directory.file, rider: rider)
                #expect(try database.workoutSummaries(startingIn: nil, withDistributions: true).count == 1)
                try database.checkIntegrity()
            }
        }
        #expect(killed > 4)
        #expect(versions == [2, 3])
        #expect(finished > 0)
    }

    @Test("Several processes that take up one older file at a time all find everything")
    func processes() throws {
        try makeFile("version-2-riders")
        let processes = try (0..<5).map { _ in try OtherProcess("migrate", directory.file) }
        for process in processes {
            #expect(process.remainingLines() == ["Jo 1", "rider 1"])
            let end = try process.wait()
            #expect(end.status == 0, "\(end.errors)")
        }
        try SQLiteHealthDatabase(path: directory.file).checkIntegrity()
    }

    @Test("A process waits longer for another that brings the file up to date than for one that writes")
    func patience() throws {
        try makeFile(ofVersion: 2)
        let other = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .milliseconds(20))
        let clock = ContinuousClock()
        try other.transaction(.write) { () throws(HKError) in
            let waited = clock.measure { #expect(throws: HKError.self) { try database.riders() } }
            // A call waits 20 ms.
            #expect(waited > .milliseconds(200))
        }
        _ = try database.riders()
        try other.transaction(.write) { () throws(HKError) in
            let error = #expect(throws: HKError.self) { try database.updateCharacteristics { _ in } }
            #expect(error?.description.contains("is locked by another program") == true)
        }
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
