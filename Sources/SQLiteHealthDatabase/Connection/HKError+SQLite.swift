import CSQLite
import Foundation
import HealthModel

extension HKError {
    /// What a result code of SQLite means for a health database: what happened, to which file, and what to do.
    static func sqlite(_ code: Int32, _ handle: OpaquePointer?, path: String) -> HKError {
        let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
        let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
        let cause = systemError == 0 ? reason : String(cString: strerror(systemError))
        if isLackOfRoom(code, systemError) { return noRoom(path) }
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED:
            return inaccessible(path, "is locked by another program: try again when that is done.")
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            return damagedDatabase(path, reason)
        case SQLITE_CANTOPEN:
            return inaccessible(path, "cannot be opened (\(cause)): check the path and who may use it.")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            return inaccessible(path, "may not be written (\(reason)): check who owns it and its directory.")
        case SQLITE_IOERR:
            return inaccessible(path, "could not be read or written (\(cause)).")
        case SQLITE_TOOBIG:
            return HKError(
                .errorDataSizeExceeded, "What was to be stored in the health database \(path) is too large.")
        case SQLITE_CONSTRAINT:
            return HKError(
                .errorInvalidArgument, "The health database \(path) does not take a value (\(reason)).")
        default:
            return inaccessible(path, "failed (\(reason)).")
        }
    }

    /// Whether a result code of SQLite, with the error of the system behind it, says that a disk or a quota is full.
    static func isLackOfRoom(_ code: Int32, _ systemError: Int32) -> Bool {
        switch code & 0xFF {
        case SQLITE_FULL: true
        // Also looking needs room, for the file in which processes tell each other what they do.
        case SQLITE_IOERR, SQLITE_CANTOPEN: systemError == ENOSPC || systemError == EDQUOT
        default: false
        }
    }

    /// The disk of the database is full.
    static func noRoom(_ path: String) -> HKError {
        inaccessible(path, "has no room left on its disk: nothing was stored; make room and try again.")
    }

    /// The file is not as it was written.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - what: what was found.
    ///   - copy: where it was copied to, if it was.
    /// - Returns: the error.
    static func damagedDatabase(_ path: String, _ what: String, copy: String? = nil) -> HKError {
        let kept = copy.map { "it was copied to \($0)" } ?? "it was left as it is"
        return inaccessible(
            path,
            """
            is damaged (\(what)): \(kept); restore a backup with `pulsewatt restore FILE`, or move it away and let \
            `pulsewatt workouts reindex` make it anew from the workout files. The files do not bring back what is known of \
            riders (birth, heart rates, threshold power, weight, zones), health data, permissions, and samples finer than \
            a second of workouts without a recording; a backup does. Where only workouts are damaged, reindex replaces them in \
            the database as it is.
            """)
    }

    /// The database cannot be used; `what` goes on from its name.
    static func inaccessible(_ path: String, _ what: String) -> HKError {
        HKError(.errorDatabaseInaccessible, "The health database \(path) \(what)")
    }
}
