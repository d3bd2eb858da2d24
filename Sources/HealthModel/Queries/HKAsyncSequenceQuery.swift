/// A query that gives results one after another.
public protocol HKAsyncSequenceQuery {
    /// The results.
    associatedtype Sequence: AsyncSequence

    /// Runs the query when the sequence is iterated.
    func results(for healthStore: HKHealthStore) -> Sequence
}
