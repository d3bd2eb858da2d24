/// A query for statistics of the samples of a type.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// Which samples are counted.
    public let predicate: HKSamplePredicate<HKQuantitySample>

    /// What is worked out.
    public let options: HKStatisticsOptions

    /// Makes a query.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// Works out the statistics, or gives nil if there are no samples or the client may not read them.
    ///
    /// They run over the dates of a `predicateForSamples`; where it is open, from the first sample to the last.
    /// - Throws: `HKError` with `errorInvalidArgument` for a sum of a discrete type or an average, minimum or maximum
    ///   of a cumulative one.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        try await StatisticsRequest(predicate, options).statistics(in: healthStore)
    }
}
