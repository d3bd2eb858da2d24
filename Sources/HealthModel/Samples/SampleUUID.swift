import Foundation
import Synchronization

/// Where the identifiers of new objects come from.
///
/// A workout makes a sample for every reading, and `UUID()` asks the kernel for each of its bytes: 1.4 µs, most of
/// what a sample costs. Here the kernel gives 128 random bits once, and two streams of SplitMix64 go on from them.
/// The numbers have to be unlike each other, not unguessable: an identifier grants nothing. It takes no lock.
enum SampleUUID {
    private static let seed = (
        high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max)
    )
    private static let count = Atomic<UInt64>(0)

    static func make() -> UUID {
        let index = count.wrappingAdd(1, ordering: .relaxed).newValue
        // Version 4 (random), variant 1: RFC 9562, sections 4.1 and 5.4.
        let high = number(index, from: seed.high) & ~0xF000 | 0x4000
        let low = number(index, from: seed.low) & ~(0b11 << 62) | 0b10 << 62
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }

    /// A number of the stream of a seed (Steele, Lea and Flood 2014: Fast splittable pseudorandom number generators).
    private static func number(_ index: UInt64, from seed: UInt64) -> UInt64 {
        var mixed = seed &+ index &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    private static func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
}
