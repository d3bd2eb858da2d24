package import Foundation

/// An identity that follows from a content: the same content always has the same one.
///
/// What is rebuilt or imported twice is then known as one. It is a UUID of version 8 (RFC 9562, 5.8) over two FNV-1a
/// sums, which tell contents apart but keep no secret.
package struct ContentUUID: Hashable, Sendable {
    private var high: UInt64 = 0xCBF2_9CE4_8422_2325
    private var low: UInt64 = 0x6C62_272E_07BB_0142

    /// Makes the identity of an empty content.
    package init() {}

    /// Adds a byte to the content.
    package mutating func add(_ byte: UInt8) {
        high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
        low = (low ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// Adds a number to the content, its lowest byte first.
    package mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    /// Adds bytes to the content.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    /// The identity of the content so far.
    package var uuid: UUID {
        let version8 = high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let variant1 = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return withUnsafeBytes(of: (version8.bigEndian, variant1.bigEndian)) {
            UUID(uuid: $0.load(as: uuid_t.self))
        }
    }
}
