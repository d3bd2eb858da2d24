/// How long to wait before a sensor that could not be reached is tried again.
///
/// The waits are 0.25, 0.5, 1, 2, 4 and 8 s, then 30 s for as long as the sensor still advertises. A minute of data
/// takes the ladder down again, so a link that breaks every few seconds does not hammer the radio.
package struct ReconnectLadder: Equatable, Sendable {
    /// Data must have flowed for this long before the next failure counts as the first.
    package static let settledAfter: Int64 = 60_000_000_000

    private static let waits: [Int64] = [
        250_000_000, 500_000_000, 1_000_000_000, 2_000_000_000, 4_000_000_000, 8_000_000_000,
    ]
    private static let longestWait: Int64 = 30_000_000_000

    /// Failures since data last flowed for long enough.
    package private(set) var failures = 0

    /// Makes a ladder that no failure has climbed.
    package init() {}

    /// Counts a failure and tells how long to wait, in nanoseconds.
    package mutating func failed() -> Int64 {
        defer { failures += 1 }
        return failures < Self.waits.count ? Self.waits[failures] : Self.longestWait
    }

    /// Forgets the failures if data flowed for long enough, given in nanoseconds.
    package mutating func dataFlowed(for duration: Int64) {
        if duration >= Self.settledAfter { failures = 0 }
    }
}
