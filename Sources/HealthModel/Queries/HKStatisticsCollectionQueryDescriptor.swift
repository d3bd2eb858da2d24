public import Foundation

/// A query for statistics by day, week, month or another interval of the calendar.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The statistics as they were when something had changed.
    public struct Result: Sendable {
        /// All statistics.
        public let statisticsCollection: HKStatisticsCollection

        /// Those of the interval of the newest sample that came since the last result; nil in the first.
        public let updatedStatistics: HKStatistics?
    }

    /// Which samples are counted.
    public let predicate: HKSamplePredicate<HKQuantitySample>

    /// What is worked out.
    public let options: HKStatisticsOptions

    /// Where an interval starts; the others follow from it in both directions.
    public let anchorDate: Date

    /// How long an interval is; its calendar and time zone are the current ones unless they are given.
    public let intervalComponents: DateComponents

    /// Makes a query.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions, anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// Works out the statistics.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for options that do not fit the type and for an interval that
    ///   is shorter than a second; `errorDataSizeExceeded` for samples that last over millions of intervals.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        try await StatisticsRequest(predicate, options).collection(
            anchorDate, intervalComponents, in: healthStore)
    }

    /// Works out the statistics, then again after each change.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, store: healthStore)
    }

    /// The statistics, one result after another.
    public struct Results: AsyncSequence, Sendable {
        let query: HKStatisticsCollectionQueryDescriptor
        let store: HKHealthStore

        /// Starts with the statistics as they are.
        public func makeAsyncIterator() -> AsyncIterator {
            let changes = HKAnchoredObjectQueryDescriptor(predicates: [query.predicate], anchor: nil)
            return AsyncIterator(
                query: query, store: store, changes: changes.results(for: store).makeAsyncIterator())
        }

        /// Waits for changes.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let query: HKStatisticsCollectionQueryDescriptor
            let store: HKHealthStore
            var changes: HKAnchoredObjectQueryDescriptor<HKQuantitySample>.Results.AsyncIterator
            var isFirst = true

            /// The next result, or nil once the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Result? {
                guard let change = try await changes.next(isolation: actor) else { return nil }
                let collection = try await query.result(for: store)
                let newest = isFirst ? nil : change.addedSamples.last
                isFirst = false
                return Result(
                    statisticsCollection: collection,
                    updatedStatistics: newest.flatMap { collection.statistics(for: $0.startDate) })
            }
        }
    }
}
