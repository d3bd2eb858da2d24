import Foundation
import HealthModel
import TestKit
import Testing

/// Statistics by the calendar against a slow reference, to the last bit.
@Suite struct StatisticsReferenceTests {
    private static let types = [
        HKQuantityType(.heartRate), HKQuantityType(.cyclingPower), HKQuantityType(.distanceCycling),
        HKQuantityType(.restingHeartRate), HKQuantityType(.activeEnergyBurned),
    ]

    /// A series of readings from a second on, with gaps, readings at one instant and some that last long.
    private static func series(
        _ type: HKQuantityType, from second: TimeInterval, step: Int64, _ random: inout SplitMix64
    ) -> HKQuantitySample {
        var offsets: [Int64] = []
        var durations: [Int64] = []
        var offset: Int64 = 0
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            offset += Int64.random(in: 0..<4, using: &random) * step
            if Int.random(in: 0..<30, using: &random) == 0 { offset += 25_000_000_000 }
            offsets.append(offset)
            durations.append(
                [0, 0, step, 2 * step, 60_000_000_000].randomElement(using: &random) ?? 0)
        }
        let values = offsets.map { _ in Double.random(in: 0...200, using: &random) }
        let column = SampleColumn(
            offsets: offsets, values: values, durations: durations,
            keepsTies: type.aggregationStyle != .discreteTemporallyWeighted)
        let start = epoch.addingTimeInterval(second)
        let end = zip(column.offsets, column.durations).map(+).max() ?? 0
        return HKQuantitySample(
            uuid: nil, type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 1),
            start: start, end: start.addingTimeInterval(Double(end) / 1e9), device: nil, metadata: nil,
            series: QuantitySeries(origin: start, column: column))
    }

    /// Some samples and some series; at whole seconds many of them lie where intervals meet.
    private static func samples(
        _ type: HKQuantityType, wholeSeconds: Bool, _ random: inout SplitMix64
    ) -> [HKQuantitySample] {
        (0..<8).map { _ in
            var second = Double.random(in: -200...400, using: &random)
            if wholeSeconds { second.round() }
            if Bool.random(using: &random) {
                return series(
                    type, from: second, step: wholeSeconds ? 1_000_000_000 : 700_000_123, &random)
            }
            let start = epoch.addingTimeInterval(second)
            return HKQuantitySample(
                type: type,
                quantity: HKQuantity(
                    unit: type.canonicalUnit, doubleValue: Double.random(in: 0...200, using: &random)),
                start: start,
                end: start.addingTimeInterval(Double(Int.random(in: 0..<3, using: &random) * 17)))
        }
    }

    private static func value(_ quantity: HKQuantity?, _ type: HKQuantityType) -> Double? {
        quantity?.doubleValue(for: type.canonicalUnit)
    }

    @Test(
        "Every interval of the calendar has the statistics of a slow reference, to the last bit",
        arguments: DatabaseKind.allCases, Self.types)
    func reference(_ kind: DatabaseKind, _ type: HKQuantityType) async throws {
        var random = SplitMix64(seed: 20_261_130)
        for (seconds, wholeSeconds) in [(1, true), (1, false), (7, true), (60, true), (3600, false)] {
            let (database, directory) = try kind.make()
            let store = HKHealthStore(client: HKHealthStore.owner, database: database)
            let samples = Self.samples(type, wholeSeconds: wholeSeconds, &random)
            try await store.save(samples)
            let isCumulative = type.aggregationStyle == .cumulative
            let collection = try await HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: type),
                options: isCumulative
                    ? [.cumulativeSum, .mostRecent, .duration, .separateBySource]
                    : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration],
                anchorDate: epoch,
                intervalComponents: DateComponents(second: seconds)
            ).result(for: store)
            var counted = 0
            collection.enumerateStatistics(
                from: epoch.addingTimeInterval(-260), to: epoch.addingTimeInterval(1200)
            ) { found, _ in
                let wanted = StatisticsReference(
                    samples, type, in: DateInterval(start: found.startDate, end: found.endDate))
                let isFilled = collection.statistics(for: found.startDate) != nil
                #expect(isFilled == (wanted.mostRecent != nil))
                guard isFilled else { return }
                counted += 1
                #expect(Self.value(found.sumQuantity(), type) == wanted.sum)
                #expect(
                    Self.value(found.averageQuantity(), type) == (isCumulative ? nil : wanted.average))
                #expect(Self.value(found.minimumQuantity(), type) == wanted.minimum)
                #expect(Self.value(found.maximumQuantity(), type) == wanted.maximum)
                #expect(Self.value(found.mostRecentQuantity(), type) == wanted.mostRecent)
                #expect(found.mostRecentQuantityDateInterval() == wanted.mostRecentDates)
                #expect(
                    found.duration()?.doubleValue(for: .second()) == Double(wanted.measured) / 1e9)
                if isCumulative {
                    for source in found.sources ?? [] {
                        #expect(Self.value(found.sumQuantity(for: source), type) == wanted.sum)
                    }
                }
            }
            #expect(counted > 0)
            withExtendedLifetime(directory) {}
        }
    }

    @Test("Three hours by the second are divided into seconds in one pass")
    func manyIntervals() async throws {
        let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        let type = HKQuantityType(.distanceCycling)
        let seconds = 3 * 3600
        let column = SampleColumn(
            offsets: (0..<seconds).map { Int64($0) * 1_000_000_000 },
            values: (0..<seconds).map { Double($0 % 10) },
            durations: Array(repeating: 1_000_000_000, count: seconds))
        try await store.save(
            HKQuantitySample(
                uuid: nil, type: type, quantity: HKQuantity(unit: .meter(), doubleValue: 1), start: epoch,
                end: epoch.addingTimeInterval(Double(seconds)), device: nil, metadata: nil,
                series: QuantitySeries(origin: epoch, column: column)))
        let collection = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: type), options: .cumulativeSum, anchorDate: epoch,
            intervalComponents: DateComponents(second: 1)
        ).result(for: store).statistics()
        #expect(collection.count == seconds)
        #expect(
            collection.prefix(12).map { Self.value($0.sumQuantity(), type) } == [
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1,
            ])
    }

    @Test("Readings that would count in millions of intervals are refused, as samples are")
    func tooMany() async throws {
        let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        let type = HKQuantityType(.distanceCycling)
        // Each of 5,000 readings lasts over an hour and more of seconds.
        let column = SampleColumn(
            offsets: (0..<5000).map { Int64($0) * 1_000_000 }, values: Array(repeating: 1, count: 5000),
            durations: Array(repeating: 4_000_000_000_000, count: 5000))
        try await store.save(
            HKQuantitySample(
                uuid: nil, type: type, quantity: HKQuantity(unit: .meter(), doubleValue: 1), start: epoch,
                end: epoch.addingTimeInterval(4005), device: nil, metadata: nil,
                series: QuantitySeries(origin: epoch, column: column)))
        let error = await #expect(throws: HKError.self) {
            try await HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: type), options: .cumulativeSum, anchorDate: epoch,
                intervalComponents: DateComponents(second: 1)
            ).result(for: store)
        }
        #expect(error?.code == .errorDataSizeExceeded)
    }
}
