import Foundation
import Synchronization

/// Where the identifiers of new objects come from.
///
/// A workout makes a sample for every reading, and `UUID()` asks the kernel for each of its bytes: 1.4 µs, most of
/// what a sample costs. Here the kernel seeds a generator once; its random numbers only have to be unlike each
/// other, not unguessable, because an identifier grants nothing.
enum SampleUUID {
    private static let generator = Mutex(Xoshiro256())

    static func make() -> UUID {
        let (high, low) = generator.withLock { ($0.next(), $0.next()) }
        // Version 4 (random), variant 1: RFC 9562, sections 4.1 and 5.4.
        let bytes = (high & ~0xF000 | 0x4000, low & ~(0b11 << 62) | 0b10 << 62)
        return UUID(
            uuid: (
                byte(bytes.0, 0), byte(bytes.0, 1), byte(bytes.0, 2), byte(bytes.0, 3), byte(bytes.0, 4),
                byte(bytes.0, 5), byte(bytes.0, 6), byte(bytes.0, 7), byte(bytes.1, 0), byte(bytes.1, 1),
                byte(bytes.1, 2), byte(bytes.1, 3), byte(bytes.1, 4), byte(bytes.1, 5), byte(bytes.1, 6),
                byte(bytes.1, 7)
            ))
    }

    private static func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
}

/// The generator xoshiro256** of Blackman and Vigna, seeded by the system.
private struct Xoshiro256: Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    init() {
        var system = SystemRandomNumberGenerator()
        // The all-zero state would stay zero; the system draws it once in 2^256.
        state = (system.next(), system.next(), system.next(), system.next() | 1)
    }

    mutating func next() -> UInt64 {
        let product = state.1 &* 5
        let result = (product << 7 | product >> 57) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = state.3 << 45 | state.3 >> 19
        return result
    }
}
