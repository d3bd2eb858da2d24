import TestKit
import Testing

@testable import WorkoutFormats

@Suite struct ZoneDistributionTests {
    @Test(
        "Shares add up to 100 %: those that were rounded down most get what is left",
        arguments: [
            ([1, 1, 1], [334, 333, 333]),
            // 0.16…, 0.33… and 0.5 of 1000: 166.7, 333.3 and 500, so the first gets the one that is left.
            ([1, 2, 3], [167, 333, 500]),
            ([0, 0, 7], [0, 0, 1000]), ([0, 0], [0, 0]), ([], []),
            // A third of the longest workout: its thousandfold has more than 64 bits.
            ([31_622_400_000_000_000, 63_244_800_000_000_000], [333, 667]),
        ] as [([Int64], [Int64])])
    func shares(parts: [Int64], tenths: [Int64]) {
        #expect(ZoneDistribution.tenthsOfPercent(parts) == tenths)
    }

    @Test("Shares of any times add up to 100 % and are off by less than a tenth", arguments: 0..<50)
    func randomShares(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let parts = (0..<Int.random(in: 1...10, using: &random)).map { _ in
            Int64.random(in: 0...100_000_000_000_000, using: &random)
        }
        let shares = ZoneDistribution.tenthsOfPercent(parts)
        let total = Double(parts.reduce(0, +))
        #expect(shares.reduce(0, +) == 1000)
        for (part, share) in zip(parts, shares) {
            #expect(abs(Double(part) / total * 1000 - Double(share)) < 1)
        }
    }
}
