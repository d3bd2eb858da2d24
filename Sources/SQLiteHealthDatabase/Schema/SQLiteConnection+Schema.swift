import CSQLite
import Foundation
import HealthModel

extension SQLiteConnection {
    /// Opens a health database, makes it if there is none, and brings an older one up to date.
    ///
    /// A file that is not a health database of ours, or of a newer version, is not written to. One that lies where
    /// nothing may be written is read as it is, and so is a whole one on a full disk, as long as that is full.
    /// - Throws: `errorDatabaseInaccessible`, which says why the file cannot be used.
    static func healthDatabase(
        _ path: String, busyTimeout: Duration
    ) throws(HKError) -> SQLiteConnection {
        try makeFile(path)
        let milliseconds = Int32(
            clamping: busyTimeout.components.seconds * 1000
                + busyTimeout.components.attoseconds / 1_000_000_000_000_000)
        var lackedRoom = false
        do {
            let connection = try SQLiteConnection(path: path, busyTimeout: milliseconds)
            defer { lackedRoom = connection.lackedRoom }
            try connection.takeUp(patience: milliseconds)
            return connection
        } catch {
            let file = StoredFile(path)
            guard lackedRoom ? !file.hasLog : file.isUnchangeable else { throw error }
            let connection = try SQLiteConnection(unchanging: path, isStopgap: lackedRoom)
            // An older one would have to be written to.
            guard try connection.requireKnownVersion() == HealthSchema.version else { throw error }
            return connection
        }
    }

    private func takeUp(patience: Int32) throws(HKError) {
        // Tables are made anew on the way to a newer version, during which references lead nowhere.
        try execute("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL;")
        // In one transaction: between its questions another process may be making the tables.
        let found = try transaction(.read) { () throws(HKError) in try requireKnownVersion() }
        if found < HealthSchema.version {
            let isOlder = try writingWhenUpToDate { () throws(HKError) in
                // Another process may have been faster.
                let version = try requireKnownVersion()
                guard version < HealthSchema.version else { return false }
                // A row that led nowhere before is damage of one workout, and no fault of the way to the new tables.
                let before = try number(Self.countOfLostReferences)
                if version < 1 { try execute(HealthSchema.first) }
                if version < 2 { try takeSecondStep() }
                if version < 3 {
                    try execute(HealthSchema.third)
                    try rebuildSummaries()
                }
                if try number(Self.countOfLostReferences) > before, let finding = try referenceFinding() {
                    throw damaged(finding)
                }
                try execute(
                    """
                    PRAGMA application_id = \(HealthSchema.applicationID);
                    PRAGMA user_version = \(HealthSchema.version);
                    """)
                return true
            }
            // What the older tables took is given back, unless another process is at work. Before there is a log, if this
            // is a new file, so that it does not start with one.
            if isOlder { try? execute("VACUUM") }
        }
        try execute("PRAGMA foreign_keys = ON")
        try useWriteAheadLog(patience: patience)
    }

    /// Does something in a transaction that writes; waits longer than usual for another process that brings the file up
    /// to date, since that takes as long as reading all workouts.
    private func writingWhenUpToDate<Result>(_ body: () throws(HKError) -> Result) throws(HKError) -> Result {
        var attempts = 0
        while true {
            do throws(HKError) {
                return try transaction(.write, body)
            } catch {
                // Only the lock of writers is waited for, and each attempt waits as long as a call does.
                attempts += 1
                guard isBusy, attempts < Self.attemptsWhileOutOfDate else { throw error }
            }
        }
    }

    private static let countOfLostReferences = "SELECT count(*) FROM pragma_foreign_key_check"

    /// With the usual patience of five seconds these are two minutes.
    private static let attemptsWhileOutOfDate = 24

    /// Makes the directories of a file and the file itself, for the person's eyes only; what is there stays.
    ///
    /// SQLite gives its own files beside it the same permissions.
    private static func makeFile(_ path: String) throws(HKError) {
        guard !path.isEmpty else {
            throw HKError(.errorDatabaseInaccessible, "The health database has no name: name a file.")
        }
        try makeDirectory(of: path)
        // Made without a descriptor: closing one would take away the locks that this process holds on the file.
        guard mknod(path, S_IFREG | 0o600, 0) == 0 else {
            guard errno == EEXIST else {
                throw .inaccessible(
                    path, "cannot be opened (\(StoredFile.reason)): check the path and who may use it.")
            }
            return
        }
        StoredFile(path).giveToOwnerOfDirectory()
    }

    /// Makes the directories of a file, for the person's eyes only; what is there stays.
    static func makeDirectory(of path: String) throws(HKError) {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let cause = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError)
                .localizedDescription
            throw .inaccessible(path, "has no directory, and \(directory) cannot be made (\(cause)).")
        }
    }

    /// The version of the file's tables.
    ///
    /// - Throws: `errorDatabaseInaccessible` for a file of another program or of a newer version of this one.
    func requireKnownVersion() throws(HKError) -> Int64 {
        let version = try number("PRAGMA user_version")
        let application = try number("PRAGMA application_id")
        let tables = try number("SELECT count(*) FROM sqlite_schema")
        if version == 0, application == 0, tables == 0 { return 0 }
        isForeign = application != HealthSchema.applicationID || version < 1
        guard !isForeign else {
            throw .inaccessible(path, "is a database of another program: it was left as it is.")
        }
        guard version <= HealthSchema.version else {
            isForeign = true
            throw .inaccessible(
                path,
                "is of version \(version), and this pulsewatt knows versions up to \(HealthSchema.version): it was left as it is; update pulsewatt."
            )
        }
        return version
    }

    /// Lets readers and one writer work at the same time.
    ///
    /// SQLite does not wait for others here, so this does: while another process opens the same new file.
    private func useWriteAheadLog(patience: Int32) throws(HKError) {
        var waited: Int32 = 0
        while true {
            do {
                try execute("PRAGMA journal_mode = WAL")
                return
            } catch {
                guard isBusy, waited < patience else { throw error }
                waited += max(1, sqlite3_sleep(10))
            }
        }
    }

    /// The one number that a statement gives.
    func number(_ sql: String) throws(HKError) -> Int64 {
        try rows(sql) { $0.integer(0) }.first ?? 0
    }
}
