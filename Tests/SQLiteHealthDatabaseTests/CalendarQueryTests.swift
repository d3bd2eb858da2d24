import Foundation
import HealthModel
import Testing

/// HealthKit's queries over databases of every kind, by the calendar of a rider in Berlin.
@Suite struct CalendarQueryTests {
    private let berlin: Calendar
    private let distance = HKQuantityType(.distanceCycling)

    init() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        berlin = calendar
    }

    private func date(_ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws -> Date {
        try #require(
            berlin.date(
                from: DateComponents(year: 2026, month: month, day: day, hour: hour, minute: minute)))
    }

    private func ride(_ metres: Double, from start: Date, lasting duration: TimeInterval) -> HKQuantitySample
    {
        HKQuantitySample(
            type: distance, quantity: HKQuantity(unit: .meter(), doubleValue: metres), start: start,
            end: start.addingTimeInterval(duration))
    }

    private func collection(
        _ components: DateComponents, anchoredAt anchor: Date, _ store: HKHealthStore
    ) async throws -> HKStatisticsCollection {
        var components = components
        components.calendar = berlin
        components.timeZone = berlin.timeZone
        return try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: distance), options: .cumulativeSum, anchorDate: anchor,
            intervalComponents: components
        ).result(for: store)
    }

    private func metres(_ statistics: HKStatistics?) -> Double? {
        statistics?.sumQuantity()?.doubleValue(for: .meter())
    }

    @Test(
        "Days of 23 and 25 hours hold what was ridden in them, and a ride over midnight is divided",
        arguments: DatabaseKind.allCases)
    func days(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        // The clocks go forward on 29 March and back on 25 October.
        try await store.save([
            // Half an hour before midnight and an hour after it, by 300 m in ten minutes.
            ride(2700, from: try date(3, 28, 23, 30), lasting: 90 * 60),
            ride(1000, from: try date(3, 29, 23, 59), lasting: 60),
            ride(500, from: try date(3, 30), lasting: 60),
            ride(700, from: try date(10, 25, 0, 0), lasting: 25 * 3600),
            ride(20, from: try date(10, 26, 0, 0), lasting: 60),
        ])
        let days = try await collection(DateComponents(day: 1), anchoredAt: try date(1, 1), store)
        let expected = [
            (3, 28, 24.0, 900.0), (3, 29, 23, 2800), (3, 30, 24, 500), (10, 25, 25, 700), (10, 26, 24, 20),
        ]
        #expect(days.statistics().count == expected.count)
        for (month, day, hours, sum) in expected {
            let statistics = try #require(days.statistics(for: try date(month, day, 12)))
            #expect(statistics.startDate == (try date(month, day)))
            #expect(statistics.endDate.timeIntervalSince(statistics.startDate) == hours * 3600)
            #expect(abs((metres(statistics) ?? 0) - sum) < 1e-6)
        }
        #expect(days.statistics(for: try date(5, 1)) == nil)
        withExtendedLifetime(directory) {}
    }

    @Test("Weeks and months go on over the change of the clocks", arguments: DatabaseKind.allCases)
    func weeksAndMonths(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        try await store.save([
            ride(100, from: try date(3, 23), lasting: 60),
            ride(10, from: try date(3, 29, 23, 59), lasting: 60),
            ride(1, from: try date(3, 30), lasting: 60),
            ride(1000, from: try date(3, 31, 23, 59), lasting: 60),
            ride(2000, from: try date(4, 1), lasting: 60),
        ])
        // 5 January 2026 is a Monday.
        let weeks = try await collection(DateComponents(weekOfYear: 1), anchoredAt: try date(1, 5), store)
        #expect(weeks.statistics().map(metres) == [110, 3001])
        #expect(weeks.statistics().map(\.startDate) == [try date(3, 23), try date(3, 30)])
        let months = try await collection(DateComponents(month: 1), anchoredAt: try date(1, 1), store)
        #expect(months.statistics().map(metres) == [1111, 2000])
        #expect(months.statistics().map(\.endDate) == [try date(4, 1), try date(5, 1)])
        withExtendedLifetime(directory) {}
    }

    @Test(
        "A heart rate that holds over a midnight is averaged on both sides of it",
        arguments: DatabaseKind.allCases)
    func heartRate(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let midnight = try date(3, 30)
        let type = HKQuantityType(.heartRate)
        // One sample of two readings, as a workout leaves it: 100 from 6 s before midnight, 140 from 2 s after it, for 10 s.
        let column = SampleColumn(
            offsets: [0, 8_000_000_000], values: [100, 140], durations: [0, 0])
        try await store.save(
            HKQuantitySample(
                uuid: nil, type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 120),
                start: midnight.addingTimeInterval(-6), end: midnight.addingTimeInterval(2), device: nil,
                metadata: nil, series: QuantitySeries(origin: midnight.addingTimeInterval(-6), column: column)
            ))
        var components = DateComponents(day: 1)
        components.timeZone = berlin.timeZone
        let days = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: type), options: [.discreteAverage, .duration],
            anchorDate: midnight, intervalComponents: components
        ).result(for: store).statistics()
        // After midnight 100 for 2 s and 140 for 10 s.
        let averages = days.map { $0.averageQuantity()?.value(in: type.canonicalUnit) }
        #expect(averages.count == 2)
        #expect(averages.first == 100)
        #expect(abs((averages.last.flatMap(\.self) ?? 0) - 1600 / 12) < 1e-9)
        #expect(days.map { $0.duration()?.doubleValue(for: .second()) } == [6, 12])
        withExtendedLifetime(directory) {}
    }

    @Test(
        "What is saved is found in order and up to a limit, and what is deleted is found no more",
        arguments: DatabaseKind.allCases)
    func saveAndDelete(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make()
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let rides = try [3, 1, 2].map { ride(Double($0), from: try date(3, $0), lasting: 60) }
        try await store.save(rides)
        let march = HKQuery.predicateForSamples(
            withStart: try date(3, 2), end: try date(4, 1), options: .strictStartDate)
        func found(_ predicate: NSPredicate?, limit: Int? = nil) async throws -> [HKQuantitySample] {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: distance, predicate: predicate)],
                sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: limit
            ).result(for: store)
        }
        #expect(try await found(nil) == [rides[0], rides[2], rides[1]])
        #expect(try await found(march) == [rides[0], rides[2]])
        #expect(try await found(nil, limit: 1) == [rides[0]])
        try await store.delete(rides[0])
        #expect(try await found(nil) == [rides[2], rides[1]])
        #expect(try await store.deleteObjects(of: distance, predicate: march) == 1)
        #expect(try await found(nil) == [rides[1]])
        await #expect(throws: HKError.self) { try await store.delete(rides[0]) }
        withExtendedLifetime(directory) {}
    }
}
