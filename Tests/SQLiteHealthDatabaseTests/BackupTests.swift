import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing

@Suite struct BackupTests {
    private let directory: TemporaryDirectory
    private let backup: String
    /// 2026-05-09 06:13:20 in UTC.
    private let moment = Date(timeIntervalSince1970: 1_778_307_200)

    init() throws {
        directory = try TemporaryDirectory()
        backup = directory.path + "/backup.sqlite"
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// Stores one heart rate of a rider, and closes the database.
    private func store(_ rate: Double, of rider: String = "rider") throws {
        try SQLiteHealthDatabase(path: directory.file, rider: rider)
            .insert([heartRate(rate)], savedBy: revision())
    }

    private func rates(_ path: String, of rider: String = "rider") throws -> [Double] {
        try SQLiteHealthDatabase(path: path, rider: rider).samples(SampleRequest(type: heartRateType)).stored
            .compactMap { ($0.sample as? HKQuantitySample)?.quantity.value }
    }

    @Test("A backup is one file with all riders' data, for the person's eyes only")
    func backUp() throws {
        let samples = try oneOfEachKind()
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert(samples, savedBy: revision())
        try store(61, of: "Mira")
        try database.backUp(to: backup)
        #expect(try directory.content.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
        let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let copy = SQLiteHealthDatabase(path: backup)
        try copy.checkIntegrity()
        for sample in samples {
            let found = try copy.samples(SampleRequest(type: sample.sampleType)).stored
            try expectSame(try #require(found.first { $0.sample == sample }).sample, sample)
        }
        #expect(try rates(backup, of: "Mira") == [61])
    }

    @Test("A backup replaces an older one, and nothing else that has its name")
    func names() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert([heartRate(60)], savedBy: revision())
        try database.backUp(to: backup)
        try database.insert([heartRate(61)], savedBy: revision())
        try database.backUp(to: backup)
        #expect(try rates(backup) == [60, 61])
        let note = directory.path + "/note.txt"
        try Data("Buy tyres.".utf8).write(to: URL(fileURLWithPath: note))
        for (name, text) in [
            (note, "is there and no backup"), (directory.path, "is no ordinary file"),
            (directory.file, "cannot be its own backup"), ("/proc/backup.sqlite", "/proc/backup.sqlite"),
        ] {
            let error = #expect(throws: HKError.self) { try database.backUp(to: name) }
            #expect(error?.code == .errorDatabaseInaccessible)
            #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
        }
        #expect(try bytes(note) == Data("Buy tyres.".utf8))
        #expect(try rates(directory.file) == [60, 61])
        #expect(try directory.content.filter { $0.hasSuffix(".part") }.isEmpty)
    }

    @Test("A database that workouts are kept in is not replaced by a backup, whether or not it is open now")
    func liveDatabase() throws {
        try store(60)
        let other = directory.path + "/other.sqlite"
        var open: SQLiteHealthDatabase? = SQLiteHealthDatabase(path: other)
        try open?.insert([heartRate(99)], savedBy: revision())
        for isOpen in [true, false] {
            if !isOpen { open = nil }
            let error = #expect(throws: HKError.self) {
                try SQLiteHealthDatabase(path: directory.file).backUp(to: other)
            }
            #expect(error?.description.contains("is one that workouts are kept in, and no backup") == true)
        }
        #expect(try rates(other) == [99])
    }

    @Test("What killed processes left of backups goes with the next one, and nothing else does")
    func leftovers() throws {
        try store(60)
        let left = backup + ".\(UUID().uuidString).part"
        let old = Date(timeIntervalSinceNow: -7_200)
        let others = [
            backup + ".\(UUID().uuidString).part", backup + ".notes.part", directory.path + "/a.part",
        ]
        for path in [left, left + "-journal"] + others {
            try Data().write(to: URL(fileURLWithPath: path))
            // The first of the others is of somebody who is at it now.
            guard path != others[0] else { continue }
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
        }
        try SQLiteHealthDatabase(path: directory.file).backUp(to: backup)
        let parts = try directory.content.filter { $0.contains(".part") }
        #expect(parts == others.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted())
        #expect(try rates(backup) == [60])
    }

    @Test("A pipe or a device is neither replaced by a backup nor restored")
    func special() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert([heartRate(60)], savedBy: revision())
        let pipe = directory.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        var names = [pipe]
        // /dev/null under another name, which not everybody may make.
        let device = directory.path + "/null"
        if mknod(device, S_IFCHR | 0o600, 1 << 8 | 3) == 0 { names.append(device) }
        for name in names {
            for call in [database.backUp(to:), restoreBackup] {
                let error = #expect(throws: HKError.self) { try call(name) }
                #expect(error?.description.contains("\(name) is no ordinary file") == true)
            }
            var status = stat()
            #expect(stat(name, &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
        }
    }

    private func restoreBackup(_ name: String) throws {
        _ = try SQLiteHealthDatabase.restore(name, to: directory.path + "/other.sqlite")
    }

    @Test("A backup goes where a symbolic link leads, and the link stays")
    func link() throws {
        try store(60)
        let link = directory.path + "/link.sqlite"
        try FileManager.default.createDirectory(
            atPath: directory.path + "/disk", withIntermediateDirectories: true)
        try SQLiteHealthDatabase(path: directory.file).backUp(to: directory.path + "/disk/backup.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "disk/backup.sqlite")
        try store(61)
        try SQLiteHealthDatabase(path: directory.file).backUp(to: link)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "disk/backup.sqlite")
        #expect(try rates(directory.path + "/disk/backup.sqlite") == [60, 61])
    }

    @Test("A restored backup is the database, and what was there is kept under its date")
    func restore() throws {
        try store(60)
        try SQLiteHealthDatabase(path: directory.file).backUp(to: backup)
        try store(61)
        for (kept, found) in [
            ("replaced-20260509T061320Z", [60.0, 61]), ("replaced-20260509T061320Z-2", [60]),
        ] {
            let name = try SQLiteHealthDatabase.restore(backup, to: directory.file, at: moment)
            #expect(name == directory.file + "." + kept)
            #expect(try rates(directory.file) == [60])
            #expect(try rates(try #require(name)) == found)
        }
        try store(62)
        #expect(try rates(directory.file) == [60, 62])
        #expect(try rates(backup) == [60])
    }

    @Test("A backup is restored where no database is")
    func restoreIntoNothing() throws {
        try store(60)
        try SQLiteHealthDatabase(path: directory.file).backUp(to: backup)
        let other = directory.path + "/new/health.sqlite"
        #expect(try SQLiteHealthDatabase.restore(backup, to: other) == nil)
        #expect(try rates(other) == [60])
    }

    @Test("A damaged database gives way to a backup, and is kept with its log")
    func restoreOverDamage() throws {
        try store(60)
        try SQLiteHealthDatabase(path: directory.file).backUp(to: backup)
        for (name, content) in [("", "no database"), ("-wal", "no log")] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: directory.file + name))
        }
        let kept = try #require(try SQLiteHealthDatabase.restore(backup, to: directory.file, at: moment))
        #expect(try rates(directory.file) == [60])
        #expect(try bytes(kept) == Data("no database".utf8))
        #expect(try bytes(kept + "-wal") == Data("no log".utf8))
    }

    @Test("What is no whole backup is refused, and the database stays as it was")
    func refused() throws {
        try store(60)
        try SQLiteHealthDatabase(path: directory.file).backUp(to: backup)
        let before = try bytes(directory.file)
        let whole = try bytes(backup)
        var newer = whole
        newer[63] = 99
        var damaged = whole
        damaged.replaceSubrange(8192..<12288, with: Data(repeating: 0xA5, count: 4096))
        for (content, text) in [
            (Data(), "is empty"), (Data("Buy tyres.".utf8), "is damaged (file is not a database)"),
            (newer, "is of version 99"), (damaged, "is damaged"),
            (whole.prefix(whole.count / 2), "is damaged"),
        ] {
            try content.write(to: URL(fileURLWithPath: backup))
            let error = #expect(throws: HKError.self) {
                try SQLiteHealthDatabase.restore(backup, to: directory.file)
            }
            #expect(error?.code == .errorDatabaseInaccessible)
            #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
            // The advice for a damaged database, to restore a backup, leads in a circle here.
            #expect(error?.description.contains("pulsewatt restore") == false)
            if text.hasPrefix("is damaged") {
                #expect(error?.description.contains("The backup \(backup) is damaged") == true)
                #expect(error?.description.contains("it cannot be used, and nothing was changed") == true)
            }
            #expect(try bytes(directory.file) == before)
        }
        try FileManager.default.removeItem(atPath: backup)
        let missing = #expect(throws: HKError.self) {
            try SQLiteHealthDatabase.restore(backup, to: directory.file)
        }
        #expect(missing?.description.contains("There is no backup \(backup)") == true)
        #expect(try directory.content == ["health.sqlite"])
    }

    @Test("A database in use, with a log beside it, is not taken for a backup")
    func liveFile() throws {
        let live = SQLiteHealthDatabase(path: directory.file)
        try live.insert([heartRate(60)], savedBy: revision())
        let error = #expect(throws: HKError.self) {
            try SQLiteHealthDatabase.restore(directory.file, to: directory.path + "/other.sqlite")
        }
        #expect(error?.description.contains("is a database in use") == true)
        #expect(try live.samples(SampleRequest(type: heartRateType)).stored.count == 1)
    }
}
