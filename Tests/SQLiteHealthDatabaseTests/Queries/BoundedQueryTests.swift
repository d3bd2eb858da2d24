import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// What a database need not look at for a predicate, and what of it need not be read for a limit.
@Suite struct BoundedQueryTests {
    /// A database of both kinds of samples that predicates tell apart, and what must live as long as it is used.
    private struct Bench {
        let directory: TemporaryDirectory
        let database: any HealthDatabase
        let store: HKHealthStore
        let samples: [HKQuantitySample]
        let workouts: [HKWorkout]

        /// Sixty heart rates over ten minutes, some at one time, some of several workouts and some after them.
        init(_ kind: DatabaseKind, seed: UInt64 = 7) async throws {
            (database, directory) = try kind.make()
            store = HKHealthStore(client: HKHealthStore.owner, database: database)
            var random = SplitMix64(seed: seed)
            samples = (0..<60).map { _ in
                heartRate(
                    Double.random(in: 60...180, using: &random).rounded(),
                    at: Double(Int.random(in: 0..<20, using: &random) * 30),
                    lasting: Double(Int.random(in: 0..<3, using: &random) * 45))
            }
            workouts = [
                emptyWorkout(.cycling, at: 0, lasting: 200), emptyWorkout(.running, at: 150, lasting: 300),
            ]
            for sample in samples.dropLast(5) { try await store.save(sample) }
            try await store.save(workouts)
            // What lies outside the workout's dates belongs to it all the same.
            for (workout, step) in zip(workouts, [3, 4]) {
                let own = samples.dropLast(5).enumerated().filter { $0.offset.isMultiple(of: step) }
                try await database.relate(own.map(\.element.uuid), toWorkout: workout.uuid)
            }
            for sample in samples.suffix(5) { try await store.save(sample) }
        }

        /// Every stored heart rate.
        func all() async throws -> [HKQuantitySample] {
            try await database.samples(SampleRequest(type: heartRateType)).stored.compactMap {
                $0.sample as? HKQuantitySample
            }
        }
    }

    private static func and(_ predicates: [NSPredicate]) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: predicates)
    }

    private static func date(_ second: TimeInterval?) -> Date? { second.map(epoch.addingTimeInterval) }

    /// One predicate of each kind, some that pick nothing, and all joined by two and by three.
    private static func predicates(_ bench: Bench) -> [NSPredicate] {
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        var simple: [NSPredicate] = []
        for options: HKQueryOptions in [
            [], .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate],
        ] {
            for (start, end) in [(90.0, 300.0), (nil, 120), (480, nil), (150, 150), (300, 90), (9999, nil)] {
                simple.append(
                    HKQuery.predicateForSamples(
                        withStart: date(start), end: date(end), options: options))
            }
        }
        let uuids = bench.samples.map(\.uuid)
        simple += [
            HKQuery.predicateForSamples(withStart: nil, end: nil),
            HKQuery.predicateForSamples(withStart: never, end: nil),
            HKQuery.predicateForSamples(withStart: nil, end: Date(timeIntervalSinceReferenceDate: .infinity)),
            HKQuery.predicateForObject(with: uuids[11]), HKQuery.predicateForObject(with: UUID()),
            HKQuery.predicateForObjects(with: Set(uuids[5..<45])), HKQuery.predicateForObjects(with: []),
            HKQuery.predicateForObjects(from: bench.workouts[0]),
            HKQuery.predicateForObjects(from: bench.workouts[1]),
            HKQuery.predicateForObjects(from: emptyWorkout(.rowing, at: 0, lasting: 600)),
            HKQuery.predicateForQuantitySamples(
                with: .greaterThan, quantity: HKQuantity(unit: beatsPerMinute, doubleValue: 120)),
            NSCompoundPredicate(orPredicateWithSubpredicates: [
                HKQuery.predicateForObject(with: uuids[0]),
                HKQuery.predicateForObjects(from: bench.workouts[0]),
            ]),
            NSCompoundPredicate(
                notPredicateWithSubpredicate: HKQuery.predicateForObjects(from: bench.workouts[0])),
            and([]),
        ]
        let pairs = simple.flatMap { first in simple.map { and([first, $0]) } }
        return simple + pairs + zip(pairs, simple.reversed()).map { and([$0, and([$1])]) }
    }

    @Test(
        "What a predicate picks of all samples is found, however the database narrows its search",
        arguments: DatabaseKind.allCases)
    func bounds(_ kind: DatabaseKind) async throws {
        let bench = try await Bench(kind)
        let all = try await bench.all()
        #expect(all == bench.samples)
        for (number, predicate) in Self.predicates(bench).enumerated() {
            let wanted = all.filter { predicate.evaluate(with: $0) }
            let found = try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: heartRateType, predicate: predicate)], sortDescriptors: []
            ).result(for: bench.store)
            #expect(found == wanted, "predicate \(number)")
        }
    }

    @Test(
        "The first samples in an order are those of all of them sorted, for every predicate and limit",
        arguments: DatabaseKind.allCases)
    func limits(_ kind: DatabaseKind) async throws {
        let bench = try await Bench(kind)
        let all = try await bench.all()
        let orders: [[SortDescriptor<HKQuantitySample>]] = [
            [], [SortDescriptor(\.startDate)], [SortDescriptor(\.startDate, order: .reverse)],
            [SortDescriptor(\.endDate)], [SortDescriptor(\.endDate, order: .reverse)],
            [SortDescriptor(\.startDate, order: .reverse), SortDescriptor(\.endDate)],
            [SortDescriptor(\.count), SortDescriptor(\.startDate)],
        ]
        let predicates = Self.predicates(bench)
        // All without a predicate, and one in forty of the others with each order.
        for (number, order) in orders.enumerated() {
            let some = stride(from: number, to: predicates.count, by: 40).map { predicates[$0] }
            for predicate in [nil] + some {
                let wanted = all.filter { predicate?.evaluate(with: $0) ?? true }.sorted(using: order)
                for limit in [1, 7, 59, 60, 1000] {
                    let found = try await HKSampleQueryDescriptor(
                        predicates: [.quantitySample(type: heartRateType, predicate: predicate)],
                        sortDescriptors: order, limit: limit
                    ).result(for: bench.store)
                    #expect(found == Array(wanted.prefix(limit)), "order \(number), limit \(limit)")
                }
            }
        }
    }

    @Test("Of several predicates the first samples come too, each once", arguments: DatabaseKind.allCases)
    func severalPredicates(_ kind: DatabaseKind) async throws {
        let bench = try await Bench(kind)
        let early = HKQuery.predicateForSamples(withStart: nil, end: Self.date(300))
        let own = HKQuery.predicateForObjects(from: bench.workouts[0])
        func found(_ order: [SortDescriptor<HKQuantitySample>], _ limit: Int?) async throws
            -> [HKQuantitySample]
        {
            try await HKSampleQueryDescriptor(
                predicates: [early, own].map { .quantitySample(type: heartRateType, predicate: $0) },
                sortDescriptors: order, limit: limit
            ).result(for: bench.store)
        }
        for order in [[], [SortDescriptor(\HKQuantitySample.startDate, order: .reverse)]] {
            let all = try await found(order, nil)
            #expect(Set(all).count == all.count)
            for limit in 1...all.count {
                #expect(try await found(order, limit) == Array(all.prefix(limit)))
            }
        }
    }

    @Test(
        "A client that may read only its own finds as many of them as it wants among those of others",
        arguments: DatabaseKind.allCases)
    func ownSamples(_ kind: DatabaseKind) async throws {
        let bench = try await Bench(kind)
        let app = HKHealthStore(client: "app", database: bench.database)
        try bench.database.updateGrants(of: "app") { $0[.share, heartRateType] = .granted }
        let own = heartRate(70, at: -100)
        try await app.save(own)
        let newest = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: heartRateType)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 1)
        #expect(try await newest.result(for: app) == [own])
        #expect(try await newest.result(for: bench.store) != [own])
    }

    @Test("A database reads no more samples than the limit says", arguments: DatabaseKind.allCases)
    func readsLittle(_ kind: DatabaseKind) async throws {
        let bench = try await Bench(kind)
        var request = SampleRequest(type: heartRateType)
        request.limit = 3
        #expect(
            try await bench.database.samples(request).stored.map(\.sample) == Array(bench.samples.prefix(3)))
        request.order = [SampleOrder(.storing, isReverse: true)]
        #expect(
            try await bench.database.samples(request).stored.map(\.sample)
                == bench.samples.suffix(3).reversed())
        request.limit = 0
        #expect(try await bench.database.samples(request).stored.isEmpty)
    }

    @Test("Damage to what a query does not ask for does not concern it, for it is not read")
    func readsNoMore() async throws {
        let bench = try await Bench(.file)
        let related = try await bench.all().filter { $0.workouts.contains(bench.workouts[1].uuid) }
        let newest = try await found(nil, limit: 1, bench)
        #expect(!related.isEmpty && related.count < 20 && newest.count == 1)
        let whole = (related + newest).map { "x'\($0.uuid.uuidString.replacing("-", with: ""))'" }
        try SQLiteConnection(path: bench.directory.file, busyTimeout: 0).execute(
            "UPDATE sample SET checksum = checksum + 1 WHERE uuid NOT IN (\(whole.joined(separator: ", ")))")
        #expect(try await found(nil, limit: 1, bench) == newest)
        #expect(try await found(HKQuery.predicateForObject(with: newest[0].uuid), bench) == newest)
        let own = try await found(HKQuery.predicateForObjects(from: bench.workouts[1]), bench)
        #expect(Set(own) == Set(related))
        await #expect(throws: HKError.self) { try await found(nil, bench) }
    }

    /// The latest heart rates first.
    private func found(
        _ predicate: NSPredicate?, limit: Int? = nil, _ bench: Bench
    ) async throws -> [HKQuantitySample] {
        try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: heartRateType, predicate: predicate)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: limit
        ).result(for: bench.store)
    }

    @Test("Samples are counted by type and by when they start", arguments: DatabaseKind.allCases)
    func counts(_ kind: DatabaseKind) async throws {
        let bench = try await Bench(kind)
        let database = bench.database
        #expect(
            try await database.sampleCounts(startingIn: nil) == [heartRateType: 60, .workoutType(): 2])
        // From the start of the second workout on; its end belongs to what follows.
        let dates = DateInterval(start: epoch.addingTimeInterval(150), duration: 300)
        let inside = bench.samples.filter { dates.start <= $0.startDate && $0.startDate < dates.end }
        #expect(!inside.isEmpty && bench.samples.contains { $0.startDate == dates.end })
        #expect(
            try await database.sampleCounts(startingIn: dates)
                == [heartRateType: inside.count, .workoutType(): 1])
        let (empty, directory) = try kind.make()
        #expect(try await empty.sampleCounts(startingIn: nil).isEmpty)
        withExtendedLifetime(directory) {}
    }
}
