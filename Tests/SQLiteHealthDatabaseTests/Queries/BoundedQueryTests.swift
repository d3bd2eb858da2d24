import Foundation
import HealthModel
import TestKit
import Testing

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

  private static func date(_ second: TimeInterval?) -> Date? {
    second.map(epoch.addingTimeInterval)
  }

  /// One predicate of each kind, some that pick nothing, and all joined by two and by three.
  private static func predicates(_ bench: Bench) -> [NSPredicate] {
    let never = Date(timeIntervalSinceReferenceDate: .nan)
    var simple: [NSPredicate] = []
    for options: HKQueryOptions in [
      [], .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate],
    ] {
      for (start, end) in [
        (90.0, 300.0), (nil, 120), (480, nil), (150, 150), (300, 90), (9999, nil),
      ] {
        simple.append(
          HKQuery.predicateForSamples(
            withStart: date(start), end: date(end), options: options))
      }
    }
    let uuids = bench.samples.map(\.uuid)
    simple += [
      HKQuery.predicateForSamples(withStart: nil, end: nil),
      HKQuery.predicateForSamples(withStart: never, end: nil),
      HKQuery.predicateForSamples(
        withStart: nil, end: Date(timeIntervalSinceReferenceDate: .infinity)),
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
        predicates: [.quantitySample(type: heartRateType, predicate: predicate)],
        sortDescriptors: []
      ).result(for: bench.store)
      #expect(found == wanted, "predicate \(number)")
    }
  }
}
