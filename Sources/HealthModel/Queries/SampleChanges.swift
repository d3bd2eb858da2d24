import Foundation

/// What changed in the health database since an anchor, among the samples that some predicates pick.
struct SampleChanges<Sample: HKSample>: Sendable {
    let added: [Sample]
    let deleted: [HKDeletedObject]
    let anchor: Int

    var isEmpty: Bool { added.isEmpty && deleted.isEmpty }

    /// Reads the changes after an anchor, with at most `limit` samples added (nil or 0 for all).
    ///
    /// Several types are read one after another; what is stored meanwhile is left for the next time.
    init(
        after anchor: Int, _ predicates: [HKSamplePredicate<Sample>], limit: Int?, in store: HKHealthStore
    ) async throws(HKError) {
        var stored: [Int: Sample] = [:]
        var removed: [Int: HKDeletedObject] = [:]
        var end = Int.max
        for predicate in predicates {
            // One more than wanted tells that there are more.
            let batch = try await store.fetch(
                predicate.sampleType, predicate.nsPredicate, after: anchor,
                limit: limit.flatMap { $0 > 0 && $0 < Int.max ? $0 + 1 : nil })
            end = min(end, batch.anchor)
            for entry in batch.stored { stored[entry.anchor] = entry.sample as? Sample }
            for entry in batch.removed { removed[entry.anchor] = HKDeletedObject(uuid: entry.uuid) }
        }
        if predicates.isEmpty { end = anchor }
        var added = stored.filter { $0.key <= end }.sorted { $0.key < $1.key }
        if let limit, limit > 0, added.count > limit {
            added.removeLast(added.count - limit)
            end = added.last?.key ?? end
        }
        self.added = added.map(\.value)
        deleted = removed.filter { $0.key <= end }.sorted { $0.key < $1.key }.map(\.value)
        // An anchor from another database may lie beyond this one's newest change.
        self.anchor = max(anchor, end)
    }
}
