/// Reads what `ColumnWriter` wrote, without trust in the bytes.
struct ColumnReader {
    /// What is wrong with the bytes.
    struct Fault: Error {
        let reason: String
    }

    private let bytes: [UInt8]
    private var position: Int

    /// - Throws: ``Fault`` for bytes of another version.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard let version = bytes.first else { throw Fault(reason: "a series is empty") }
        guard version == ColumnWriter.version else {
            throw Fault(reason: "a series is of version \(version)")
        }
        self.bytes = bytes
        position = 1
    }

    /// Reads a column of whole numbers.
    mutating func integers() throws(Fault) -> [Int64] {
        try numbers(of: Int64.self).map(Int64.init(littleEndian:))
    }

    /// Reads a column of numbers.
    mutating func reals() throws(Fault) -> [Double] {
        try numbers(of: UInt64.self).map { Double(bitPattern: UInt64(littleEndian: $0)) }
    }

    /// Reads a column of truth values.
    mutating func booleans() throws(Fault) -> [Bool] {
        try numbers(of: UInt8.self).map { $0 != 0 }
    }

    /// Checks that nothing is left.
    func finish() throws(Fault) {
        guard position == bytes.count else {
            throw Fault(reason: "a series has \(bytes.count - position) bytes too many")
        }
    }

    private mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
        of type: Number.Type
    ) throws(Fault) -> [Number] {
        let size = MemoryLayout<Number>.size
        let start = position + MemoryLayout<Int64>.size
        guard start <= bytes.count else { throw Fault(reason: "a series is cut off") }
        let written = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Int64.self) }
        let count = Int64(littleEndian: written)
        guard count >= 0, count <= (bytes.count - start) / size else {
            throw Fault(reason: "a series is cut off")
        }
        position = start + Int(count) * size
        return [Number](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
            bytes.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(buffer).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[start..<position]))
            }
            initialized = Int(count)
        }
    }
}
