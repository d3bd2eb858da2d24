import TestKit
import Testing

@testable import WorkoutFormats

@Suite struct CumulativeRoundingTests {
    @Test(
        "Rounded parts add up to the rounded whole, and an empty part stays empty",
        arguments: [
            // Ends at 0.4, 0.8, 1.2 ms are written as 0, 1, 1.
            ([400_000, 400_000, 400_000], 0, [0, 1, 0]),
            // Ends at 1.5, 1.5, 3 ms are written as 2, 2, 3.
            ([1_500_000, 0, 1_500_000], 0, [2, 0, 1]),
            // From 0.6 ms, written as 1: ends at 1, 1.4 ms, both written as 1.
            ([400_000, 400_000], 600_000, [0, 0]),
            ([], 0, []),
        ] as [([Int64], Int64, [Int64])])
    func parts(parts: [Int64], origin: Int64, expected: [Int64]) {
        #expect(CumulativeRounding.milliseconds(parts, from: origin) == expected)
    }

    @Test("No part is off by a whole millisecond and the sum is that of the whole, for random parts")
    func property() {
        var random = SplitMix64(seed: 99)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...12, using: &random)
            let parts = (0..<count).map { _ in Int64.random(in: 0...50_000_000, using: &random) }
            let origin = Int64.random(in: 0...1_000_000_000_000, using: &random)
            let rounded = CumulativeRounding.milliseconds(parts, from: origin)
            for (part, milliseconds) in zip(parts, rounded) {
                #expect((part - milliseconds * 1_000_000).magnitude < 1_000_000)
                #expect(milliseconds >= 0)
            }
            let end = origin + parts.reduce(0, +)
            #expect(rounded.reduce(0, +) == (end + 500_000) / 1_000_000 - (origin + 500_000) / 1_000_000)
        }
    }
}
