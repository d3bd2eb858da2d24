public import Foundation
import Synchronization

/// A query for what was added and deleted since an anchor, once or as it goes on.
public final class HKAnchoredObjectQuery: HKQuery, @unchecked Sendable {
    // Unchecked as its superclass is; the update handler is under a mutex.

    /// What is called with the samples added, the objects deleted and the anchor to go on from, or the error.
    public typealias Handler =
        @Sendable (
            HKAnchoredObjectQuery, [HKSample]?, [HKDeletedObject]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    private let sampleType: HKSampleType
    private let anchor: Int
    private let limit: Int
    private let resultsHandler: Handler
    private let update = Mutex<Handler?>(nil)

    /// Makes a query.
    public init(
        type: HKSampleType, predicate: NSPredicate?, anchor: HKQueryAnchor?, limit: Int,
        resultsHandler: @escaping Handler
    ) {
        sampleType = type
        self.anchor = anchor?.value ?? 0
        self.limit = limit
        self.resultsHandler = resultsHandler
        super.init(type: type, predicate: predicate)
    }

    /// What is called with each later change; set it before the query is executed, which then goes on until stopped.
    public var updateHandler: Handler? {
        get { update.withLock { $0 } }
        set { update.withLock { $0 = newValue } }
    }

    override func run(in store: HKHealthStore) async {
        let query = HKAnchoredObjectQueryDescriptor<HKSample>(
            predicates: [.sample(type: sampleType, predicate: predicate)],
            anchor: HKQueryAnchor(fromValue: anchor), limit: limit)
        let updateHandler = updateHandler
        do {
            guard let updateHandler else {
                deliver(try await query.result(for: store), to: resultsHandler)
                return
            }
            var handler = resultsHandler
            for try await result in query.results(for: store) {
                deliver(result, to: handler)
                handler = updateHandler
            }
        } catch {
            fail(error)
        }
    }

    private func deliver(_ result: HKAnchoredObjectQueryDescriptor<HKSample>.Result, to handler: Handler) {
        guard isRunning else { return }
        handler(self, result.addedSamples, result.deletedObjects, result.newAnchor, nil)
    }

    override func fail(_ error: any Error) {
        resultsHandler(self, nil, nil, nil, error)
    }
}
