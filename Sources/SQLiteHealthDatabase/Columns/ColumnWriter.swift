import Zlib

/// Writes columns of numbers as few bytes: one part a column, deflated together where that helps, with a checksum.
///
/// The bytes are a version; the CRC-32 of all that follows, so that damage is found before anything is made of it; 0
/// for plain parts, or 1, their length and the deflated parts. In parts, whole numbers are LEB128, signed ones in
/// zigzag, so that small numbers of either sign are one byte. What is read back is what was written, to the bit.
struct ColumnWriter {
    /// The version of the layout that this program writes.
    static let version: UInt8 = 2

    /// The most decimals that a column of numbers is scaled by.
    static let decimals = 0...6

    /// How a part holds numbers that are no scaled integers.
    enum NumberKind: UInt8 {
        /// The different ones, then which of them each is.
        case table = 0x40
        /// Their bit patterns, first the lowest bytes of all, last the highest, which are much alike.
        case planes = 0x41
    }

    private var parts: [UInt8] = []

    /// The bytes of all parts.
    ///
    /// - Parameter deflating: whether deflating is tried; small parts that are read by the thousand are faster without.
    /// - Returns: what is stored.
    func bytes(deflating: Bool = true) -> [UInt8] {
        var body: [UInt8] = []
        let deflated = deflating ? Deflate.compress(parts) : []
        if deflating, deflated.count < parts.count {
            body.append(1)
            body.append(varint: UInt64(parts.count))
            body += deflated
        } else {
            body.append(0)
            body += parts
        }
        var bytes = [Self.version]
        withUnsafeBytes(of: CRC32.checksum(body).littleEndian) { bytes.append(contentsOf: $0) }
        return bytes + body
    }

    /// Adds times that follow each other at about the same distance: what each differs from that is written.
    mutating func append(times column: [Int64]) {
        let unit = appendHead(of: column)
        let step = Self.typicalStep(of: column, unit: unit)
        parts.append(varint: step.zigzag)
        var expected: Int64 = 0
        for time in column {
            let number = time / unit
            parts.append(varint: (number &- expected).zigzag)
            expected = number &+ step
        }
    }

    /// Adds whole numbers in no order.
    mutating func append(_ column: [Int64]) {
        let unit = appendHead(of: column)
        for number in column { parts.append(varint: (number / unit).zigzag) }
    }

    /// Adds whole numbers, as many as another part has, that are mostly all zero.
    mutating func append(mostlyZero column: [Int64]) {
        let isZero = column.allSatisfy { $0 == 0 }
        parts.append(isZero ? 0 : 1)
        if !isZero { append(column) }
    }

    /// Adds numbers: as whole ones after a scaling by a power of ten if that is exact, else by their bits.
    mutating func append(_ column: [Double]) {
        parts.append(varint: UInt64(column.count))
        for decimals in Self.decimals {
            guard let scaled = Self.scaled(column, decimals: decimals) else { continue }
            parts.append(UInt8(decimals))
            var last: Int64 = 0
            for number in scaled {
                parts.append(varint: (number - last).zigzag)
                last = number
            }
            return
        }
        let patterns = column.map(\.bitPattern)
        let distinct = Set(patterns)
        if distinct.count <= column.count / 2 { return append(patterns, table: distinct.sorted()) }
        parts.append(NumberKind.planes.rawValue)
        for plane in 0..<UInt64(MemoryLayout<UInt64>.size) {
            parts.append(contentsOf: patterns.lazy.map { UInt8(truncatingIfNeeded: $0 >> (8 * plane)) })
        }
    }

    /// Adds truth values, eight a byte, the first in the lowest bit.
    mutating func append(_ column: [Bool]) {
        parts.append(varint: UInt64(column.count))
        var byte: UInt8 = 0
        for (index, isTrue) in column.enumerated() {
            if isTrue { byte |= 1 << UInt8(index % 8) }
            if index % 8 == 7 || index == column.count - 1 {
                parts.append(byte)
                byte = 0
            }
        }
    }

    private mutating func append(_ patterns: [UInt64], table: [UInt64]) {
        parts.append(NumberKind.table.rawValue)
        parts.append(varint: UInt64(table.count))
        for pattern in table {
            withUnsafeBytes(of: pattern.littleEndian) { parts.append(contentsOf: $0) }
        }
        let places = Dictionary(uniqueKeysWithValues: zip(table, 0...))
        for pattern in patterns { parts.append(varint: UInt64(places[pattern] ?? 0)) }
    }

    /// Adds how many numbers there are and the greatest unit that all are multiples of, which most times of day have.
    private mutating func appendHead(of column: [Int64]) -> Int64 {
        let unit = Self.commonUnit(of: column)
        parts.append(varint: UInt64(column.count))
        parts.append(varint: UInt64(unit))
        return unit
    }

    private static func commonUnit(of column: [Int64]) -> Int64 {
        var unit: UInt64 = 0
        for number in column {
            var (larger, smaller) = (unit, number.magnitude)
            // Nearly always a multiple: one division.
            if larger > 0, smaller % larger == 0 { continue }
            while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
            unit = larger
            if unit == 1 { return 1 }
        }
        // No number, only zeros, or one whose magnitude is no number.
        return unit == 0 ? 1 : Int64(exactly: unit) ?? 1
    }

    /// The median of distances between neighbours, of a thousand of them, in units.
    private static func typicalStep(of column: [Int64], unit: Int64) -> Int64 {
        guard column.count > 1 else { return 0 }
        let stride = stride(from: 1, to: column.count, by: max(1, column.count / 1000))
        let steps = stride.map { (column[$0] / unit) &- (column[$0 - 1] / unit) }.sorted()
        return steps[steps.count / 2]
    }

    /// The numbers times a power of ten, if dividing them again gives the very same numbers.
    private static func scaled(_ column: [Double], decimals: Int) -> [Int64]? {
        let scale = powersOfTen[decimals]
        var scaled: [Int64] = []
        scaled.reserveCapacity(column.count)
        for number in column {
            let whole = (number * scale).rounded()
            // Beyond 2^53 not every whole number has a Double of its own.
            guard whole.magnitude <= 0x1p53, (whole / scale).bitPattern == number.bitPattern,
                whole != 0 || number.sign == .plus
            else { return nil }
            scaled.append(Int64(whole))
        }
        return scaled
    }

    /// What columns are scaled by.
    static let powersOfTen: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
}

extension Int64 {
    /// Small numbers of either sign as small ones without: 0, -1, 1, -2 are 0, 1, 2, 3.
    fileprivate var zigzag: UInt64 { UInt64(bitPattern: (self << 1) ^ (self >> 63)) }
}

extension [UInt8] {
    /// Adds a number as LEB128: seven bits a byte, the lowest first, the highest bit set where more follow.
    fileprivate mutating func append(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}
