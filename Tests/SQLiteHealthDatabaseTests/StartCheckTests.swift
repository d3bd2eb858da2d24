import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

@Suite struct StartCheckTests {
    private let directory: TemporaryDirectory
    /// 2026-05-09 06:13:20 in UTC.
    private let moment = Date(timeIntervalSince1970: 1_778_307_200)

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func fill() throws {
        try SQLiteHealthDatabase(path: directory.file).insert(try oneOfEachKind(), savedBy: revision())
    }

    /// Changes the file, as a fault of the disk does.
    private func change(_ change: (inout Data) throws -> Void) throws {
        let url = URL(fileURLWithPath: directory.file)
        var bytes = try Data(contentsOf: url)
        try change(&bytes)
        try bytes.write(to: url)
    }

    private func expectDamage(
        _ text: String, copy: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        let error = #expect(throws: HKError.self, sourceLocation: sourceLocation) {
            try SQLiteHealthDatabase.checkAtStart(path: directory.file, at: moment)
        }
        let description = error?.description ?? ""
        #expect(description.contains(text), "\(description)", sourceLocation: sourceLocation)
        #expect(
            description.contains(
                "it was copied to \(copy); restore a backup with `pulsewatt restore FILE`, or move it away and let `pulsewatt workouts reindex` make it anew"
            ), "\(description)", sourceLocation: sourceLocation)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: copy)) == before, sourceLocation: sourceLocation)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before,
            sourceLocation: sourceLocation)
    }

    @Test("A file that is whole, or not there, passes and leaves nothing behind")
    func whole() throws {
        try SQLiteHealthDatabase.checkAtStart(path: directory.file)
        #expect(try directory.content.isEmpty)
        try fill()
        try SQLiteHealthDatabase.checkAtStart(path: directory.file)
        #expect(try directory.content == ["health.sqlite"])
    }

    @Test(
        "A row that is not as it was written is told, whichever table it is in",
        arguments: [
            "UPDATE sample SET start_date = start_date + 1 WHERE anchor = 1",
            "UPDATE quantity_sample SET value = value + 1", "UPDATE category_sample SET value = value + 1",
            "UPDATE workout_event SET type = 3", "UPDATE workout_zones SET source = 'user'",
            "UPDATE workout_sensor SET name = 'Other'", "UPDATE device SET name = 'Other'",
        ])
    func wrongRow(change: String) throws {
        try fill()
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute(change)
        try expectDamage("is damaged (", copy: directory.file + ".damaged-20260509T061320Z")
    }

    @Test(
        "Summaries that are not as they were written keep nobody from using the file, for they follow from the rest",
        arguments: [
            "UPDATE workout_summary SET elapsed = elapsed + 1", "UPDATE summary_layout SET zones = '[]'",
            "UPDATE workout_distribution SET workout = workout + 1000", "DELETE FROM workout_summary",
        ])
    func wrongSummary(change: String) throws {
        try fill()
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute(change)
        #expect(try SQLiteHealthDatabase.checkAtStart(path: directory.file) == nil)
        let database = SQLiteHealthDatabase(path: directory.file)
        #expect(throws: HKError.self) { try database.checkIntegrity() }
        #expect(try database.workoutSummaries(startingIn: nil, withDistributions: true).count == 1)
        try database.checkIntegrity()
    }

    @Test("A lock may pass and is told as such; a newer file and another program's are not to be used")
    func passing() throws {
        try fill()
        var other: SQLiteConnection? = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        try other?.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
        let obstacle = try SQLiteHealthDatabase.checkAtStart(path: directory.file)
        #expect(obstacle?.description.contains("is locked by another program") == true)
        other = nil
        #expect(try SQLiteHealthDatabase.checkAtStart(path: directory.file) == nil)
        for pragma in ["user_version = 99", "application_id = 7"] {
            try SQLiteConnection(path: directory.file, busyTimeout: 0).execute("PRAGMA \(pragma)")
            #expect(throws: HKError.self, "\(pragma)") {
                try SQLiteHealthDatabase.checkAtStart(path: directory.file)
            }
        }
        #expect(try !directory.content.contains { $0.contains("damaged") })
    }

    @Test("A damaged page is told, with the copy that was kept; one copy is enough")
    func damagedPage() throws {
        try fill()
        try change { $0.replaceSubrange(8192..<12288, with: Data(repeating: 0xA5, count: 4096)) }
        let copy = directory.file + ".damaged-20260509T061320Z"
        try expectDamage("is damaged", copy: copy)
        try expectDamage("is damaged", copy: copy)
        #expect(try directory.content == ["health.sqlite", "health.sqlite.damaged-20260509T061320Z"])
        // Damage of another kind is another copy.
        try change { $0 = Data("My ride was wonderful.".utf8) }
        try expectDamage("is damaged (file is not a database)", copy: copy + "-2")
    }

    @Test("A single wrong bit in a series is told, though SQLite does not see it")
    func damagedSeries() throws {
        try fill()
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        let contents = try connection.rows("SELECT content FROM series") { $0.blob(0) }
        #expect(contents.count > 3)
        try change { file in
            let place = try #require(file.range(of: Data(contents[1])))
            file[place.lowerBound + 8] ^= 1
        }
        #expect(try SQLiteConnection(path: directory.file, busyTimeout: 0).pageFinding() == nil)
        try expectDamage(
            "is damaged (a series is not as it was written)",
            copy: directory.file + ".damaged-20260509T061320Z")
    }

    @Test("The log of a damaged database is kept with it")
    func log() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert([heartRate(60)], savedBy: revision())
        let cut = try TemporaryDirectory()
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: directory.file + end, toPath: cut.file + end)
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: cut.file))
        try file.write(contentsOf: Data("My ride".utf8))
        try file.close()
        #expect(throws: HKError.self) {
            try SQLiteHealthDatabase.checkAtStart(path: cut.file, at: moment)
        }
        let copy = cut.file + ".damaged-20260509T061320Z"
        for end in ["", "-wal"] {
            #expect(FileManager.default.contentsEqual(atPath: cut.file + end, andPath: copy + end))
        }
    }

    @Test("A newer version and another program's file are told, and not copied")
    func others() throws {
        try fill()
        try change { $0[63] = 99 }
        let newer = #expect(throws: HKError.self) {
            try SQLiteHealthDatabase.checkAtStart(path: directory.file)
        }
        #expect(newer?.description.contains("is of version 99") == true)
        try change { $0[68] = 0 }
        let other = #expect(throws: HKError.self) {
            try SQLiteHealthDatabase.checkAtStart(path: directory.file)
        }
        #expect(other?.description.contains("is a database of another program") == true)
        #expect(try directory.content == ["health.sqlite"])
    }
}
