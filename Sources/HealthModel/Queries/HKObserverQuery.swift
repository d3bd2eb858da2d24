public import Foundation

/// What a client calls when it has dealt with a change that an observer query told it of.
public typealias HKObserverQueryCompletionHandler = () -> Void

/// A query that tells of every change to a type, until it is stopped.
public final class HKObserverQuery: HKQuery, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    /// What is called at first and after each change; the closure it is given may be called and does nothing here.
    public typealias UpdateHandler =
        @Sendable (
            HKObserverQuery, @escaping HKObserverQueryCompletionHandler, (any Error)?
        ) -> Void

    private let sampleType: HKSampleType
    private let updateHandler: UpdateHandler

    /// Makes a query; a change is told if a sample that the predicate picks may have changed.
    public init(sampleType: HKSampleType, predicate: NSPredicate?, updateHandler: @escaping UpdateHandler) {
        self.sampleType = sampleType
        self.updateHandler = updateHandler
        super.init(type: sampleType, predicate: predicate)
    }

    override func run(in store: HKHealthStore) async {
        do {
            // What is there already is not told, so that nothing of it need be read.
            let newest = try await store.database.samples(SampleRequest(type: sampleType, after: .max)).anchor
            let query = HKAnchoredObjectQueryDescriptor<HKSample>(
                predicates: [.sample(type: sampleType, predicate: predicate)],
                anchor: HKQueryAnchor(fromValue: newest))
            // Changes that the client may not see, or the predicate does not pick, give no result.
            for try await _ in query.results(for: store) where isRunning { updateHandler(self, {}, nil) }
        } catch {
            fail(error)
        }
    }

    override func fail(_ error: any Error) {
        updateHandler(self, {}, error)
    }
}
