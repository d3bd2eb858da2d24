import Foundation
import HealthModel
import Testing

@Suite struct StatisticsArchiveTests {
    /// The statistics of three heart rates: 100 for 4 s, 130 for 6 s, and 90 as they end.
    private func statistics(_ options: HKStatisticsOptions) async throws -> HKStatistics {
        let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        try await store.save([makeSample(100), makeSample(130, at: 4), makeSample(90, at: 10)])
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.heartRate)), options: options)
        return try #require(try await query.result(for: store))
    }

    private func makeSample(_ value: Double, at second: TimeInterval = 0) -> HKQuantitySample {
        HealthModelTests.makeSample(.heartRate, value, at: second)
    }

    @Test("Statistics come back from an archive, in all and by source")
    func archive() async throws {
        let read = try #require(
            try archived(
                try await statistics([
                    .discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration, .separateBySource,
                ])))
        let unit = HKUnit(from: "count/min")
        #expect(read.quantityType == HKQuantityType(.heartRate))
        // 100 for 4 s and 130 for 6 s: (400 + 780) / 10.
        #expect(read.averageQuantity()?.doubleValue(for: unit) == 118)
        #expect(read.minimumQuantity()?.doubleValue(for: unit) == 90)
        #expect(read.maximumQuantity()?.doubleValue(for: unit) == 130)
        #expect(read.mostRecentQuantity()?.doubleValue(for: unit) == 90)
        #expect(read.mostRecentQuantityDateInterval()?.start == sampleEpoch.addingTimeInterval(10))
        #expect(read.duration()?.doubleValue(for: .second()) == 10)
        #expect(read.sumQuantity() == nil)
        let source = try #require(read.sources?.first)
        #expect(source.bundleIdentifier == "pulsewatt")
        #expect(read.averageQuantity(for: source)?.doubleValue(for: unit) == 118)
    }

    @Test("What statistics were not asked for they do not tell after an archive either")
    func options() async throws {
        let read = try #require(try archived(try await statistics(.discreteMax)))
        #expect(read.maximumQuantity() != nil)
        #expect(read.averageQuantity() == nil)
        #expect(read.mostRecentQuantityDateInterval() == nil)
        #expect(read.sources == nil)
    }

    @Test("Bytes that are no statistics give nil")
    func broken() async throws {
        let statistics = try await statistics(.discreteMax)
        #expect(try reread(statistics) != nil)
        #expect(try reread(statistics, with: NSData(data: Data([0])), for: "statistics") == nil)
        #expect(try reread(statistics, with: NSDate(), for: "statistics") == nil)
    }
}
