import Foundation
import HealthModel
import Testing

@Suite struct HKHealthStoreSavingTests {
    private let database = InMemoryHealthDatabase()
    private let heartRate = HKQuantityType(.heartRate)
    private var store: HKHealthStore { HKHealthStore(client: HKHealthStore.owner, database: database) }

    @Test("What is saved is found, from the client that saved it")
    func saving() async throws {
        let sample = makeSample()
        #expect(!sample.isSaved)
        try await store.save(sample)
        #expect(try await database.all(heartRate) == [sample])
        #expect(sample.sourceRevision.source.bundleIdentifier == "pulsewatt")
        #expect(sample.isSaved)
    }

    @Test("An object that is saved already fails to save again, and so does one that comes twice")
    func duplicates() async throws {
        let sample = makeSample()
        try await store.save(sample)
        let again = await #expect(throws: HKError.self) { try await store.save(sample) }
        #expect(again?.code == .errorInvalidArgument)
        #expect(again?.description.contains(sample.uuid.uuidString) == true)
        let twice = makeSample()
        await #expect(throws: HKError.self) { try await store.save([twice, twice]) }
        #expect(try await database.all(heartRate) == [sample])
    }

    @Test("Of objects that are saved together, one that is not valid keeps all from being saved")
    func allOrNothing() async throws {
        let good = makeSample()
        let bad = makeSample(.heartRate, .nan)
        await #expect(throws: HKError.self) { try await store.save([good, bad]) }
        let saved = makeSample()
        try await store.save(saved)
        await #expect(throws: HKError.self) { try await store.save([good, saved]) }
        #expect(try await database.all(heartRate) == [saved])
        #expect(!good.isSaved)
    }

    @Test("A menopausal state that lasts, and a value outside the enumeration, are refused by the store")
    func categories() async throws {
        let type = HKCategoryType(.menopausalState)
        let lasting = HKCategorySample(
            type: type, value: HKCategoryValueMenopausalState.perimenopause.rawValue, start: sampleEpoch,
            end: sampleEpoch.addingTimeInterval(60))
        let outside = HKCategorySample(type: type, value: 4, start: sampleEpoch, end: sampleEpoch)
        let moment = HKCategorySample(type: type, value: 2, start: sampleEpoch, end: sampleEpoch)
        let error = await #expect(throws: HKError.self) { try await store.save(lasting) }
        #expect(error?.code == .errorInvalidArgument)
        await #expect(throws: HKError.self) { try await store.save(outside) }
        try await store.save(moment)
        #expect(try await database.all(type) == [moment])
    }

    @Test("Bleeding after menopause lasts for an interval, with its intensity")
    func bleeding() async throws {
        let sample = HKCategorySample(
            type: HKCategoryType(.bleedingAfterMenopause),
            value: HKCategoryValueVaginalBleeding.light.rawValue,
            start: sampleEpoch, end: sampleEpoch.addingTimeInterval(86_400))
        try await store.save(sample)
        #expect(try await database.all(HKCategoryType(.bleedingAfterMenopause)) == [sample])
    }

    @Test("A higher version of a synced object replaces a lower one, and a lower one is left out")
    func versions() async throws {
        func version(_ version: Int, _ value: Double) -> HKQuantitySample {
            makeSample(
                .heartRate, value,
                metadata: [HKMetadataKeySyncIdentifier: "ride-7", HKMetadataKeySyncVersion: version])
        }
        let (first, third) = (version(1, 101), version(3, 103))
        try await store.save(first)
        try await store.save(third)
        try await store.save(version(2, 102))
        try await store.save(version(3, 104))
        #expect(try await database.all(heartRate) == [third])
        try await store.delete(third)
        let again = version(1, 105)
        try await store.save(again)
        #expect(try await database.all(heartRate) == [again])
    }

    @Test(
        "Of two versions that are saved together the higher one stays, and the other is told as deleted to its client"
    )
    func versionsTogether() async throws {
        func version(_ version: Int) -> HKQuantitySample {
            makeSample(metadata: [HKMetadataKeySyncIdentifier: "ride-7", HKMetadataKeySyncVersion: version])
        }
        let (first, second) = (version(1), version(2))
        try await store.save([first, second, version(1)])
        #expect(try await database.all(heartRate) == [second])
        let batch = database.samples(SampleRequest(type: heartRate, after: 1))
        #expect(batch.removed.map(\.source) == ["pulsewatt"])
        #expect(batch.removed.map(\.uuid) == [first.uuid])
    }

    @Test("Another client's object of the same sync identifier stays")
    func versionsOfOthers() async throws {
        let metadata: [String: Any] = [HKMetadataKeySyncIdentifier: "ride-7", HKMetadataKeySyncVersion: 1]
        let other = HKHealthStore(client: "other", database: database)
        try await other.requestAuthorization(toShare: [heartRate], read: [])
        try await store.save(makeSample(metadata: metadata))
        try await other.save(makeSample(metadata: metadata))
        #expect(try await database.all(heartRate).count == 2)
    }

    @Test("A sync identifier without a version, or a version without an identifier, is refused")
    func halfVersions() async {
        for metadata: [String: Any] in [
            [HKMetadataKeySyncIdentifier: "x"], [HKMetadataKeySyncVersion: 1],
            [HKMetadataKeySyncIdentifier: "x", HKMetadataKeySyncVersion: "1"],
            [HKMetadataKeySyncIdentifier: 7, HKMetadataKeySyncVersion: 1],
        ] {
            let error = await #expect(throws: HKError.self) {
                try await store.save(makeSample(metadata: metadata))
            }
            #expect(error?.code == .errorInvalidArgument)
        }
    }

    @Test("Deleting removes all objects or none")
    func deleting() async throws {
        let (one, two, never) = (makeSample(), makeSample(), makeSample())
        try await store.save([one, two])
        await #expect(throws: HKError.self) { try await store.delete([one, never]) }
        #expect(try await database.all(heartRate) == [one, two])
        try await store.delete(one)
        #expect(try await database.all(heartRate) == [two])
        await #expect(throws: HKError.self) { try await store.delete(one) }
    }

    @Test("A client deletes only what it saved itself")
    func deletingOthers() async throws {
        let other = HKHealthStore(client: "other", database: database)
        try await other.requestAuthorization(toShare: [heartRate], read: [heartRate])
        let (mine, theirs) = (makeSample(), makeSample())
        try await store.save(theirs)
        try await other.save(mine)
        let error = await #expect(throws: HKError.self) { try await other.delete(theirs) }
        #expect(error?.description.contains("pulsewatt") == true)
        #expect(try await other.deleteObjects(of: heartRate, predicate: NSPredicate(value: true)) == 1)
        #expect(try await database.all(heartRate) == [theirs])
    }

    @Test("Objects are deleted by a predicate, and counted")
    func deletingByPredicate() async throws {
        try await store.save((0..<10).map { makeSample(.heartRate, Double(100 + $0)) })
        let fast = NSPredicate { object, _ in
            (object as? HKQuantitySample)?.quantity.value(in: HKUnit(from: "count/min")) ?? 0 >= 107
        }
        #expect(try await store.deleteObjects(of: heartRate, predicate: fast) == 3)
        #expect(try await database.all(heartRate).count == 7)
        await #expect(throws: HKError.self) {
            try await store.deleteObjects(of: HKCharacteristicType(.dateOfBirth), predicate: fast)
        }
    }

    @Test("A handler is told how many objects a predicate deleted, or why none")
    func deletingByPredicateWithHandler() async throws {
        try await store.save((0..<4).map { makeSample(.heartRate, Double(100 + $0)) })
        let all = NSPredicate(value: true)
        let (store, heartRate) = (store, heartRate)
        let count = await withCheckedContinuation { done in
            store.deleteObjects(of: heartRate, predicate: all) { success, count, error in
                #expect(success && error == nil)
                done.resume(returning: count)
            }
        }
        #expect(count == 4)
        let code = await withCheckedContinuation { done in
            store.deleteObjects(of: HKCharacteristicType(.dateOfBirth), predicate: all) {
                success, count, error in
                #expect(!success && count == 0)
                done.resume(returning: (error as? HKError)?.code)
            }
        }
        #expect(code == .errorInvalidArgument)
    }

    @Test("Completion handlers come in the order of the calls")
    func completions() async throws {
        let sample = makeSample()
        let results = AsyncStream<Bool>.makeStream()
        store.save(sample) { success, _ in results.continuation.yield(success) }
        let store = store
        store.save(makeSample(.cyclingPower, 200)) { success, _ in results.continuation.yield(success) }
        store.save([sample]) { success, error in
            #expect((error as? HKError)?.code == .errorInvalidArgument)
            results.continuation.yield(success)
        }
        store.delete(sample) { success, _ in
            results.continuation.yield(success)
            results.continuation.finish()
        }
        var all: [Bool] = []
        for await result in results.stream { all.append(result) }
        #expect(all == [true, true, false, true])
    }

    @Test("Many tasks save at once, and each object is there once")
    func concurrency() async throws {
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for second in 0..<50 {
                        try await store.save(makeSample(.heartRate, 100, at: Double(task * 50 + second)))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await database.all(heartRate).map(\.startDate)).count == 400)
    }

    @Test("Samples that belong to a workout say so, and to a second one too")
    func relation() async throws {
        let samples = [makeSample(), makeSample(.cyclingPower, 200), makeSample()]
        try await store.save(samples)
        let (ride, other) = (UUID(), UUID())
        database.relate([samples[0].uuid, samples[1].uuid], toWorkout: ride)
        database.relate([samples[1].uuid, UUID()], toWorkout: other)
        #expect(samples.map(\.workouts) == [[ride], [ride, other], []])
        #expect(samples[1].sourceRevision.source.bundleIdentifier == "pulsewatt")
    }
}
