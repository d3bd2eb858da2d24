package import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    /// Reads everything and sees that each page, series, sample and summary is as it was written.
    ///
    /// It takes as long as reading the file.
    /// - Throws: `errorDatabaseInaccessible` if the file is damaged; it is left as it is.
    package func checkIntegrity() throws(HKError) {
        try withConnection { connection throws(HKError) in
            var finding = try connection.finding()
            if finding == nil { finding = try connection.summaryFinding() }
            if let finding { throw connection.damaged(finding) }
        }
    }

    /// Checks a file before a service starts to use it, and keeps a copy of a damaged one.
    ///
    /// A file that is not there is no fault. Not while this process has the file open. The copy is named
    /// `….damaged-` with the time in UTC; one that was copied before is not copied again.
    /// - Parameters:
    ///   - path: the file.
    ///   - moment: the time that the name of a copy says.
    /// - Returns: what kept it from being checked and may pass, such as a lock; nil where the file is sound.
    /// - Throws: `errorDatabaseInaccessible` for one that is damaged, of a newer version or of another program: it says
    ///   what is wrong, where the copy is and what to do.
    @discardableResult
    package static func checkAtStart(path: String, at moment: Date = Date()) throws(HKError) -> HKError? {
        let file = StoredFile(URL(fileURLWithPath: path).path)
        guard file.exists else { return nil }
        let found: String?
        do {
            found = try finding(file.path)
        } catch {
            guard isForeign(file) else { return error }
            throw error
        }
        guard let finding = found else { return nil }
        let copy: String
        if let kept = copyOfDamaged(file) {
            copy = kept
        } else {
            copy = file.datedName("damaged", moment)
            try file.copy(to: StoredFile(copy))
        }
        throw .damagedDatabase(file.path, finding, copy: copy)
    }

    /// Whether a file, which stays as it is, is surely of another program or of a newer version of this one.
    private static func isForeign(_ file: StoredFile) -> Bool {
        do {
            let connection =
                file.isUnchangeable
                ? try SQLiteConnection(unchanging: file.path)
                : try SQLiteConnection(path: file.path, busyTimeout: 0)
            connection.keepLog(file.hasLog)
            _ = try? connection.requireKnownVersion()
            return connection.isForeign
        } catch {
            return false
        }
    }

    /// What is wrong with a file, which stays as it is; nil if nothing is.
    private static func finding(_ path: String) throws(HKError) -> String? {
        let file = StoredFile(path)
        if file.isUnchangeable { return try finding(SQLiteConnection(unchanging: path)) }
        var lackedRoom = false
        do {
            let connection = try SQLiteConnection(path: path, busyTimeout: 5_000)
            defer { lackedRoom = connection.lackedRoom }
            // Only a log that is there: without one, the last to close takes away what it made.
            connection.keepLog(file.hasLog)
            return try finding(connection)
        } catch {
            // Also looking needs room beside the file.
            guard lackedRoom, !file.hasLog else { throw error }
            return try finding(SQLiteConnection(unchanging: path, isStopgap: true))
        }
    }

    private static func finding(_ connection: SQLiteConnection) throws(HKError) -> String? {
        do {
            let version = try connection.transaction(.read) { () throws(HKError) in
                try connection.requireKnownVersion()
            }
            // An older one has its series elsewhere; they are read on the way to this version.
            let finding =
                try version == HealthSchema.version ? connection.finding() : connection.pageFinding()
            if finding == nil { connection.keepLog(false) }
            return finding
        } catch {
            guard let damage = connection.damage else { throw error }
            return damage
        }
    }

    /// The copy of a damaged file that was made before, if there is one.
    private static func copyOfDamaged(_ file: StoredFile) -> String? {
        let start = URL(fileURLWithPath: file.path).lastPathComponent + ".damaged-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: file.directory)) ?? []
        return names.sorted().filter { $0.hasPrefix(start) && !$0.hasSuffix("-wal") }
            .map { file.directory + "/" + $0 }
            .first { FileManager.default.contentsEqual(atPath: $0, andPath: file.path) }
    }
}

extension SQLiteConnection {
    /// The first thing that is wrong with the file, or nil; summaries follow from the rest, and are mended by who reads.
    func finding() throws(HKError) -> String? {
        if let finding = try pageFinding() { return finding }
        if let finding = try referenceFinding(besides: Self.derived) { return finding }
        let series = """
            SELECT content FROM series UNION ALL SELECT pauses FROM workout
            """
        var finding: String?
        _ = try rows(series) { row throws(HKError) in
            do throws(ColumnReader.Fault) {
                try ColumnReader.check(row.blob(0))
            } catch {
                finding = finding ?? error.reason
            }
        }
        if let finding { return finding }
        return try sampleFinding()
    }

    /// What is wrong with the summaries, or nil.
    fileprivate func summaryFinding() throws(HKError) -> String? {
        if let finding = try referenceFinding() { return finding }
        for rider in try rows("SELECT id FROM rider", [], { $0.integer(0) }) {
            var reader = SummaryReader(self, of: rider)
            let found = try unlessDamaged { () throws(HKError) in
                try reader.summaries(startingIn: nil, withDistributions: true)
            }
            if let damage = found.damage { return damage }
        }
        return nil
    }

    /// The first page or row that is not as it was written, or nil.
    func pageFinding() throws(HKError) -> String? {
        try rows("PRAGMA integrity_check(1)") { $0.text(0) }.first { $0 != "ok" }
    }

    /// A row that refers to one that is not there, or nil.
    func referenceFinding(besides tables: [String] = []) throws(HKError) -> String? {
        try rows("PRAGMA foreign_key_check") { (table: $0.text(0), parent: $0.text(2)) }
            .first { !tables.contains($0.table) }
            .map { "a row of \($0.table) refers to none of \($0.parent)" }
    }

    /// The tables that follow from the others.
    private static let derived = ["workout_summary", "workout_distribution"]
}
