import Zlib

/// Reads what `ColumnWriter` wrote, without trust in the bytes.
///
/// Nothing that they say is taken for granted: no count makes it set aside more than the bytes can hold.
struct ColumnReader {
    /// What is wrong with the bytes.
    struct Fault: Error {
        let reason: String

        static let cutOff = Fault(reason: "a series is cut off")
        static let damaged = Fault(reason: "a series is not as it was written")
    }

    /// No bytes deflate to fewer than a thousandth of them.
    private static let largestRatio = 1_100

    private let bytes: [UInt8]
    private var position: Int

    /// Checks bytes and makes them ready to be read.
    ///
    /// - Throws: ``Fault`` for bytes of another version, and for those that are not as they were written.
    init(_ stored: [UInt8]) throws(Fault) {
        let body = try Self.checkedBody(stored)
        guard body.first == 1 else {
            bytes = body
            position = 1
            return
        }
        var head = ColumnReader(parts: body, at: 1)
        let length = try head.varint()
        let deflated = Array(body[head.position...])
        guard let count = Int(exactly: length), count <= deflated.count * Self.largestRatio + 64 else {
            throw .damaged
        }
        do {
            bytes = try Deflate.decompress(deflated, count: count)
        } catch {
            throw .damaged
        }
        position = 0
    }

    private init(parts: [UInt8], at position: Int) {
        bytes = parts
        self.position = position
    }

    /// Sees whether bytes are as they were written, without reading them.
    static func check(_ stored: [UInt8]) throws(Fault) {
        _ = try checkedBody(stored)
    }

    private static func checkedBody(_ stored: [UInt8]) throws(Fault) -> [UInt8] {
        guard let version = stored.first else { throw Fault(reason: "a series is empty") }
        guard version == ColumnWriter.version else {
            throw Fault(reason: "a series is of version \(version)")
        }
        let start = 1 + MemoryLayout<UInt32>.size
        guard stored.count > start else { throw .cutOff }
        let written = stored.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 1, as: UInt32.self) }
        let body = Array(stored[start...])
        guard UInt32(littleEndian: written) == CRC32.checksum(body), body[0] <= 1 else { throw .damaged }
        return body
    }

    /// Reads times.
    mutating func times() throws(Fault) -> [Int64] {
        let (count, unit) = try head()
        let step = try varint().zigzagged
        var expected: Int64 = 0
        return try numbers(count) { written in
            let (time, isTooLarge) = (expected &+ written.zigzagged).multipliedReportingOverflow(by: unit)
            expected = expected &+ written.zigzagged &+ step
            return isTooLarge ? nil : time
        }
    }

    /// Reads whole numbers.
    mutating func integers() throws(Fault) -> [Int64] {
        let (count, unit) = try head()
        return try numbers(count) { written in
            let (number, isTooLarge) = written.zigzagged.multipliedReportingOverflow(by: unit)
            return isTooLarge ? nil : number
        }
    }

    /// Reads whole numbers that are mostly zero, as many as another part has.
    mutating func integers(mostlyZero count: Int) throws(Fault) -> [Int64] {
        switch try byte() {
        case 0: return [Int64](repeating: 0, count: count)
        case 1: return try integers()
        default: throw .damaged
        }
    }

    /// Reads numbers.
    mutating func reals() throws(Fault) -> [Double] {
        let count = try count(perByte: 1)
        let kind = try byte()
        switch ColumnWriter.NumberKind(rawValue: kind) {
        case .table: return try tabled(count)
        case .planes: return try planes(count)
        case nil:
            guard ColumnWriter.decimals.contains(Int(kind)) else { throw .damaged }
            let scale = ColumnWriter.powersOfTen[Int(kind)]
            var last: Int64 = 0
            return try numbers(count) { written in
                last = last &+ written.zigzagged
                return Double(last) / scale
            }
        }
    }

    /// Reads truth values.
    mutating func booleans() throws(Fault) -> [Bool] {
        let count = try count(perByte: 8)
        let end = position + (count + 7) / 8
        guard end <= bytes.count else { throw .cutOff }
        defer { position = end }
        return (0..<count).map { bytes[position + $0 / 8] >> UInt8($0 % 8) & 1 == 1 }
    }

    /// Checks that nothing is left.
    func finish() throws(Fault) {
        guard position == bytes.count else {
            throw Fault(reason: "a series has \(bytes.count - position) bytes too many")
        }
    }

    private mutating func tabled(_ count: Int) throws(Fault) -> [Double] {
        let size = MemoryLayout<UInt64>.size
        let different = try self.count(perByte: 1)
        guard different <= (bytes.count - position) / size else { throw .cutOff }
        let table = bytes.withUnsafeBytes { bytes in
            (0..<different).map { index in
                let pattern = bytes.loadUnaligned(fromByteOffset: position + index * size, as: UInt64.self)
                return Double(bitPattern: UInt64(littleEndian: pattern))
            }
        }
        position += different * size
        return try numbers(count) { place in place < UInt64(table.count) ? table[Int(place)] : nil }
    }

    private mutating func planes(_ count: Int) throws(Fault) -> [Double] {
        let size = MemoryLayout<UInt64>.size
        guard count <= (bytes.count - position) / size else { throw .cutOff }
        defer { position += count * size }
        return bytes.withUnsafeBufferPointer { bytes in
            (0..<count).map { index in
                var pattern: UInt64 = 0
                for plane in 0..<size {
                    pattern |= UInt64(bytes[position + plane * count + index]) << UInt64(8 * plane)
                }
                return Double(bitPattern: pattern)
            }
        }
    }

    private mutating func head() throws(Fault) -> (count: Int, unit: Int64) {
        let count = try count(perByte: 1)
        guard let unit = Int64(exactly: try varint()), unit > 0 else { throw .damaged }
        return (count, unit)
    }

    /// Reads how many numbers follow, of which at most so many fit into a byte.
    private mutating func count(perByte: Int) throws(Fault) -> Int {
        let count = try varint()
        guard count <= UInt64(bytes.count - position) * UInt64(perByte) else { throw .cutOff }
        return Int(count)
    }

    private mutating func byte() throws(Fault) -> UInt8 {
        guard position < bytes.count else { throw .cutOff }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func varint() throws(Fault) -> UInt64 {
        let number = bytes.withUnsafeBufferPointer { $0.varint(at: &position) }
        guard let number else { throw .cutOff }
        return number
    }

    /// Reads so many LEB128 numbers and makes each into an element; nil is one that cannot be.
    @inline(__always)
    private mutating func numbers<Element: BitwiseCopyable>(
        _ count: Int, _ element: (UInt64) -> Element?
    ) throws(Fault) -> [Element] {
        // Room for nothing is one object of the whole process, whose count would be written.
        guard count > 0 else { return [] }
        var place = position
        var read = 0
        let elements = bytes.withUnsafeBufferPointer { bytes in
            [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
                while read < count, let written = bytes.varint(at: &place), let made = element(written) {
                    buffer[read] = made
                    read += 1
                }
                initialized = read
            }
        }
        guard read == count else { throw .damaged }
        position = place
        return elements
    }
}

extension UInt64 {
    /// The number that was written in zigzag.
    fileprivate var zigzagged: Int64 { Int64(bitPattern: self >> 1) ^ -Int64(bitPattern: self & 1) }
}

extension UnsafeBufferPointer<UInt8> {
    /// Reads a LEB128 number and goes on behind it; nil if it is cut off or has more than 64 bits.
    @inline(__always)
    fileprivate func varint(at position: inout Int) -> UInt64? {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position < count {
            let byte = self[position]
            position += 1
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }
}
