/// A query that gives one result.
public protocol HKAsyncQuery {
    /// What the query gives.
    associatedtype Output

    /// Runs the query.
    ///
    /// - Throws: `HKError` if the health database cannot be reached or the query makes no sense.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query that gives results one after another.
public protocol HKAsyncSequenceQuery {
    /// The results.
    associatedtype Sequence: AsyncSequence

    /// Runs the query when the sequence is iterated.
    func results(for healthStore: HKHealthStore) -> Sequence
}
