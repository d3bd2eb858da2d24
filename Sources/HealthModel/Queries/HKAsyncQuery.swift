/// A query that gives one result.
public protocol HKAsyncQuery {
    /// What the query gives.
    associatedtype Output

    /// Runs the query.
    ///
    /// - Throws: `HKError` if the health database cannot be reached or the query makes no sense.
    func result(for healthStore: HKHealthStore) async throws -> Output
}
