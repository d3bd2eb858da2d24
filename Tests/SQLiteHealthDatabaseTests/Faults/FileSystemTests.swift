import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing

/// File systems that are full or may not be written, mounted in a namespace of their own.
@Suite struct FileSystemTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A launcher that runs a shell script which mounts something and then `"$@"`.
    private func mounting(_ script: String) -> [String] {
        ["unshare", "--map-root-user", "--mount", "sh", "-e", "-c", script, "sh"]
    }

    @Test("On a full disk storing ends in an error that says so, and what was stored before is whole")
    func fullDisk() throws {
        let place = directory.path + "/disk"
        let rescued = directory.path + "/rescued"
        for path in [place, rescued] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let writer = try OtherProcess(
            "write", place + "/health.sqlite",
            through: mounting(
                """
                mount -t tmpfs -o size=700k tmpfs \(place)
                "$@" || status=$?
                cp \(place)/* \(rescued)
                exit $status
                """))
        let told = writer.remainingLines()
        let (status, errors) = try writer.wait()
        #expect(status == 1)
        #expect(
            errors.contains(
                "has no room left on its disk: nothing was stored; make room and try again."), "\(errors)")
        #expect(!told.isEmpty)
        let database = SQLiteHealthDatabase(path: rescued + "/health.sqlite")
        try database.checkIntegrity()
        let stored = try database.workoutSummaries(startingIn: nil, withDistributions: true)
        #expect(stored.map(\.uuid.uuidString) == told)
        #expect(try database.samples(SampleRequest(type: powerType)).stored.count == told.count)
    }

    @Test("A full database is read and checked, refuses what is to be stored, and goes on when there is room")
    func fullUntilThereIsRoom() throws {
        let place = directory.path + "/disk"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        var database: SQLiteHealthDatabase? = SQLiteHealthDatabase(path: directory.file)
        try database?.insert([heartRate(100)], savedBy: revision())
        database = nil
        let process = try OtherProcess(
            "fill", place + "/health.sqlite",
            through: mounting(
                """
                mount -t tmpfs -o size=1M tmpfs \(place)
                cp \(directory.file) \(place)
                dd if=/dev/zero of=\(place)/full bs=4k 2>/dev/null || true
                exec "$@"
                """))
        #expect(
            process.remainingLines() == [
                "1",
                "The health database \(place)/health.sqlite has no room left on its disk: "
                    + "nothing was stored; make room and try again.", "1", "2",
            ])
        #expect(try process.wait() == (0, ""))
    }

    @Test("A backup that finds no room leaves the older one, and nothing else")
    func fullDiskOfBackups() throws {
        let place = directory.path + "/disk"
        let rescued = directory.path + "/rescued"
        for path in [place, rescued] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert([heartRate(100)], savedBy: revision())
        let older = directory.path + "/older.sqlite"
        try database.backUp(to: older)
        try database.insert([try fullWorkout()], savedBy: revision())
        let process = try OtherProcess(
            "backup", directory.file,
            through: mounting(
                """
                mount -t tmpfs -o size=1M tmpfs \(place)
                cp \(older) \(place)/backup.sqlite
                dd if=/dev/zero of=\(place)/full bs=4k 2>/dev/null || true
                "$@" || status=$?
                cp \(place)/* \(rescued)
                exit $status
                """))
        _ = process.remainingLines()
        let (status, errors) = try process.wait()
        #expect(status == 1)
        #expect(errors.contains("\(place)/backup.sqlite"), "\(errors)")
        #expect(errors.contains("no room"), "\(errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: rescued).sorted() == [
                "backup.sqlite", "full",
            ])
        #expect(FileManager.default.contentsEqual(atPath: rescued + "/backup.sqlite", andPath: older))
        #expect(try database.samples(SampleRequest(type: .workoutType())).stored.count == 1)
    }

    @Test("A backup to where nothing can be written is an error that names the place")
    func nowhereToBackUp() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert([heartRate(100)], savedBy: revision())
        let error = #expect(throws: HKError.self) {
            try database.backUp(to: directory.path + "/none/backup.sqlite")
        }
        #expect(error?.code == .errorDatabaseInaccessible)
        #expect(error?.description.contains(directory.path + "/none/backup.sqlite") == true)
        #expect(try database.samples(SampleRequest(type: heartRateType)).stored.count == 1)
    }

    /// A launcher that lets nothing be written in the directory.
    private var readOnly: [String] {
        mounting(
            """
            mount --bind \(directory.path) \(directory.path)
            mount -o remount,ro,bind \(directory.path)
            exec "$@"
            """)
    }

    @Test("On a medium that is mounted to be read only a database is read, and writing is an error")
    func readOnlyMedium() throws {
        let workout = try fullWorkout()
        var database: SQLiteHealthDatabase? = SQLiteHealthDatabase(path: directory.file)
        try database?.insert([workout], savedBy: revision())
        database = nil
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file))
        let reader = try OtherProcess("read", directory.file, through: readOnly)
        #expect(reader.remainingLines() == [workout.uuid.uuidString])
        #expect(try reader.wait() == (0, ""))
        let writer = try OtherProcess("write", directory.file, through: readOnly)
        #expect(writer.remainingLines().isEmpty)
        let (status, errors) = try writer.wait()
        #expect(status == 1)
        #expect(errors.contains("The health database \(directory.file) may not be written"), "\(errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file)) == before)
        #expect(try directory.content == ["health.sqlite"])
    }

    @Test("A database whose log cannot be taken up on a read-only medium is an error, not half of the data")
    func readOnlyMediumWithLog() throws {
        let database = SQLiteHealthDatabase(path: directory.file)
        try database.insert([heartRate(100)], savedBy: revision())
        // As after a power cut: the log is there, and what processes tell each other is not.
        let cut = try TemporaryDirectory()
        for end in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: directory.file + end, toPath: cut.file + end)
        }
        let script = """
            mount --bind \(cut.path) \(cut.path)
            mount -o remount,ro,bind \(cut.path)
            exec "$@"
            """
        let reader = try OtherProcess("read", cut.file, through: mounting(script))
        _ = reader.remainingLines()
        let (status, errors) = try reader.wait()
        #expect(status == 1)
        #expect(errors.contains("The health database \(cut.file) "), "\(errors)")
        let whole = SQLiteHealthDatabase(path: cut.file)
        #expect(try whole.samples(SampleRequest(type: heartRateType)).stored.count == 1)
    }

    @Test("Where no database can be made the error says why")
    func readOnlyAndEmpty() throws {
        let reader = try OtherProcess("read", directory.file, through: readOnly)
        let (status, errors) = try reader.wait()
        #expect(status == 1)
        #expect(errors.contains("cannot be opened (Read-only file system)"), "\(errors)")
        #expect(try directory.content.isEmpty)
    }
}
