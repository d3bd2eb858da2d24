/// Writes columns of numbers as bytes: a version, then parts, each a count and its numbers, little endian.
struct ColumnWriter {
    /// The version of the layout that this program writes.
    static let version: UInt8 = 1

    private(set) var bytes: [UInt8] = [version]

    /// Adds a column of whole numbers.
    mutating func append(_ column: [Int64]) {
        appendCount(column.count)
        column.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Adds a column of numbers, as their bit patterns.
    mutating func append(_ column: [Double]) {
        appendCount(column.count)
        column.map(\.bitPattern.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Adds a column of truth values, a byte each.
    mutating func append(_ column: [Bool]) {
        appendCount(column.count)
        bytes.append(contentsOf: column.lazy.map { $0 ? 1 : 0 })
    }

    private mutating func appendCount(_ count: Int) {
        withUnsafeBytes(of: Int64(count).littleEndian) { bytes.append(contentsOf: $0) }
    }
}
