import Foundation
import HealthModel
import Testing

@Suite struct SampleQueryTests {
    private let heartRate = HKQuantityType(.heartRate)
    private let power = HKQuantityType(.cyclingPower)

    private func query(
        _ predicate: NSPredicate? = nil, sorted: [SortDescriptor<HKQuantitySample>] = [], limit: Int? = nil
    ) -> HKSampleQueryDescriptor<HKQuantitySample> {
        HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: heartRate, predicate: predicate)], sortDescriptors: sorted,
            limit: limit)
    }

    @Test(
        "A query finds the samples of its type, sorted and limited as asked",
        arguments: DatabaseKind.allCases)
    func sorting(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = [2.0, 0, 1].map { makeSample(.heartRate, 100, at: $0) }
        try await store.save(samples + [makeSample(.cyclingPower, 200)])
        #expect(try await query().result(for: store) == samples)
        #expect(
            try await query(sorted: [SortDescriptor(\.startDate)], limit: 2).result(for: store)
                == [samples[1], samples[2]])
        #expect(
            try await query(sorted: [SortDescriptor(\.startDate, order: .reverse)], limit: 0).result(
                for: store)
                == [samples[0], samples[2], samples[1]])
    }

    @Test(
        "Several predicates find what any of them picks, each sample once",
        arguments: DatabaseKind.allCases)
    func union(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = (0..<4).map { makeSample(.heartRate, 100, at: Double($0) * 10) }
        let watts = makeSample(.cyclingPower, 200)
        try await store.save(samples + [watts])
        func interval(_ start: TimeInterval, _ end: TimeInterval) -> NSPredicate {
            HKQuery.predicateForSamples(
                withStart: epoch.addingTimeInterval(start), end: epoch.addingTimeInterval(end))
        }
        let query = HKSampleQueryDescriptor<HKSample>(
            predicates: [
                .sample(type: heartRate, predicate: interval(0, 15)),
                .sample(type: heartRate, predicate: interval(5, 25)), .sample(type: power),
            ], sortDescriptors: [])
        #expect(try await query.result(for: store) == samples[0...2] + [watts])
    }

    @Test(
        "Predicates that are joined narrow the dates, and nothing is found where they part",
        arguments: DatabaseKind.allCases)
    func compound(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = (0..<4).map { makeSample(.heartRate, 100 + Double($0), at: Double($0) * 10) }
        try await store.save(samples)
        let early = HKQuery.predicateForSamples(withStart: nil, end: epoch.addingTimeInterval(25))
        let late = HKQuery.predicateForSamples(withStart: epoch.addingTimeInterval(15), end: nil)
        let fast = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: heartRate.canonicalUnit, doubleValue: 100))
        func joined(_ predicates: [NSPredicate]) -> NSPredicate {
            NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
        }
        #expect(try await query(joined([early, late])).result(for: store) == [samples[2]])
        #expect(try await query(joined([early, fast])).result(for: store) == [samples[1], samples[2]])
        let never = HKQuery.predicateForSamples(withStart: epoch.addingTimeInterval(26), end: nil)
        #expect(try await query(joined([early, never])).result(for: store).isEmpty)
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [never, fast])
        #expect(try await query(either).result(for: store) == Array(samples[1...]))
        let not = NSCompoundPredicate(notPredicateWithSubpredicate: early)
        #expect(try await query(not).result(for: store) == [samples[3]])
    }

    @Test(
        "A client that may not read a type finds only what it saved itself",
        arguments: DatabaseKind.allCases)
    func unauthorised(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let app = HKHealthStore(client: "app", database: database)
        try await app.requestAuthorization(toShare: [heartRate], read: [power])
        let own = makeSample()
        try await app.save(own)
        try await store.save([makeSample(), makeSample(.cyclingPower, 200)])
        #expect(try await query().result(for: app) == [own])
        #expect(try await query().result(for: store).count == 2)
        let watts = HKSampleQueryDescriptor(predicates: [.quantitySample(type: power)], sortDescriptors: [])
        #expect(try await watts.result(for: app).count == 1)
    }

    @Test(
        "A query of the older kind finds the same, sorted by key paths",
        arguments: DatabaseKind.allCases)
    func classic(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = [1.0, 0, 2].map { makeSample(.heartRate, 100, at: $0) }
        try await store.save(samples)
        let found = try await withCheckedThrowingContinuation { done in
            store.execute(
                HKSampleQuery(
                    sampleType: heartRate, predicate: nil, limit: 2,
                    sortDescriptors: [NSSortDescriptor(keyPath: \HKSample.startDate, ascending: false)]
                ) { _, samples, error in
                    done.resume(
                        with: samples.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
                })
        }
        #expect(found == [samples[2], samples[0]])
    }

    @Test(
        "A query that is executed after a save with a handler finds what was saved",
        arguments: DatabaseKind.allCases)
    func order(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let sample = makeSample()
        let found = await withCheckedContinuation { done in
            store.save(sample) { _, _ in }
            store.execute(
                HKSampleQuery(
                    sampleType: heartRate, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil
                ) { _, samples, _ in done.resume(returning: samples) })
        }
        #expect(found == [sample])
    }

    @Test(
        "A query that is executed a second time tells its handler that it ran before",
        arguments: DatabaseKind.allCases)
    func twice(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let (stream, continuation) = AsyncStream<HKError.Code?>.makeStream()
        let query = HKSampleQuery(
            sampleType: heartRate, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil
        ) { _, _, error in continuation.yield((error as? HKError)?.code) }
        var answers = stream.makeAsyncIterator()
        store.execute(query)
        #expect(await answers.next() == .some(nil))
        store.execute(query)
        #expect(await answers.next() == .errorInvalidArgument)
    }

    @Test(
        "Quantities come one by one in order of time, with their samples if asked",
        arguments: DatabaseKind.allCases)
    func series(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = [2.0, 0, 1].map { makeSample(.heartRate, 100 + $0, at: $0, lasting: 0.5) }
        try await store.save(samples)
        func results(
            _ options: HKQuantitySeriesSampleQueryDescriptor.Options
        ) async throws -> [HKQuantitySeriesSampleQueryDescriptor.Result] {
            let query = HKQuantitySeriesSampleQueryDescriptor(
                predicate: .quantitySample(type: heartRate), options: options)
            var results: [HKQuantitySeriesSampleQueryDescriptor.Result] = []
            for try await result in query.results(for: store) { results.append(result) }
            return results
        }
        let plain = try await results([])
        #expect(plain.map { $0.quantity.doubleValue(for: heartRate.canonicalUnit) } == [100, 101, 102])
        #expect(plain.map(\.dateInterval.duration) == [0.5, 0.5, 0.5])
        #expect(plain.allSatisfy { $0.sample == nil })
        #expect(
            try await results([.includeSample, .orderByQuantitySampleStartDate]).map(\.sample)
                == [samples[1], samples[2], samples[0]])
    }
}
