import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

@Suite struct RiderTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("Riders of one file share nothing of what is known of them")
    func apart() throws {
        let (mira, jo) = (
            SQLiteHealthDatabase(path: directory.file, rider: "Mira"),
            SQLiteHealthDatabase(path: directory.file, rider: "Jo")
        )
        let workout = try fullWorkout()
        try mira.insert([heartRate(60), workout], savedBy: revision())
        try mira.updateCharacteristics { $0.maximumHeartRate = 188 }
        try mira.setZoneBoundaries([100, 200], for: powerType)
        try mira.updateGrants(of: "app") { $0[.read, heartRateType] = .granted }
        #expect(try jo.samples(SampleRequest(type: heartRateType)).stored.isEmpty)
        #expect(try jo.workoutSummaries(startingIn: nil, withDistributions: true).isEmpty)
        #expect(try jo.sampleTypes().isEmpty)
        #expect(try jo.characteristics() == PersonalCharacteristics())
        #expect(try jo.zoneBoundaries(for: powerType) == nil)
        #expect(try jo.grants(of: "app") == AccessGrants())
        #expect(try jo.clients().isEmpty)
        try jo.setZoneBoundaries([110, 210], for: powerType)
        try jo.updateCharacteristics { $0.maximumHeartRate = 177 }
        let error = #expect(throws: HKError.self) { try jo.remove([workout]) }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try mira.zoneBoundaries(for: powerType) == [100, 200])
        #expect(try mira.characteristics().maximumHeartRate == 188)
        #expect(
            try mira.workoutSummaries(startingIn: nil, withDistributions: false).map(\.uuid)
                == [workout.uuid])
    }

    @Test("Both of two riders on a tandem can have the same workout, and one of them can let it go")
    func sameSample() throws {
        let (mira, jo) = (
            SQLiteHealthDatabase(path: directory.file, rider: "Mira"),
            SQLiteHealthDatabase(path: directory.file, rider: "Jo")
        )
        let (hers, his) = (try fullWorkout(), try fullWorkout())
        try mira.insert([hers], savedBy: revision())
        try jo.insert([hers, his], savedBy: revision())
        try jo.remove([hers])
        #expect(try mira.samples(SampleRequest(type: .workoutType())).stored.map(\.sample) == [hers])
        let removed = try jo.samples(SampleRequest(type: .workoutType(), after: 2)).removed
        #expect(removed.map(\.uuid) == [hers.uuid])
        #expect(try mira.samples(SampleRequest(type: .workoutType(), after: 1)).removed.isEmpty)
    }

    @Test("A rider is known from the first change on, not from a look")
    func names() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        #expect(try database.riders().isEmpty)
        _ = try SQLiteHealthDatabase(path: directory.file, rider: "Jo").clients()
        #expect(try database.riders().isEmpty)
        for name in ["Mira", "jo", "Änne", "O'Neil; DROP TABLE rider"] {
            try SQLiteHealthDatabase(path: directory.file, rider: name).updateCharacteristics { _ in }
        }
        try database.insert([heartRate(1)], savedBy: revision())
        #expect(try database.riders() == ["Mira", "O'Neil; DROP TABLE rider", "jo", "rider", "Änne"])
    }

    @Test("A rider who is removed leaves nothing, takes nothing of others, and gives no anchor twice")
    func removal() throws {
        let (mira, jo) = (
            SQLiteHealthDatabase(path: directory.file, rider: "Mira"),
            SQLiteHealthDatabase(path: directory.file, rider: "Jo")
        )
        try jo.insert([heartRate(50)], savedBy: revision())
        try jo.setZoneBoundaries([110, 210], for: powerType)
        let counts = try rowCounts()
        let gone = heartRate(61)
        let workout = try fullWorkout()
        try mira.insert([heartRate(60), gone, workout], savedBy: revision("other"))
        try mira.remove([gone])
        try mira.insert([heartRate(62)], savedBy: revision())
        try mira.remove([workout])
        try mira.updateCharacteristics { $0.maximumHeartRate = 188 }
        try mira.setZoneBoundaries([100, 200], for: powerType)
        try mira.updateGrants(of: "app") { $0[.read, heartRateType] = .granted }
        let anchor = try jo.samples(SampleRequest(type: heartRateType)).anchor
        #expect(try mira.removeRider())
        #expect(try !mira.removeRider())
        #expect(try jo.riders() == ["Jo"])
        #expect(try mira.samples(SampleRequest(type: heartRateType)).stored.isEmpty)
        #expect(try mira.samples(SampleRequest(type: heartRateType, after: 3)).removed.isEmpty)
        // Two removals and the newest anchor, which are nobody's now, and the type of one of them.
        let grown = try rowCounts().merging(counts) { $0 - $1 }.filter { $0.value != 0 }
        #expect(grown == ["removal": 3, "rider": 1, "sample_type": 1])
        #expect(try mira.characteristics() == PersonalCharacteristics())
        #expect(try mira.zoneBoundaries(for: powerType) == nil)
        #expect(try mira.clients().isEmpty)
        #expect(try jo.zoneBoundaries(for: powerType) == [110, 210])
        let next = heartRate(51)
        try jo.insert([next], savedBy: revision())
        let news = try jo.samples(SampleRequest(type: heartRateType, after: anchor))
        #expect(news.stored.map(\.sample) == [next])
        #expect(news.removed.isEmpty)
        try jo.checkIntegrity()
    }

    /// How many rows each table has.
    private func rowCounts() throws -> [String: Int64] {
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
        return Dictionary(
            uniqueKeysWithValues: try tables.map {
                ($0, try connection.number("SELECT count(*) FROM \($0)"))
            })
    }

    @Test("What summaries share is stored once, and goes with the last of them")
    func sharedLayout() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        func count() throws -> Int64 { try connection.number("SELECT count(*) FROM summary_layout") }
        let (first, second) = (try fullWorkout(), try fullWorkout())
        let other = emptyWorkout(.rowing, at: 1_000, lasting: 5)
        try database.insert([first, second, other], savedBy: revision())
        #expect(try count() == 2)
        try database.remove([first])
        #expect(try count() == 2)
        try database.remove([second])
        #expect(try count() == 1)
        try database.remove([other])
        #expect(try count() == 0)
    }

    @Test("What summaries share is found without reading all of it")
    func layoutIndex() throws {
        _ = try SQLiteHealthDatabase(path: directory.file).riders()
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        for (query, index) in [
            (
                "SELECT id FROM summary_layout WHERE digest = 1 AND types = '' AND zones = ''",
                "summary_layout_by_digest"
            ),
            ("SELECT 1 FROM workout_summary WHERE layout = 1", "workout_summary_by_layout"),
        ] {
            let plan = try connection.rows("EXPLAIN QUERY PLAN " + query) { $0.text(3) }
            #expect(plan.count == 1 && plan[0].contains(index), "\(plan)")
        }
    }

    @Test("A rider with workouts is not removed, and nothing of them is")
    func refusedRemoval() throws {
        let database = SQLiteHealthDatabase(path: directory.file, rider: "Mira")
        try database.insert([try fullWorkout(), heartRate(60)], savedBy: revision())
        let error = #expect(throws: HKError.self) { try database.removeRider() }
        #expect(error?.code == .errorInvalidArgument)
        #expect(error?.description.contains("has 1 workouts: delete them first") == true)
        #expect(try database.samples(SampleRequest(type: heartRateType)).stored.count == 1)
    }

    @Test("A series that several refer to is stored once, and goes with the last of them")
    func sharedSeries() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        let other = SQLiteHealthDatabase(path: directory.file, rider: "Jo")
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        func count() throws -> Int64 { try connection.number("SELECT count(*) FROM series") }
        let workout = try fullWorkout()
        let samples = workout.series.samples(of: workout.uuid, device: nil) { _ in true }
        #expect(samples.count == 3)
        try database.insert(samples, savedBy: revision())
        try database.insert([workout], savedBy: revision())
        try other.insert([try fullWorkout()], savedBy: revision())
        // Heart rate, power and beats.
        #expect(try count() == 3)
        try database.remove([workout])
        #expect(try count() == 3)
        try database.remove([samples[0]])
        #expect(try count() == 3)
        let others = try other.samples(SampleRequest(type: .workoutType())).stored.map(\.sample)
        try other.remove(others)
        // What is left are the samples of power and beats.
        #expect(try count() == 2)
        try database.remove(Array(samples[1...]))
        #expect(try count() == 0)
        try database.checkIntegrity()
    }

    @Test(
        "Summaries that are lost or wrong are worked out anew from the workouts, and stored if that can be",
        arguments: [
            "DELETE FROM workout_summary", "DELETE FROM workout_summary WHERE workout = 2",
            "UPDATE summary_layout SET zones = '[]'", "DELETE FROM workout_distribution",
            "UPDATE workout_summary SET rider = 3 - rider",
            "UPDATE workout_summary SET start_date = start_date + 0.5 WHERE workout = 1",
            "UPDATE workout_summary SET layout = 7", "UPDATE summary_layout SET checksum = 0",
            "UPDATE workout_distribution SET workout = workout + 1000",
        ])
    func rebuilding(change: String) throws {
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .milliseconds(1))
        let jo = SQLiteHealthDatabase(path: directory.file, rider: "Jo")
        let workouts = [try fullWorkout(), emptyWorkout(.rowing, at: 1_000, lasting: 5)]
        try database.insert(workouts, savedBy: revision())
        try jo.insert([workouts[0]], savedBy: revision())
        let before = try database.workoutSummaries(startingIn: nil, withDistributions: true)
        let other = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        try other.execute(change)
        func expectWhole() throws {
            let after = try database.workoutOverview(startingIn: nil, withDistributions: true)
            #expect(after.damaged.isEmpty)
            #expect(after.summaries.count == 2)
            for (found, wanted) in zip(after.summaries, before) { expectSame(found, wanted) }
        }
        // While another process writes, nothing can be stored.
        try other.transaction(.write) { () throws(HKError) in
            #expect(throws: Never.self) { try expectWhole() }
        }
        #expect(throws: HKError.self) { try database.checkIntegrity() }
        try expectWhole()
        #expect(try jo.workoutSummaries(startingIn: nil, withDistributions: true).count == 1)
        try database.checkIntegrity()
        let changes = try other.number("PRAGMA data_version")
        try expectWhole()
        #expect(try other.number("PRAGMA data_version") == changes, "what is whole is not written again")
    }

    @Test("A list of a time has the workouts that started then, also where a summary says another start")
    func mendedInterval() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        let workouts = (0..<4).map { emptyWorkout(.rowing, at: Double($0) * 1_000, lasting: 5) }
        try database.insert(workouts, savedBy: revision())
        let other = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        // The second moves out of the interval, and the last moves in.
        try other.execute(
            """
            UPDATE workout_summary SET start_date = start_date + 9000 WHERE workout = 2;
            UPDATE workout_summary SET start_date = start_date - 2000 WHERE workout = 4;
            """)
        let interval = DateInterval(start: epoch.addingTimeInterval(1_000), duration: 1_500)
        let found = try database.workoutSummaries(startingIn: interval, withDistributions: false)
        #expect(found.map(\.uuid) == [workouts[1].uuid, workouts[2].uuid])
        #expect(
            try database.workoutSummaries(startingIn: nil, withDistributions: false).map(\.uuid)
                == workouts.map(\.uuid))
    }
}
