import HealthModel
import Testing

@Suite struct TrainingImpulseTests {
    private let minute: Int64 = 60_000_000_000

    private func impulse(_ sex: HKBiologicalSex) throws -> TrainingImpulse {
        try #require(TrainingImpulse(restingHeartRate: 50, maximumHeartRate: 190, sex: sex))
    }

    @Test(
        "An hour at half the heart-rate reserve, weighted by sex",
        arguments: [
            // 60 · 0.5 · 0.64 · e^0.96 and 60 · 0.5 · 0.86 · e^0.835, with e^0.96 = 2.611696 and e^0.835 = 2.304813.
            (HKBiologicalSex.male, 50.14457), (.female, 59.46418), (.notSet, 50.14457), (.other, 50.14457),
        ])
    func steady(sex: HKBiologicalSex, expected: Double) throws {
        let sum = try impulse(sex).sum(heartRates: [120], durations: [60 * minute])
        #expect(abs(sum - expected) < 0.0001)
    }

    @Test("Half an hour at rest and half at the maximum are far more than an hour at their mean")
    func samples() throws {
        // 30 · 1 · 0.64 · e^1.92 = 19.2 · 6.820958 = 130.9624; at the mean it would be 50.14.
        let sum = try impulse(.male).sum(heartRates: [50, 190], durations: [30 * minute, 30 * minute])
        #expect(abs(sum - 130.9624) < 0.0001)
    }

    @Test("Below rest nothing counts, above the maximum no more than at it, and what is no rate nothing")
    func clamped() throws {
        let impulse = try impulse(.male)
        #expect(impulse.perMinute(at: 40) == 0)
        #expect(impulse.perMinute(at: 210) == impulse.perMinute(at: 190))
        #expect(impulse.perMinute(at: .nan) == 0)
        #expect(impulse.sum(heartRates: [], durations: []) == 0)
    }

    @Test(
        "Without two rates in order there is no weighting",
        arguments: [
            (nil, 190), (50, nil), (190, 190), (200, 190), (0, 190), (-50, 190), (50, .infinity),
            (.nan, 190), (50, .nan),
        ] as [(Double?, Double?)])
    func missing(resting: Double?, maximum: Double?) {
        #expect(
            TrainingImpulse(restingHeartRate: resting, maximumHeartRate: maximum, sex: .male) == nil)
    }
}
