/// The CRC-32 of any range of some bytes, each at the same small cost however long the range is.
///
/// The checksum of a range follows from those of the bytes up to its start and up to its end, because a CRC is
/// linear: crc(AB) = crc(A)·x^(8·|B|) + crc(B) in GF(2)[x] modulo the polynomial (Ross Williams, "A Painless Guide to
/// CRC Error Detection Algorithms"; zlib's `crc32_combine` rests on the same).
package struct RangeChecksums {
    /// The longest range that ``checksum(_:)`` takes, in bytes.
    package static let rangeLimit = 0xFFFF + 256

    /// The distance of the places whose checksums are kept.
    private static let stride = 64
    /// The polynomial of CRC-32, its highest bit first in the lowest bit of the number.
    private static let polynomial: UInt32 = 0xEDB8_8320
    /// x^0 in the same form.
    private static let one: UInt32 = 1 << 31

    private let bytes: UnsafeRawBufferPointer
    /// The checksums of the first 0, 64, 128 … bytes.
    private let prefixes: [UInt32]
    /// x^(8·n) for n below 256, and for every 256th.
    private let powers: (low: [UInt32], high: [UInt32])

    /// Prepares the checksums of ranges of bytes, which must stay where they are; this reads each once.
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        var prefixes: [UInt32] = [0]
        prefixes.reserveCapacity(bytes.count / Self.stride + 1)
        var start = 0
        while bytes.count - start >= Self.stride {
            let next = CRC32.checksum(
                UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Self.stride)]),
                after: prefixes[prefixes.count - 1])
            prefixes.append(next)
            start += Self.stride
        }
        self.prefixes = prefixes
        let byte = Self.one >> 8
        let low = Self.powers(of: byte, count: 256)
        let high = Self.powers(of: Self.product(low[255], byte), count: Self.rangeLimit / 256 + 1)
        powers = (low, high)
    }

    /// The checksum of a range of the bytes of at most ``rangeLimit`` bytes.
    package func checksum(_ range: Range<Int>) -> UInt32 {
        let count = range.count
        let shift = Self.product(powers.low[count % 256], powers.high[count / 256])
        return prefix(range.upperBound) ^ Self.product(prefix(range.lowerBound), shift)
    }

    private func prefix(_ count: Int) -> UInt32 {
        let start = count / Self.stride * Self.stride
        return CRC32.checksum(
            UnsafeRawBufferPointer(rebasing: bytes[start..<count]), after: prefixes[count / Self.stride])
    }

    private static func powers(of base: UInt32, count: Int) -> [UInt32] {
        var powers = [one]
        powers.reserveCapacity(count)
        while powers.count < count { powers.append(product(powers[powers.count - 1], base)) }
        return powers
    }

    /// The product of two polynomials modulo that of the checksum.
    private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
        var product: UInt32 = 0
        var rest = one
        var multiple = other
        while rest != 0 {
            if rest & Self.one != 0 { product ^= multiple }
            rest <<= 1
            multiple = multiple & 1 == 0 ? multiple >> 1 : multiple >> 1 ^ polynomial
        }
        return product
    }
}
