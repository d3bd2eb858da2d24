import HealthModel

/// Reads series as version 1 of the database held them: counts and numbers of eight bytes, little endian.
///
/// Only a migration needs it.
struct FirstColumnReader {
    private let bytes: [UInt8]
    private var position = 1

    /// - Throws: `ColumnReader.Fault` for bytes of another version.
    init(_ bytes: [UInt8]) throws(ColumnReader.Fault) {
        guard bytes.first == 1 else { throw ColumnReader.Fault(reason: "a series is of no known version") }
        self.bytes = bytes
    }

    mutating func integers() throws(ColumnReader.Fault) -> [Int64] {
        try numbers(of: Int64.self).map(Int64.init(littleEndian:))
    }

    mutating func reals() throws(ColumnReader.Fault) -> [Double] {
        try numbers(of: UInt64.self).map { Double(bitPattern: UInt64(littleEndian: $0)) }
    }

    mutating func booleans() throws(ColumnReader.Fault) -> [Bool] {
        try numbers(of: UInt8.self).map { $0 != 0 }
    }

    /// Checks that nothing is left.
    func finish() throws(ColumnReader.Fault) {
        guard position == bytes.count else {
            throw ColumnReader.Fault(reason: "a series has \(bytes.count - position) bytes too many")
        }
    }

    private mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
        of type: Number.Type
    ) throws(ColumnReader.Fault) -> [Number] {
        let size = MemoryLayout<Number>.size
        let start = position + MemoryLayout<Int64>.size
        guard start <= bytes.count else { throw .cutOff }
        let written = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Int64.self) }
        let count = Int64(littleEndian: written)
        guard count >= 0, count <= (bytes.count - start) / size else { throw .cutOff }
        position = start + Int(count) * size
        return bytes.withUnsafeBytes { bytes in
            (0..<Int(count)).map {
                bytes.loadUnaligned(fromByteOffset: start + $0 * size, as: Number.self)
            }
        }
    }
}
