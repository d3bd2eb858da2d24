public import Foundation

/// A query for the quantities of samples, one by one.
///
/// A finished workout leaves one sample of each type that sensors measured; its readings are read with this query.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// What the results hold and how they are ordered.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes options of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Each result holds the sample that it comes from.
        public static let includeSample = Options(rawValue: 1)

        /// The results are ordered by the start of their samples; here they always are.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 2)
    }

    /// One quantity.
    public struct Result: Sendable {
        /// What was measured.
        public let quantity: HKQuantity

        /// When it was measured.
        public let dateInterval: DateInterval

        /// The sample that it comes from, if that was asked for.
        public let sample: HKQuantitySample?
    }

    /// Which samples are asked for.
    public let predicate: HKSamplePredicate<HKQuantitySample>

    /// What the results hold and how they are ordered.
    public let options: Options

    /// Makes a query.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// The quantities in the order of their samples' starts, and those of one sample in order of time.
    ///
    /// Of a type that the client may not read there are only those of its own samples.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(query: self, store: healthStore)
    }

    /// The quantities, one after another.
    public struct Results: AsyncSequence, Sendable {
        let query: HKQuantitySeriesSampleQueryDescriptor
        let store: HKHealthStore

        /// Starts from the first quantity.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, store: store) }

        /// Walks through the quantities.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let query: HKQuantitySeriesSampleQueryDescriptor
            let store: HKHealthStore
            var samples: IndexingIterator<[HKQuantitySample]>?
            /// The sample whose readings are being given, and the next of them.
            var current: (sample: HKQuantitySample, index: Int)?

            /// The next quantity, or nil after the last.
            ///
            /// - Throws: `HKError` with `errorDatabaseInaccessible` if the database cannot be reached.
            public mutating func next() async throws -> Result? {
                if samples == nil {
                    samples = try await store.fetch([query.predicate])
                        .sorted { $0.startDate < $1.startDate }.makeIterator()
                }
                if current == nil { current = samples?.next().map { ($0, 0) } }
                guard let (sample, index) = current else { return nil }
                current = index + 1 < sample.count ? (sample, index + 1) : nil
                return result(sample, at: index)
            }

            private func result(_ sample: HKQuantitySample, at index: Int) -> Result {
                let included = query.options.contains(.includeSample) ? sample : nil
                guard let series = sample.series else {
                    return Result(
                        quantity: sample.quantity,
                        dateInterval: DateInterval(start: sample.startDate, end: sample.endDate),
                        sample: included)
                }
                return Result(
                    quantity: HKQuantity(
                        unit: sample.quantityType.canonicalUnit, doubleValue: series.column.values[index]),
                    dateInterval: series.dateInterval(at: index), sample: included)
            }
        }
    }
}
