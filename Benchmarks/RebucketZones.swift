import HealthModel

extension Benchmark {
    /// Zones of stored columns by another configuration of five zones.
    static let rebucketFiveZones = rebucketZones(5)

    /// Zones of stored columns by another configuration of nine zones, the most there can be.
    static let rebucketNineZones = rebucketZones(9)

    private static func rebucketZones(_ zoneCount: Int) -> Benchmark {
        Benchmark("re-bucket into \(zoneCount) zones", unit: "samples", target: 500_000_000) {
            // Ten hours at 4 Hz, larger than the second-level cache.
            let sampleCount = 144_000
            let column = MeasuredColumn(
                values: (0..<sampleCount).map { 60 + Double(($0 &* 7919) % 140) },
                durations: (0..<sampleCount).map { 250_000_000 + Int64($0 % 5) })
            let boundaries = ZoneBoundaries((1..<zoneCount).map { 70 + Double($0) * 12.5 })
            let rounds = 1000
            var sum: Int64 = 0
            for _ in 0..<rounds { sum &+= boundaries.durations(of: column)[1] }
            consume(Int(truncatingIfNeeded: sum))
            return rounds * sampleCount
        }
    }
}
