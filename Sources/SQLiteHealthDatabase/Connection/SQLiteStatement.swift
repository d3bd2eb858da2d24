import CSQLite
import Foundation
import HealthModel
import Zlib

/// A prepared statement and, while it is stepped, the row that it stands on.
final class SQLiteStatement {
    private let statement: OpaquePointer
    private unowned let connection: SQLiteConnection
    /// The bytes of the row whose checksum was asked for last; kept, for thousands of rows are asked.
    private var rowBytes: [UInt8] = []

    init(_ statement: OpaquePointer, of connection: SQLiteConnection) {
        self.statement = statement
        self.connection = connection
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Gives the statement its values, in order.
    func bind(_ values: [SQLiteValue]) throws(HKError) {
        for (position, value) in zip(Int32(1)..., values) {
            let code = bind(value, at: position)
            guard code == SQLITE_OK else { throw connection.error(code) }
        }
    }

    private func bind(_ value: SQLiteValue, at position: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, position)
        case .integer(let integer): return sqlite3_bind_int64(statement, position, integer)
        case .real(let real): return sqlite3_bind_double(statement, position, real)
        case .text(let text):
            // With its final zero even an empty string has an address; without one it would bind as null.
            return text.utf8CString.withUnsafeBufferPointer {
                sqlite3_bind_text64(
                    statement, position, $0.baseAddress, UInt64($0.count - 1), pulsewatt_sqlite3_transient(),
                    UInt8(SQLITE_UTF8))
            }
        case .blob(let bytes):
            if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, position, 0) }
            return bytes.withUnsafeBytes {
                sqlite3_bind_blob64(
                    statement, position, $0.baseAddress, UInt64($0.count), pulsewatt_sqlite3_transient())
            }
        }
    }

    /// Goes to the next row.
    ///
    /// - Returns: whether there is one.
    func step() throws(HKError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw connection.error(code)
        }
    }

    /// Makes the statement ready to be used again, and lets go of its row.
    func reset() {
        // The error of the last step has been told already.
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    // MARK: The row

    /// The CRC-32 of all columns of the row, each with its kind and length.
    var checksum: Int64 { checksum(ofFirst: sqlite3_column_count(statement)) }

    /// The CRC-32 of the columns before the last, which holds it.
    var checksumBeforeLast: Int64 { checksum(ofFirst: sqlite3_column_count(statement) - 1) }

    private func checksum(ofFirst count: Int32) -> Int64 {
        // Taken out while it is filled, so that not every byte asks whether another has it.
        var bytes: [UInt8] = []
        swap(&bytes, &rowBytes)
        defer { swap(&bytes, &rowBytes) }
        bytes.removeAll(keepingCapacity: true)
        for column in 0..<count {
            let kind = sqlite3_column_type(statement, column)
            bytes.append(UInt8(truncatingIfNeeded: kind))
            switch kind {
            case SQLITE_INTEGER:
                withUnsafeBytes(of: integer(column).littleEndian) { bytes.append(contentsOf: $0) }
            case SQLITE_FLOAT:
                withUnsafeBytes(of: real(column).bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
            default:
                // Text as it is stored, in UTF-8.
                let content = sqlite3_column_blob(statement, column)
                let count = Int(sqlite3_column_bytes(statement, column))
                withUnsafeBytes(of: Int64(count).littleEndian) { bytes.append(contentsOf: $0) }
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: content, count: count))
            }
        }
        return Int64(CRC32.checksum(bytes))
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

    func text(_ column: Int32) -> String { optionalText(column) ?? "" }

    func optionalText(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
        return Array(
            UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    func date(_ column: Int32) -> Date { Date(timeIntervalSinceReferenceDate: real(column)) }

    /// - Throws: `errorDatabaseInaccessible` for what is no UUID.
    func uuid(_ column: Int32) throws(HKError) -> UUID {
        let bytes = blob(column)
        guard bytes.count == MemoryLayout<uuid_t>.size else {
            throw connection.damaged("an identifier has \(bytes.count) bytes")
        }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
