import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing

/// What happens to a database that another process uses, locks, or leaves behind when it is killed.
@Suite struct OtherProcessTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("What was told to be stored is there after a kill at any moment, and the database is whole")
    func kills() throws {
        var told: [String] = []
        for round in 0..<12 {
            let writer = try OtherProcess("write", directory.file)
            for _ in 0...round % 4 { told.append(try #require(writer.nextLine())) }
            writer.kill()
            told += writer.remainingLines()
            _ = try writer.wait()
            let database = SQLiteHealthDatabase(path: directory.file)
            try database.checkIntegrity()
            let summaries = try database.workoutSummaries(startingIn: nil, withDistributions: true)
            let stored = Set(summaries.map(\.uuid.uuidString))
            #expect(stored.isSuperset(of: told), "round \(round)")
            // One more may have been stored and not told, each time.
            #expect(stored.count <= told.count + round + 1)
            let samples = try database.samples(SampleRequest(type: powerType)).stored
            #expect(samples.count == stored.count, "a workout and its samples are stored together")
        }
    }

    @Test("A database that another process has locked is read, and writing is an error that says so")
    func locked() throws {
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .milliseconds(20))
        try database.insert([heartRate(100)], savedBy: revision())
        let locker = try OtherProcess("lock", directory.file)
        #expect(locker.nextLine() == "locked")
        let error = #expect(throws: HKError.self) {
            try database.insert([heartRate(110)], savedBy: revision())
        }
        #expect(error?.code == .errorDatabaseInaccessible)
        #expect(error?.description.contains("is locked by another program") == true)
        #expect(try database.samples(SampleRequest(type: heartRateType)).stored.count == 1)
        try locker.endInput()
        #expect(try locker.wait().status == 0)
        try database.insert([heartRate(110)], savedBy: revision())
        #expect(try database.samples(SampleRequest(type: heartRateType)).stored.count == 2)
    }

    @Test("Backups that are made while another process writes are whole, and later ones hold more")
    func backupWhileWriting() throws {
        let writer = try OtherProcess("write", directory.file)
        defer { writer.kill() }
        let database = SQLiteHealthDatabase(path: directory.file)
        var counts: [Int] = []
        for number in 0..<5 {
            var told: Set<String> = []
            for _ in 0..<3 { told.insert(try #require(writer.nextLine())) }
            let backup = directory.path + "/backup-\(number).sqlite"
            try database.backUp(to: backup)
            let copy = SQLiteHealthDatabase(path: backup)
            try copy.checkIntegrity()
            let workouts = try copy.workoutSummaries(startingIn: nil, withDistributions: false).map(\.uuid)
            #expect(Set(workouts.map(\.uuidString)).isSuperset(of: told))
            #expect(try copy.samples(SampleRequest(type: powerType)).stored.count == workouts.count)
            counts.append(workouts.count)
        }
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("A backup is not restored over a database that another process has open, which stays as it is")
    func restoreWhileOpen() throws {
        let backup = directory.path + "/backup.sqlite"
        let locker = try OtherProcess("lock", directory.file)
        #expect(locker.nextLine() == "locked")
        try SQLiteHealthDatabase(path: directory.file).backUp(to: backup)
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        let error = #expect(throws: HKError.self) {
            try SQLiteHealthDatabase.restore(backup, to: directory.file)
        }
        #expect(error?.description.contains("is in use by another process") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
        try locker.endInput()
        #expect(try locker.wait().status == 0)
        try SQLiteHealthDatabase.restore(backup, to: directory.file)
        #expect(try SQLiteHealthDatabase(path: directory.file).clients().isEmpty)
        let names = try directory.content.map { $0.replacing(/[0-9]{8}T[0-9]{6}Z/, with: "TIME") }
        #expect(names == ["backup.sqlite", "health.sqlite", "health.sqlite.replaced-TIME"])
    }
}
