import Foundation

/// A value that goes into a statement.
enum SQLiteValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    init(_ integer: Int) { self = .integer(Int64(integer)) }

    init(_ text: String?) { self = text.map(Self.text) ?? .null }

    init(_ real: Double?) { self = real.map(Self.real) ?? .null }

    init(_ integer: Int64?) { self = integer.map(Self.integer) ?? .null }

    init(_ date: Date) { self = .real(date.timeIntervalSinceReferenceDate) }

    init(_ uuid: UUID) { self = .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
}
