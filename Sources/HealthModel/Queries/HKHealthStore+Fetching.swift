import Foundation

extension HKHealthStore {
    /// Finds the samples of a type that the client may read and a predicate picks.
    ///
    /// Of a type that it may not read, a client finds what it saved itself and nothing else.
    /// - Parameters:
    ///   - type: the type.
    ///   - predicate: what picks them; nil for all.
    ///   - anchor: only samples that were stored after it.
    ///   - order: in which order they come, then in that of storing.
    ///   - limit: how many are wanted of them; there may be more where the database cannot decide which are picked.
    /// - Returns: the samples, and what was removed.
    /// - Throws: `errorDatabaseInaccessible` if the database cannot be reached.
    func fetch(
        _ type: HKSampleType, _ predicate: NSPredicate?, after anchor: Int = 0, order: [SampleOrder] = [],
        limit: Int? = nil
    ) async throws(HKError) -> SampleBatch {
        var request = SampleRequest(
            type: type, bounds: predicate?.sampleBounds ?? SampleBounds(), after: anchor)
        request.order = order
        let mayRead = mayRead(type)
        if mayRead, predicate?.isDecidedByBounds ?? true { request.limit = limit }
        var batch = try await database.samples(request)
        batch.stored.removeAll { stored in
            !(mayRead || isOwn(stored.sample)) || predicate?.evaluate(with: stored.sample) == false
        }
        if !mayRead { batch.removed.removeAll { $0.source != client } }
        return batch
    }

    /// Finds the samples that one of some predicates picks, each once.
    ///
    /// They come predicate by predicate. Of each the first in the order are there, as many as are wanted or more: of all
    /// in that order, none of the first is missing.
    func fetch<Sample: HKSample>(
        _ predicates: [HKSamplePredicate<Sample>], order: [SampleOrder] = [], limit: Int? = nil
    ) async throws(HKError) -> [Sample] {
        var found: [Sample] = []
        var uuids: Set<UUID> = []
        for predicate in predicates {
            let batch = try await fetch(
                predicate.sampleType, predicate.nsPredicate, order: order, limit: limit)
            for stored in batch.stored {
                guard let sample = stored.sample as? Sample, uuids.insert(sample.uuid).inserted else {
                    continue
                }
                found.append(sample)
            }
        }
        return found
    }
}
