package import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    /// Writes all riders' data into one file, as it is at one moment; others may go on to write meanwhile.
    ///
    /// The file is whole and on the disk when it has its name. An older backup of that name is replaced.
    /// - Parameter file: where the backup goes.
    /// - Throws: `errorDatabaseInaccessible` if the backup cannot be made; what had the name is still there then.
    package func backUp(to file: String) throws(HKError) {
        let backup = StoredFile(URL(fileURLWithPath: file).path).resolved
        if backup.exists {
            try backup.requireOrdinary()
            try Self.requireBackup(backup.path, otherThan: path)
        }
        backup.removeLeftovers()
        let temporary = backup.part
        defer { unlink(temporary.path) }
        // Before anything is in it: SQLite would let everybody read it.
        try temporary.make()
        try withConnection { connection throws(HKError) in
            do throws(HKError) {
                try connection.run("VACUUM INTO ?", [.text(temporary.path)])
            } catch {
                // SQLite names the file that it reads, also where the one that it writes is at fault.
                throw HKError(
                    error.code,
                    connection.lackedRoom
                        ? "There is no room for the backup \(backup.path): make room, or name a file on another disk."
                        : "\(error.description) It was to be copied to \(backup.path); no backup was made."
                )
            }
        }
        try temporary.sync()
        try Self.requireWhole(temporary.path)
        try temporary.rename(to: backup)
        try backup.syncDirectory()
    }

    /// Puts a backup in the place of a database; what was there is kept beside it.
    ///
    /// Not while this process has the database open. The backup is checked first, and whatever fails before it has its
    /// place leaves the database as it was.
    /// - Parameters:
    ///   - backup: the file that ``backUp(to:)`` made.
    ///   - path: the database.
    ///   - moment: the time that the name of the kept database says.
    /// - Returns: where the database that was there is kept, if there was one: `….replaced-` and the time in UTC.
    /// - Throws: `errorDatabaseInaccessible` if the backup is none or damaged, or the database is in use.
    @discardableResult
    package static func restore(
        _ backup: String, to path: String, at moment: Date = Date()
    ) throws(HKError) -> String? {
        let source = StoredFile(URL(fileURLWithPath: backup).path)
        let target = StoredFile(URL(fileURLWithPath: path).path)
        guard source.exists else {
            throw HKError(.errorDatabaseInaccessible, "There is no backup \(source.path): check the name.")
        }
        try source.requireOrdinary()
        guard !source.hasLog else {
            throw HKError(
                .errorDatabaseInaccessible,
                "The file \(source.path) is a database in use, with a log beside it: name a file that `pulsewatt backup` made."
            )
        }
        try requireWhole(source.path)
        try SQLiteConnection.makeDirectory(of: target.path)
        target.removeLeftovers()
        let temporary = target.part
        defer { unlink(temporary.path) }
        try source.copy(to: temporary)
        temporary.giveToOwnerOfDirectory()
        try requireWhole(temporary.path)
        guard target.exists else {
            try temporary.rename(to: target)
            try target.syncDirectory()
            return nil
        }
        return try replace(target, by: temporary, at: moment)
    }

    private static func replace(
        _ target: StoredFile, by temporary: StoredFile, at moment: Date
    ) throws(HKError) -> String {
        // First the question, so that a database in use is not touched.
        try FileLock(exclusively: target.path).release()
        // The last to close a whole database leaves one file; what is none keeps what lies beside it.
        if (try? SQLiteConnection(unchanging: target.path).requireKnownVersion()) != nil {
            try? SQLiteConnection(path: target.path, busyTimeout: 0).execute(
                "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let lock = try FileLock(exclusively: target.path)
        defer { lock.release() }
        let kept = StoredFile(target.datedName("replaced", moment))
        try link(target.path, as: kept.path)
        var isReplaced = false
        defer { if !isReplaced { unlink(kept.path) } }
        if target.hasLog { try link(target.log, as: kept.log) }
        // A log of the old database must never meet the new one: it goes first.
        unlink(target.log)
        unlink(target.sharedMemory)
        try target.syncDirectory()
        do {
            try temporary.rename(to: target)
        } catch {
            if kept.hasLog, rename(kept.log, target.log) != 0 { isReplaced = true }
            throw error
        }
        isReplaced = true
        try target.syncDirectory()
        return kept.path
    }

    private static func link(_ file: String, as name: String) throws(HKError) {
        guard Foundation.link(file, name) == 0 else {
            throw .inaccessible(file, "cannot be kept as \(name) (\(StoredFile.reason)).")
        }
    }

    /// Checks a backup that nobody writes from its first to its last byte.
    private static func requireWhole(_ path: String) throws(HKError) {
        let connection = try SQLiteConnection(unchanging: path)
        var finding: String?
        do throws(HKError) {
            let version = try connection.requireKnownVersion()
            guard version > 0 else {
                throw .inaccessible(path, "is empty: name a file that `pulsewatt backup` made.")
            }
            finding = try version == HealthSchema.version ? connection.finding() : connection.pageFinding()
        } catch {
            guard let damage = connection.damage else { throw error }
            finding = damage
        }
        guard let finding else { return }
        // Not what is said of a damaged database: that is to restore a backup.
        throw HKError(
            .errorDatabaseInaccessible,
            "The backup \(path) is damaged (\(finding)): it cannot be used, and nothing was changed; use another one."
        )
    }

    /// Checks that a file may be replaced by a backup: that it is one, and not the database itself.
    private static func requireBackup(_ file: String, otherThan database: String) throws(HKError) {
        var (one, other) = (stat(), stat())
        if stat(file, &one) == 0, stat(database, &other) == 0, one.st_ino == other.st_ino,
            one.st_dev == other.st_dev
        {
            throw .inaccessible(file, "cannot be its own backup: name another file.")
        }
        // Somebody's workouts are in it, and what is in its log would get into the backup.
        guard !StoredFile(file).hasBeenOpened else {
            throw .inaccessible(file, "is one that workouts are kept in, and no backup: name another file.")
        }
        do {
            _ = try SQLiteConnection(unchanging: file).requireKnownVersion()
        } catch {
            throw HKError(
                .errorDatabaseInaccessible,
                "The file \(file) is there and no backup of a health database: name another file, or remove it."
            )
        }
    }
}
