import Foundation
import HealthModel
import Testing

@Suite struct StatisticsQueryTests {
    private let heartRate = HKQuantityType(.heartRate)
    private let distance = HKQuantityType(.distanceCycling)

    private func value(_ quantity: HKQuantity?, _ type: HKQuantityType) -> Double? {
        quantity?.value(in: type.canonicalUnit)
    }

    private func query(
        _ type: HKQuantityType, _ options: HKStatisticsOptions, _ predicate: NSPredicate? = nil
    ) -> HKStatisticsQueryDescriptor {
        HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: type, predicate: predicate), options: options)
    }

    @Test(
        "A heart rate is averaged by time: 100 for 30 s and 160 for 10 s are 115",
        arguments: DatabaseKind.allCases)
    func weighted(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        try await store.save([
            makeSample(.heartRate, 100, at: 0, lasting: 30), makeSample(.heartRate, 160, at: 30, lasting: 10),
        ])
        let statistics = try await query(heartRate, [.discreteAverage, .discreteMin, .discreteMax]).result(
            for: store)
        #expect(value(statistics?.averageQuantity(), heartRate) == 115)
        #expect(value(statistics?.minimumQuantity(), heartRate) == 100)
        #expect(value(statistics?.maximumQuantity(), heartRate) == 160)
        #expect(statistics?.mostRecentQuantity() == nil)
        #expect(statistics?.startDate == epoch)
        #expect(statistics?.endDate == epoch.addingTimeInterval(40))
    }

    @Test(
        "A sample that lies partly in the interval asked for counts by its share",
        arguments: DatabaseKind.allCases)
    func share(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        try await store.save(makeSample(.distanceCycling, 1000, at: 0, lasting: 100))
        let interval = HKQuery.predicateForSamples(
            withStart: epoch.addingTimeInterval(50), end: epoch.addingTimeInterval(75))
        let statistics = try await query(distance, .cumulativeSum, interval).result(for: store)
        #expect(value(statistics?.sumQuantity(), distance) == 250)
    }

    @Test(
        "Samples years apart are counted as well as those of one ride",
        arguments: DatabaseKind.allCases)
    func years(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let year = 365.25 * 86_400
        try await store.save([
            makeSample(.heartRate, 100, at: 0, lasting: 30),
            makeSample(.heartRate, 130, at: 2 * year, lasting: 20),
            makeSample(.heartRate, 160, at: 9 * year, lasting: 10),
        ])
        // 100 for 30 s, 130 for 20 s and 160 for 10 s.
        let statistics = try await query(heartRate, [.discreteAverage, .duration]).result(for: store)
        #expect(value(statistics?.averageQuantity(), heartRate) == 120)
        #expect(statistics?.duration()?.doubleValue(for: .second()) == 60)
    }

    @Test(
        "Where there is nothing to count there are no statistics",
        arguments: DatabaseKind.allCases)
    func nothing(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        #expect(try await query(heartRate, .discreteAverage).result(for: store) == nil)
        let app = HKHealthStore(client: "app", database: database)
        try await store.save(makeSample())
        #expect(try await query(heartRate, .discreteAverage).result(for: app) == nil)
        let code = await withCheckedContinuation { done in
            app.execute(
                HKStatisticsQuery(
                    quantityType: heartRate, quantitySamplePredicate: nil, options: .discreteAverage
                ) {
                    _, statistics, error in
                    #expect(statistics == nil)
                    done.resume(returning: (error as? HKError)?.code)
                })
        }
        #expect(code == .errorNoData)
    }

    @Test(
        "A sum of a discrete type and an average of a cumulative one are refused",
        arguments: DatabaseKind.allCases)
    func mixed(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        await #expect(throws: HKError.self) { try await query(heartRate, .cumulativeSum).result(for: store) }
        await #expect(throws: HKError.self) { try await query(distance, .discreteAverage).result(for: store) }
        let unknown = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "moonPhase"))
        await #expect(throws: HKError.self) { try await query(unknown, .mostRecent).result(for: store) }
    }

    private func daily(_ type: HKQuantityType, _ options: HKStatisticsOptions) throws
        -> HKStatisticsCollectionQueryDescriptor
    {
        var day = DateComponents(day: 1)
        day.timeZone = .gmt
        return HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: type), options: options, anchorDate: epoch,
            intervalComponents: day)
    }

    @Test(
        "Sums by day: a sample over midnight is split, a day without samples has none",
        arguments: DatabaseKind.allCases)
    func collection(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let day = 86_400.0
        try await store.save([
            makeSample(.distanceCycling, 1000, at: 3600, lasting: 3600),
            makeSample(.distanceCycling, 400, at: day - 100, lasting: 400),
            makeSample(.distanceCycling, 7, at: 3 * day),
            makeSample(.distanceCycling, 5, at: -1),
        ])
        let collection = try await daily(distance, .cumulativeSum).result(for: store)
        #expect(collection.statistics().map { value($0.sumQuantity(), distance) } == [5, 1100, 300, 7])
        #expect(collection.statistics(for: epoch.addingTimeInterval(2.5 * day)) == nil)
        #expect(
            value(
                collection.statistics(for: epoch.addingTimeInterval(1.5 * day))?.sumQuantity(), distance
            ) == 300)
        #expect(collection.sources().map(\.bundleIdentifier) == ["pulsewatt"])

        var sums: [Double?] = []
        collection.enumerateStatistics(from: epoch, to: epoch.addingTimeInterval(3 * day)) {
            day, _ in
            sums.append(value(day.sumQuantity(), distance))
        }
        #expect(sums == [1100, 300, nil, 7])
        sums = []
        collection.enumerateStatistics(from: epoch, to: .distantFuture) { day, stop in
            sums.append(value(day.sumQuantity(), distance))
            stop.pointee = true
        }
        #expect(sums == [1100])
    }

    @Test(
        "A heart rate that holds over midnight is averaged on both sides of it",
        arguments: DatabaseKind.allCases)
    func holds(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let day = 86_400.0
        try await store.save([
            makeSample(.heartRate, 100, at: day - 6), makeSample(.heartRate, 130, at: day - 2),
        ])
        let collection = try await daily(heartRate, [.discreteAverage, .duration]).result(for: store)
        let averages = collection.statistics().map { value($0.averageQuantity(), heartRate) }
        // 100 for 4 s and 130 for 2 s before midnight, 130 for the 8 s of its ten that are left after it.
        #expect(averages == [110, 130])
        #expect(collection.statistics().map { $0.duration()?.doubleValue(for: .second()) } == [6, 8])
    }

    @Test(
        "A sample that would count in millions of intervals is refused",
        arguments: DatabaseKind.allCases)
    func tooMany(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        try await store.save(makeSample(.distanceCycling, 1, at: 0, lasting: 86_400 * 365))
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: distance), options: .cumulativeSum, anchorDate: epoch,
            intervalComponents: DateComponents(second: 1))
        let error = await #expect(throws: HKError.self) { try await query.result(for: store) }
        #expect(error?.code == .errorDataSizeExceeded)
    }

    @Test(
        "A sequence gives the statistics again after each change, with those that are new",
        arguments: DatabaseKind.allCases)
    func updates(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let day = 86_400.0
        var results = try daily(distance, .cumulativeSum).results(for: store).makeAsyncIterator()
        let first = try await results.next()
        #expect(first?.statisticsCollection.statistics().isEmpty == true)
        #expect(first?.updatedStatistics == nil)
        try await store.save(makeSample(.distanceCycling, 5, at: day + 60))
        let second = try await results.next()
        #expect(value(second?.updatedStatistics?.sumQuantity(), distance) == 5)
        #expect(second?.statisticsCollection.statistics().count == 1)
    }

    @Test(
        "Queries of the older kind give the same",
        arguments: DatabaseKind.allCases)
    func classic(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let (stream, continuation) = AsyncStream<Double?>.makeStream()
        let distance = distance
        try await store.save(makeSample(.distanceCycling, 5))
        store.execute(
            HKStatisticsQuery(quantityType: distance, quantitySamplePredicate: nil, options: .cumulativeSum) {
                _, statistics, _ in
                continuation.yield(statistics?.sumQuantity()?.value(in: .meter()))
            })
        var answers = stream.makeAsyncIterator()
        #expect(await answers.next() == 5)

        let query = HKStatisticsCollectionQuery(
            quantityType: distance, quantitySamplePredicate: nil, options: .cumulativeSum,
            anchorDate: epoch,
            intervalComponents: DateComponents(day: 1))
        query.initialResultsHandler = { _, collection, _ in
            continuation.yield(collection?.statistics().first?.sumQuantity()?.value(in: .meter()))
        }
        query.statisticsUpdateHandler = { _, statistics, _, _ in
            continuation.yield(statistics?.sumQuantity()?.value(in: .meter()))
        }
        store.execute(query)
        #expect(await answers.next() == 5)
        try await store.save(makeSample(.distanceCycling, 8, at: 60))
        #expect(await answers.next() == 13)
        store.stop(query)
    }
}
