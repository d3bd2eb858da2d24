import Foundation
import HealthModel
import TestKit
import Testing

private let second: Int64 = 1_000_000_000
private let rate = HKQuantityType(.heartRate)

@Suite struct ValueDistributionTests {
    @Test("Equal values become one, in ascending order, and those without time are left out")
    func grouping() {
        let column = MeasuredColumn(values: [120, 80, 120, 0, 95], durations: [3, 1, 4, 2, 0])
        let distribution = ValueDistribution(of: column, noData: 7)
        #expect(distribution.values == [0, 80, 120])
        #expect(distribution.durations == [2, 1, 7])
        #expect(distribution.total == 10)
        #expect(distribution.noData == 7)
        // (2 × 0 + 1 × 80 + 7 × 120) / 10.
        #expect(distribution.mean == 92)
        #expect(ValueDistribution(of: MeasuredColumn(values: [], durations: []), noData: 5).mean == nil)
    }

    @Test("A value on a boundary belongs to the zone above it")
    func boundaries() {
        let distribution = ValueDistribution(
            of: MeasuredColumn(values: [99.9, 100, 119, 120], durations: [1, 10, 100, 1000]), noData: 0)
        #expect(distribution.zoneDurations(ZoneBoundaries([100, 120])) == [1, 110, 1000])
        #expect(distribution.zoneDurations(ZoneBoundaries([200, 300])) == [1111, 0, 0])
    }

    @Test("Two distributions together have the time of both")
    func sum() {
        let one = ValueDistribution(of: MeasuredColumn(values: [90, 100], durations: [1, 2]), noData: 3)
        let other = ValueDistribution(of: MeasuredColumn(values: [95, 100], durations: [4, 5]), noData: 6)
        let both = one + other
        #expect(both.values == [90, 95, 100])
        #expect(both.durations == [1, 4, 7])
        #expect(both.noData == 9)
    }

    @Test("A type that no sensor provided has none")
    func notMeasured() {
        let series = WorkoutSeries(
            start: Date(timeIntervalSinceReferenceDate: 0), columns: [rate: SampleColumn()], elapsed: second)
        #expect(ValueDistribution(of: series, rate) == nil)
        #expect(ValueDistribution(of: series, HKQuantityType(.cyclingPower)) == nil)
    }

    @Test("Random rides give the time in any zones that was counted nanosecond by nanosecond")
    func countedByHand() {
        for seed in 0..<300 as Range<UInt64> {
            let ride = RandomRide(seed: seed)
            let counted = ride.countedTotals(within: ride.interval)
            let distribution = ValueDistribution(
                of: ride.coverage.measured(ride.column(of: ride.samples), within: ride.interval),
                noData: counted.noData)
            #expect(
                distribution.zoneDurations(ZoneBoundaries(ride.boundaries)) == counted.zones, "seed \(seed)")
        }
    }

    @Test("Any zones of random workouts are those that the samples give, as is the time without data")
    func anyZones() throws {
        var generator = SplitMix64(seed: 11)
        for seed in 0..<300 as Range<UInt64> {
            let ride = RandomRide(seed: seed)
            // In seconds, so that the hold limit of ten of them takes part.
            let series = WorkoutSeries(
                start: Date(timeIntervalSinceReferenceDate: 0),
                columns: [
                    rate: SampleColumn(
                        offsets: ride.samples.map { $0.offset * second }, values: ride.samples.map(\.value),
                        durations: ride.samples.map { $0.duration * second })
                ],
                pauses: ride.pauses.map { $0.lowerBound * second..<$0.upperBound * second },
                elapsed: RandomRide.length * second)
            let distribution = ValueDistribution(of: series, rate)
            #expect((distribution == nil) == ride.samples.isEmpty, "seed \(seed)")
            for _ in 0..<5 {
                let count = Int.random(in: 2...8, using: &generator)
                let edges = (1...count).map { _ in Double.random(in: 0.5...14, using: &generator) }.sorted()
                // Half of the edges lie exactly on values.
                let rounded = Set(edges.enumerated().map { $0.0 % 2 == 0 ? $0.1 : $0.1.rounded(.up) })
                    .sorted()
                guard rounded.count >= 2 else { continue }
                let configuration = try HKWorkoutZoneConfiguration(
                    quantityType: rate, edges: rounded, source: .app)
                let totals = series.zoneTotals(configuration)
                #expect(
                    distribution?.zoneDurations(ZoneBoundaries(rounded)) == totals?.zones, "seed \(seed)")
                #expect(distribution?.noData == totals?.noData, "seed \(seed)")
            }
        }
    }
}
