import Foundation

extension HKHealthStore {
  /// Finds the samples of a type that the client may read and a predicate picks, in the order of storing.
  ///
  /// Of a type that it may not read, a client finds what it saved itself and nothing else.
  func fetch(
    _ type: HKSampleType, _ predicate: NSPredicate?, after anchor: Int = 0
  ) async throws(HKError) -> SampleBatch {
    let request = SampleRequest(
      type: type, bounds: predicate?.sampleBounds ?? SampleBounds(), after: anchor)
    var batch = try await database.samples(request)
    let mayRead = mayRead(type)
    batch.stored.removeAll { stored in
      !(mayRead || isOwn(stored.sample)) || predicate?.evaluate(with: stored.sample) == false
    }
    if !mayRead { batch.removed.removeAll { $0.source != client } }
    return batch
  }

  /// Finds the samples that one of some predicates picks, each once.
  func fetch<Sample: HKSample>(
    _ predicates: [HKSamplePredicate<Sample>]
  ) async throws(HKError) -> [Sample] {
    var found: [Sample] = []
    var uuids: Set<UUID> = []
    for predicate in predicates {
      for stored in try await fetch(predicate.sampleType, predicate.nsPredicate).stored {
        guard let sample = stored.sample as? Sample, uuids.insert(sample.uuid).inserted else {
          continue
        }
        found.append(sample)
      }
    }
    return found
  }
}
