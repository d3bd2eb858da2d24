import Foundation
import HealthModel
import Testing

@Suite struct AnchoredObjectQueryTests {
    private let heartRate = HKQuantityType(.heartRate)

    private func query(
        _ anchor: HKQueryAnchor?, limit: Int? = nil
    ) -> HKAnchoredObjectQueryDescriptor<HKQuantitySample> {
        HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: heartRate)], anchor: anchor, limit: limit)
    }

    @Test(
        "From an anchor on, only what changed since is read",
        arguments: DatabaseKind.allCases)
    func changes(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let (one, two, three) = (makeSample(), makeSample(), makeSample())
        try await store.save([one, two])
        let first = try await query(nil).result(for: store)
        #expect(first.addedSamples == [one, two])
        #expect(first.deletedObjects.isEmpty)

        try await store.delete(one)
        try await store.save(three)
        try await store.save(makeSample(.cyclingPower, 200))
        let second = try await query(first.newAnchor).result(for: store)
        #expect(second.addedSamples == [three])
        #expect(second.deletedObjects.map(\.uuid) == [one.uuid])

        let third = try await query(second.newAnchor).result(for: store)
        #expect(third.addedSamples.isEmpty && third.deletedObjects.isEmpty)
        #expect(third.newAnchor == second.newAnchor)
    }

    @Test(
        "What was added and deleted since the anchor is told as neither",
        arguments: DatabaseKind.allCases)
    func passing(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let sample = makeSample()
        let start = try await query(nil).result(for: store).newAnchor
        try await store.save(sample)
        try await store.delete(sample)
        let result = try await query(start).result(for: store)
        #expect(result.addedSamples.isEmpty && result.deletedObjects.isEmpty)
    }

    @Test(
        "With a limit, all changes are read in steps",
        arguments: DatabaseKind.allCases, [1, 2, 3, 7])
    func limit(_ kind: DatabaseKind, _ limit: Int) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = (0..<7).map { makeSample(.heartRate, 100, at: Double($0)) }
        try await store.save(samples)
        var read: [HKQuantitySample] = []
        var anchor: HKQueryAnchor?
        for _ in 0..<8 {
            let result = try await query(anchor, limit: limit).result(for: store)
            #expect(result.addedSamples.count <= limit)
            read += result.addedSamples
            anchor = result.newAnchor
        }
        #expect(read == samples)
    }

    @Test(
        "A deletion that lies beyond the last sample of a limited result comes with a later one",
        arguments: DatabaseKind.allCases)
    func limitWithDeletion(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = (0..<3).map { makeSample(.heartRate, 100, at: Double($0)) }
        try await store.save(samples[0])
        let start = try await query(nil).result(for: store).newAnchor
        try await store.save(samples[1])
        try await store.delete(samples[0])
        try await store.save(samples[2])
        let first = try await query(start, limit: 1).result(for: store)
        #expect(first.addedSamples == [samples[1]] && first.deletedObjects.isEmpty)
        let second = try await query(first.newAnchor, limit: 1).result(for: store)
        #expect(second.addedSamples == [samples[2]] && second.deletedObjects.map(\.uuid) == [samples[0].uuid])
    }

    @Test(
        "A client learns of deletions only of types that it may read, or of its own samples",
        arguments: DatabaseKind.allCases)
    func unauthorised(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let app = HKHealthStore(client: "app", database: database)
        try await app.requestAuthorization(toShare: [heartRate], read: [])
        let (own, other) = (makeSample(), makeSample())
        try await app.save(own)
        try await store.save(other)
        let start = try await query(nil).result(for: app)
        #expect(start.addedSamples == [own])
        try await app.delete(own)
        try await store.delete(other)
        #expect(try await query(start.newAnchor).result(for: app).deletedObjects.map(\.uuid) == [own.uuid])
    }

    @Test(
        "A sequence gives what is there, then each change as it happens",
        arguments: DatabaseKind.allCases)
    func sequence(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let samples = (0..<3).map { makeSample(.heartRate, 100, at: Double($0)) }
        try await store.save(samples[0])
        var results = query(nil).results(for: store).makeAsyncIterator()
        #expect(try await results.next()?.addedSamples == [samples[0]])
        try await store.save(makeSample(.cyclingPower, 200))
        try await store.save(samples[1])
        #expect(try await results.next()?.addedSamples == [samples[1]])
        try await store.delete(samples[0])
        #expect(try await results.next()?.deletedObjects.map(\.uuid) == [samples[0].uuid])
    }

    @Test(
        "The first result of a sequence comes even if there is nothing yet",
        arguments: DatabaseKind.allCases)
    func emptySequence(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        var results = query(nil).results(for: store).makeAsyncIterator()
        #expect(try await results.next()?.addedSamples == [])
    }

    @Test(
        "A query of the older kind calls its update handler until it is stopped",
        arguments: DatabaseKind.allCases)
    func classic(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let (stream, continuation) = AsyncStream<[HKSample]>.makeStream()
        let samples = (0..<3).map { makeSample(.heartRate, 100, at: Double($0)) }
        try await store.save(samples[0])
        let query = HKAnchoredObjectQuery(
            type: heartRate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit
        ) { _, added, _, anchor, _ in
            #expect(anchor != nil)
            continuation.yield(added ?? [])
        }
        query.updateHandler = { _, added, _, _, _ in continuation.yield(added ?? []) }
        var answers = stream.makeAsyncIterator()
        store.execute(query)
        #expect(await answers.next() == [samples[0]])
        try await store.save(samples[1])
        #expect(await answers.next() == [samples[1]])
        store.stop(query)
        try await store.save(samples[2])
        continuation.yield([])
        #expect(await answers.next() == [])
    }

    @Test(
        "An observer is called at first and after each change to its type",
        arguments: DatabaseKind.allCases)
    func observer(_ kind: DatabaseKind) async throws {
        let (database, directory) = try kind.make(accessPolicy: .grantOnRequest)
        defer { withExtendedLifetime(directory) {} }
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let query = HKObserverQuery(sampleType: heartRate, predicate: nil) { _, completion, error in
            #expect(error == nil)
            completion()
            continuation.yield(1)
        }
        var calls = stream.makeAsyncIterator()
        store.execute(query)
        #expect(await calls.next() == 1)
        try await store.save(makeSample(.cyclingPower, 200))
        try await store.save(makeSample())
        #expect(await calls.next() == 1)
        store.stop(query)
        continuation.yield(2)
        #expect(await calls.next() == 2)
    }

    @Test("Anchors are equal by value and survive an archive")
    func anchors() throws {
        let anchor = HKQueryAnchor(fromValue: 42)
        #expect(anchor == HKQueryAnchor(fromValue: 42))
        #expect(anchor != HKQueryAnchor(fromValue: 43))
        let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data) == anchor)
    }
}
