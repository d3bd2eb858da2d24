/// A query for what was added and deleted since an anchor.
public struct HKAnchoredObjectQueryDescriptor<Sample: HKSample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable
{
    /// What changed.
    public struct Result: Sendable {
        /// The samples that were added, in the order of saving.
        public let addedSamples: [Sample]

        /// What was deleted of the types asked for, whether the predicates would have picked it or not.
        public let deletedObjects: [HKDeletedObject]

        /// Where to go on from.
        public let newAnchor: HKQueryAnchor

        init(_ changes: SampleChanges<Sample>) {
            addedSamples = changes.added
            deletedObjects = changes.deleted
            newAnchor = HKQueryAnchor(fromValue: changes.anchor)
        }
    }

    /// Which samples are asked for: those that any of the predicates picks.
    public let predicates: [HKSamplePredicate<Sample>]

    /// Where to start from; nil for the beginning.
    public let anchor: HKQueryAnchor?

    /// How many added samples are wanted at most in one result; nil or 0 for all.
    public let limit: Int?

    /// Makes a query.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Reads the changes since the anchor.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` if the database cannot be reached.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        Result(try await SampleChanges(after: anchor?.value ?? 0, predicates, limit: limit, in: healthStore))
    }

    /// Reads the changes since the anchor, then each later change as it happens; the first result may be empty.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, store: healthStore)
    }

    /// The changes, one result after another.
    public struct Results: AsyncSequence, Sendable {
        let query: HKAnchoredObjectQueryDescriptor<Sample>
        let store: HKHealthStore

        /// Starts from the query's anchor.
        public func makeAsyncIterator() -> AsyncIterator {
            let signals = store.database.changes.stream(of: Set(query.predicates.map(\.sampleType)))
            return AsyncIterator(
                query: query, store: store, anchor: query.anchor?.value ?? 0,
                signals: signals.makeAsyncIterator())
        }

        /// Waits for changes.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let query: HKAnchoredObjectQueryDescriptor<Sample>
            let store: HKHealthStore
            var anchor: Int
            var signals: AsyncStream<HKSampleType>.Iterator
            var isFirst = true

            /// The next result, or nil once the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Result? {
                while true {
                    let changes = try await SampleChanges(
                        after: anchor, query.predicates, limit: query.limit, in: store)
                    anchor = changes.anchor
                    if isFirst || !changes.isEmpty {
                        isFirst = false
                        return Result(changes)
                    }
                    if await signals.next(isolation: actor) == nil { return nil }
                }
            }
        }
    }
}
