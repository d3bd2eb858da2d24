import CSQLite
import Foundation
import HealthModel

/// A connection to one SQLite file.
///
/// Unchecked because its statements are mutable: it is used only inside the mutex of the database that owns it, and
/// SQLite itself does not care which thread calls.
final class SQLiteConnection: @unchecked Sendable {
    /// Whether a transaction will write.
    enum Access: String {
        case read = "BEGIN"
        /// Takes the lock of writers at once, so that what was read before the writing still holds.
        case write = "BEGIN IMMEDIATE"
    }

    let path: String
    /// Whether the file is read as it is only until there is room on its disk to open it in the usual way.
    let isStopgap: Bool
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]
    /// Whether the file was found to be of another program or of a newer version of this one.
    var isForeign = false

    /// Opens a file, or makes it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - busyTimeout: how long to wait, in milliseconds, while another program holds the lock.
    /// - Throws: `errorDatabaseInaccessible` if the file cannot be opened.
    init(path: String, busyTimeout: Int32) throws(HKError) {
        self.path = path
        isStopgap = false
        handle = try Self.open(path, name: path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        sqlite3_busy_timeout(handle, busyTimeout)
    }

    /// Opens a file that nobody changes, to read it: without locks, and without the log that may lie beside it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isStopgap: whether that is so only because its disk is full.
    /// - Throws: `errorDatabaseInaccessible` if the file cannot be opened.
    init(unchanging path: String, isStopgap: Bool = false) throws(HKError) {
        self.path = path
        self.isStopgap = isStopgap
        let name = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        handle = try Self.open(path, name: name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }

    private static func open(_ path: String, name: String, _ flags: Int32) throws(HKError) -> OpaquePointer {
        var handle: OpaquePointer?
        let flags = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(name, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = HKError.sqlite(code, handle, path: path)
            sqlite3_close_v2(handle)
            throw error
        }
        return handle
    }

    /// Whether what is in the log is left there when the connection is closed, so that looking changes nothing.
    func keepLog(_ keeps: Bool) { pulsewatt_sqlite3_keep_log(handle, keeps ? 1 : 0) }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Whether the last call failed because another program holds the lock.
    var isBusy: Bool { sqlite3_errcode(handle) & 0xFF == SQLITE_BUSY }

    /// What was found wrong when bytes that are not as they were written were met first, by SQLite or by a checksum.
    private(set) var damage: String?

    /// Whether something failed because a disk is full.
    private(set) var lackedRoom = false

    /// What a result code of SQLite means here.
    func error(_ code: Int32) -> HKError {
        if HKError.isLackOfRoom(code, sqlite3_system_errno(handle)) { lackedRoom = true }
        // What is read as it is for want of room is not written for want of room.
        if isStopgap, code & 0xFF == SQLITE_READONLY { return .noRoom(path) }
        if [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF), damage == nil {
            damage = String(cString: sqlite3_errmsg(handle))
        }
        return .sqlite(code, handle, path: path)
    }

    /// What was found wrong last with rows that SQLite itself reads well.
    private var rowDamage: String?

    /// The database is not as it was written.
    func damaged(_ what: String) -> HKError {
        damage = damage ?? what
        rowDamage = what
        return .damagedDatabase(path, what)
    }

    /// Reads something whose rows may be damaged, and gives it, or what is wrong.
    ///
    /// - Throws: what keeps SQLite from reading, as damaged pages do.
    func unlessDamaged<Value>(
        _ read: () throws(HKError) -> Value
    ) throws(HKError) -> (value: Value?, damage: String?) {
        rowDamage = nil
        do throws(HKError) {
            return (try read(), nil)
        } catch {
            guard let rowDamage else { throw error }
            return (nil, rowDamage)
        }
    }

    /// Runs statements that take no values.
    func execute(_ sql: String) throws(HKError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Runs a statement that gives no rows.
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(HKError) {
        let statement = try prepared(sql, values)
        defer { statement.reset() }
        while try statement.step() {}
    }

    /// Runs a statement and reads each row that it gives.
    func rows<Element>(
        _ sql: String, _ values: [SQLiteValue] = [],
        _ read: (SQLiteStatement) throws(HKError) -> Element
    ) throws(HKError) -> [Element] {
        let statement = try prepared(sql, values)
        defer { statement.reset() }
        var elements: [Element] = []
        while try statement.step() { elements.append(try read(statement)) }
        return elements
    }

    /// The identifier of the row that was inserted last.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Does something in one transaction: all of it, or, if it throws, nothing.
    func transaction<Result>(
        _ access: Access, _ body: () throws(HKError) -> Result
    ) throws(HKError) -> Result {
        try execute(access.rawValue)
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // The first error is the one to tell; SQLite may have rolled back by itself.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// A statement ready to step; statements are kept, for most are used again and again.
    private func prepared(_ sql: String, _ values: [SQLiteValue]) throws(HKError) -> SQLiteStatement {
        let statement: SQLiteStatement
        if let kept = statements[sql] {
            statement = kept
        } else {
            var pointer: OpaquePointer?
            let code = sqlite3_prepare_v3(
                handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
            guard code == SQLITE_OK, let pointer else { throw error(code) }
            statement = SQLiteStatement(pointer, of: self)
            statements[sql] = statement
        }
        try statement.bind(values)
        return statement
    }
}
