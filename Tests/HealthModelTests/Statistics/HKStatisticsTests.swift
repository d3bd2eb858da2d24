import Foundation
import HealthModel
import Testing

private typealias Bench = BuilderTestBench

@Suite struct HKStatisticsTests {
    private let perMinute = HKUnit.count().unitDivided(by: .minute())

    private func makeStatistics(
        _ samples: [HKQuantitySample], type: HKQuantityType = Bench.heartRate, until end: Double,
        options: HKStatisticsOptions = .everything
    ) -> HKStatistics? {
        HKStatistics.of(samples, type: type, from: Bench.start, to: Bench.date(end), options: options)
    }

    @Test("The average heart rate is weighted by how long each value stood")
    func timeWeighted() throws {
        // 100 for 9 s, 150 for 1 s: 105, not the mean 125 of the samples.
        let statistics = try #require(
            makeStatistics([Bench.sample(100, at: 0), Bench.sample(150, at: 9)], until: 10))
        #expect(statistics.averageQuantity()?.doubleValue(for: perMinute) == 105)
        #expect(statistics.minimumQuantity()?.doubleValue(for: perMinute) == 100)
        #expect(statistics.maximumQuantity()?.doubleValue(for: perMinute) == 150)
        #expect(statistics.mostRecentQuantity()?.doubleValue(for: perMinute) == 150)
        #expect(statistics.mostRecentQuantityDateInterval()?.start == Bench.date(9))
        #expect(statistics.duration()?.doubleValue(for: .second()) == 10)
        #expect(statistics.sumQuantity() == nil)
    }

    @Test("A gap beyond the hold limit has no weight")
    func gap() throws {
        // 100 holds for 10 s, then nothing; 160 for 10 s from 60 s on.
        let statistics = try #require(
            makeStatistics([Bench.sample(100, at: 0), Bench.sample(160, at: 60)], until: 120))
        #expect(statistics.averageQuantity()?.doubleValue(for: perMinute) == 130)
        #expect(statistics.duration()?.doubleValue(for: .second()) == 20)
    }

    @Test("Distances add up, and one that reaches out of the interval counts by its share")
    func cumulative() throws {
        let type = HKQuantityType(.distanceCycling)
        let samples = [
            Bench.sample(100, at: 0, lasting: 10, type: type),
            Bench.sample(50, at: 10, lasting: 10, type: type),
            Bench.sample(7, at: 3, type: type),
        ]
        let statistics = try #require(makeStatistics(samples, type: type, until: 15))
        #expect(statistics.sumQuantity()?.doubleValue(for: .meter()) == 132)
        #expect(statistics.averageQuantity() == nil)
        #expect(statistics.maximumQuantity() == nil)
    }

    @Test("Running power is averaged over its samples")
    func arithmetic() throws {
        let type = HKQuantityType(.runningPower)
        let samples = [Bench.sample(200, at: 0, type: type), Bench.sample(300, at: 9, type: type)]
        let statistics = try #require(makeStatistics(samples, type: type, until: 10))
        #expect(statistics.averageQuantity()?.doubleValue(for: .watt()) == 250)
    }

    @Test("Only what was asked for is told")
    func options() throws {
        let statistics = try #require(
            makeStatistics([Bench.sample(100, at: 0)], until: 10, options: .discreteMax))
        #expect(statistics.maximumQuantity() != nil)
        #expect(statistics.averageQuantity() == nil)
        #expect(statistics.duration() == nil)
        #expect(statistics.sources == nil)
    }

    @Test("Samples of each source are told apart when that is asked")
    func sources() throws {
        let statistics = try #require(
            makeStatistics([Bench.sample(100, at: 0)], until: 10, options: [.separateBySource, .discreteMax]))
        let source = try #require(statistics.sources?.first)
        #expect(statistics.maximumQuantity(for: source)?.doubleValue(for: perMinute) == 100)
        let other = HKSource(name: "other", bundleIdentifier: "other")
        #expect(statistics.maximumQuantity(for: other) == nil)
    }

    @Test("Without samples in the interval there are no statistics")
    func none() {
        #expect(makeStatistics([], until: 10) == nil)
        #expect(makeStatistics([Bench.sample(100, at: 20)], until: 10) == nil)
        #expect(makeStatistics([Bench.sample(100, at: -30)], until: 10) == nil)
    }

    @Test("Options of the wrong kind for a type are refused")
    func mismatch() throws {
        #expect(throws: HKError.self) { try HKStatisticsOptions.cumulativeSum.validate(for: Bench.heartRate) }
        #expect(throws: HKError.self) {
            try HKStatisticsOptions.discreteAverage.validate(for: HKQuantityType(.distanceCycling))
        }
        try HKStatisticsOptions.discreteAverage.validate(for: Bench.heartRate)
        try HKStatisticsOptions([.cumulativeSum, .mostRecent]).validate(for: HKQuantityType(.distanceCycling))
    }

    @Test("A lone sample that has just arrived is its own average")
    func loneSample() async throws {
        let bench = try BuilderTestBench()
        try await bench.begin()
        bench.builder.collect(Bench.heartRate, value: 88, at: 0)
        #expect(
            bench.builder.statistics(for: Bench.heartRate)?.averageQuantity()?.doubleValue(for: perMinute)
                == 88)
        #expect(bench.builder.allStatistics.keys.map(\.identifier) == ["HKQuantityTypeIdentifierHeartRate"])
    }

    @Test("Samples in a pause are neither in the average nor in the extremes")
    func pause() async throws {
        let bench = try BuilderTestBench()
        try await bench.begin()
        bench.builder.collect(Bench.heartRate, value: 100, at: 0)
        bench.session.pause(at: Bench.date(2))
        bench.builder.collect(Bench.heartRate, value: 190, at: 3_000_000_000)
        bench.session.resume(at: Bench.date(4))
        bench.builder.collect(Bench.heartRate, value: 110, at: 5_000_000_000)
        bench.builder.advance(to: Bench.date(7))
        let statistics = try #require(bench.builder.statistics(for: Bench.heartRate))
        #expect(statistics.averageQuantity()?.doubleValue(for: perMinute) == 105)
        #expect(statistics.maximumQuantity()?.doubleValue(for: perMinute) == 110)
    }
}
