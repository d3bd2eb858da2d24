import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// Files that cannot be used: each is an error that says why, and the file stays as it is.
@Suite struct UnusableFileTests {
    /// Where SQLite's header holds the version of the tables and the mark of the program that owns them.
    private enum HeaderField: Int {
        case userVersion = 60
        case applicationID = 68
    }

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The bytes of a database with samples of every kind in it.
    private func filledFile() throws -> Data {
        var database: SQLiteHealthDatabase? = SQLiteHealthDatabase(path: directory.file)
        try database?.insert(try oneOfEachKind(), savedBy: revision())
        try database?.updateGrants(of: "app") { $0[.read, .workoutType()] = .granted }
        database = nil
        return try Data(contentsOf: URL(fileURLWithPath: directory.file))
    }

    private func write(_ data: Data) throws {
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: directory.file + end)
        }
        try data.write(to: URL(fileURLWithPath: directory.file))
    }

    /// Expects each call to fail because the database is inaccessible, with a text, and the file to stay as it is.
    private func expectInaccessible(
        _ path: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try? Data(contentsOf: URL(fileURLWithPath: path))
        let database = SQLiteHealthDatabase(path: path, busyTimeout: .zero)
        let calls: [() throws -> Void] = [
            { try database.insert([heartRate(100)], savedBy: revision()) },
            { _ = try database.samples(SampleRequest(type: heartRateType)) },
            { try database.updateGrants(of: "app") { $0 = AccessGrants() } },
            { _ = try database.clients() },
        ]
        for call in calls {
            let error = #expect(throws: HKError.self, sourceLocation: sourceLocation) { try call() }
            #expect(error?.code == .errorDatabaseInaccessible, sourceLocation: sourceLocation)
            let description = error?.description ?? ""
            #expect(description.contains(text), "\(description)", sourceLocation: sourceLocation)
            #expect(description.contains(path), "\(description)", sourceLocation: sourceLocation)
        }
        let after = try? Data(contentsOf: URL(fileURLWithPath: path))
        #expect(after == before, sourceLocation: sourceLocation)
    }

    @Test("A file of a newer version is not touched")
    func newerVersion() throws {
        var file = try filledFile()
        file[HeaderField.userVersion.rawValue + 3] = 99
        try write(file)
        try expectInaccessible(
            directory.file,
            "is of version 99, and this pulsewatt knows versions up to \(HealthSchema.version)")
        file[HeaderField.userVersion.rawValue + 3] = UInt8(HealthSchema.version)
        try write(file)
        #expect(try SQLiteHealthDatabase(path: directory.file).clients() == ["app"])
    }

    @Test("A database of another program is not touched")
    func anotherProgram() throws {
        var file = try filledFile()
        file[HeaderField.applicationID.rawValue] = 0
        try write(file)
        try expectInaccessible(directory.file, "is a database of another program")
    }

    @Test("A file that is no database is not touched")
    func noDatabase() throws {
        try write(Data("My ride of today was wonderful, and I am tired.\n".utf8))
        try expectInaccessible(directory.file, "is damaged (file is not a database)")
    }

    @Test("A path that leads nowhere is an error that says what is in the way")
    func nowhere() throws {
        let file = directory.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        try expectInaccessible(file + "/health.sqlite", "has no directory")
        try expectInaccessible("/proc/pulsewatt/health.sqlite", "has no directory")
        try expectInaccessible(directory.path, "cannot be opened")
        let nameless = #expect(throws: HKError.self) { try SQLiteHealthDatabase(path: "").clients() }
        #expect(nameless?.code == .errorDatabaseInaccessible)
    }

    @Test("A database that could not be opened is opened by the next call that can")
    func secondAttempt() throws {
        let obstacle = directory.path + "/share"
        try Data().write(to: URL(fileURLWithPath: obstacle))
        let database = SQLiteHealthDatabase(path: obstacle + "/health.sqlite")
        #expect(throws: HKError.self) { try database.clients() }
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try database.clients().isEmpty)
    }

    @Test("While another connection writes, reading goes on and writing is refused as locked")
    func locked() throws {
        let sample = heartRate(100)
        let writer = SQLiteHealthDatabase(path: directory.file)
        try writer.insert([sample], savedBy: revision())
        let other = SQLiteHealthDatabase(path: directory.file, busyTimeout: .milliseconds(1))
        let late = heartRate(110)
        try writer.updateGrants(of: "app") { grants in
            grants[.read, heartRateType] = .granted
            let error = #expect(throws: HKError.self) { try other.insert([late], savedBy: revision()) }
            #expect(error?.code == .errorDatabaseInaccessible)
            #expect(error?.description.contains("is locked by another program") == true)
            let found = try? other.samples(SampleRequest(type: heartRateType)).stored.map(\.sample)
            #expect(found == [sample])
        }
        #expect(!late.isSaved)
        try other.insert([late], savedBy: revision())
        #expect(
            try writer.samples(SampleRequest(type: heartRateType)).stored.map(\.sample) == [sample, late])
    }

    @Test("A value that the tables do not take leaves nothing of its batch")
    func refusedValue() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        let batch = [heartRate(100), heartRate(.nan)]
        let error = #expect(throws: HKError.self) { try database.insert(batch, savedBy: revision()) }
        #expect(error?.code == .errorInvalidArgument)
        #expect(batch.map(\.isSaved) == [false, false])
        #expect(try database.samples(SampleRequest(type: heartRateType)).stored.isEmpty)
        #expect(try database.samples(SampleRequest(type: heartRateType)).anchor == 0)
    }

    /// Reads all that there is, with errors as the only other outcome.
    private func readAll() throws -> [HKError] {
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .zero)
        let types: [HKSampleType] = [
            heartRateType, HKCategoryType(.menopausalState), HKCategoryType(.bleedingAfterMenopause),
            HKSeriesType.heartbeat(), .workoutType(),
        ]
        var errors: [HKError] = []
        func collect(_ call: () throws -> Void) throws {
            do {
                try call()
            } catch let error as HKError {
                errors.append(error)
            }
        }
        for type in types {
            try collect { _ = try database.samples(SampleRequest(type: type)) }
        }
        try collect { _ = try database.sampleTypes() }
        try collect { _ = try database.grants(of: "app") }
        try collect { try database.checkIntegrity() }
        return errors
    }

    @Test("Each page that is overwritten is noticed, and reading changes nothing")
    func overwrittenPages() throws {
        let file = try filledFile()
        let size = Int(file[16]) << 8 | Int(file[17])
        try #require(size == 4096 && file.count % size == 0)
        for page in stride(from: 0, to: file.count, by: size) {
            var damaged = file
            damaged.replaceSubrange(page..<page + size, with: Data(repeating: 0xA5, count: size))
            try write(damaged)
            let errors = try readAll()
            #expect(!errors.isEmpty, "page \(page / size)")
            #expect(errors.allSatisfy { $0.code == .errorDatabaseInaccessible })
            #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == damaged)
        }
    }

    @Test("A file that is cut off is noticed")
    func cutOff() throws {
        let file = try filledFile()
        for count in stride(from: 4096, to: file.count, by: 4096 * 5) {
            try write(file.prefix(count))
            let errors = try readAll()
            #expect(!errors.isEmpty, "\(count) of \(file.count) bytes")
            #expect(errors.allSatisfy { $0.code == .errorDatabaseInaccessible })
        }
    }

    @Test("Single wrong bytes end in what can be read or in an error, never in a trap", arguments: 0..<4)
    func wrongBytes(seed: UInt64) throws {
        let file = try filledFile()
        var generator = SplitMix64(seed: seed)
        for _ in 0..<100 {
            var damaged = file
            for _ in 0..<4 {
                let place = Int.random(in: 100..<file.count, using: &generator)
                damaged[place] = .random(in: .min ... .max, using: &generator)
            }
            try write(damaged)
            for error in try readAll() {
                #expect(error.code == .errorDatabaseInaccessible, "\(error)")
            }
        }
    }

    @Test(
        "A wrong bit anywhere is an error, or changes nothing that is read: never a wrong sample",
        arguments: 0..<3)
    func wrongBits(seed: UInt64) throws {
        let samples = try oneOfEachKind()
        var database: SQLiteHealthDatabase? = SQLiteHealthDatabase(path: directory.file)
        try database?.insert(samples, savedBy: revision())
        database = nil
        let summary = WorkoutSummary(try #require(samples.last as? HKWorkout))
        let file = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        var generator = SplitMix64(seed: seed)
        var errorCount = 0
        for page in stride(from: 0, to: file.count, by: 4096) {
            // Where something is: most of a small database is not in use.
            let used = (page..<page + 4096).filter { file[$0] != 0 }
            for _ in 0..<2 {
                var damaged = file
                let place = try #require(used.randomElement(using: &generator))
                damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                try write(damaged)
                let reading = read(Set(samples.map(\.sampleType)))
                errorCount += reading.errors.isEmpty ? 0 : 1
                #expect(reading.errors.allSatisfy { $0.code == .errorDatabaseInaccessible })
                for found in reading.samples {
                    let wanted = try #require(samples.first { $0.uuid == found.uuid }, "byte \(place)")
                    try expectSame(found, wanted)
                }
                for found in reading.summaries { expectSame(found, summary) }
                // What cannot be found at all is at least found missing.
                let isWhole = reading.samples.count == samples.count && reading.summaries.count == 1
                #expect(isWhole || !reading.errors.isEmpty, "byte \(place)")
                // Summaries that were damaged are mended; all else stays as it is.
                let isMended = isWhole && reading.errors.isEmpty
                #expect(try isMended || Data(contentsOf: URL(fileURLWithPath: directory.file)) == damaged)
            }
        }
        #expect(errorCount > 20)
    }

    /// All samples of some types and the summaries, with what each call and a check of the whole file throw.
    private func read(
        _ types: Set<HKSampleType>
    ) -> (samples: [HKSample], summaries: [WorkoutSummary], errors: [HKError]) {
        let database = SQLiteHealthDatabase(path: directory.file, busyTimeout: .zero)
        var samples: [HKSample] = []
        var summaries: [WorkoutSummary] = []
        var errors: [HKError] = []
        func collect(_ call: () throws(HKError) -> Void) {
            do throws(HKError) { try call() } catch { errors.append(error) }
        }
        for type in types {
            collect { () throws(HKError) in
                samples += try database.samples(SampleRequest(type: type)).stored.map(\.sample)
            }
        }
        collect { () throws(HKError) in
            summaries = try database.workoutSummaries(startingIn: nil, withDistributions: true)
        }
        collect { () throws(HKError) in try database.checkIntegrity() }
        return (samples, summaries, errors)
    }
}
