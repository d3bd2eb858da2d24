public import Foundation

/// A query for samples.
public struct HKSampleQueryDescriptor<Sample: HKSample>: HKAsyncQuery, Sendable {
    /// Which samples are asked for: those that any of the predicates picks.
    public let predicates: [HKSamplePredicate<Sample>]

    /// In which order they come; without any, in the order in which they were saved.
    public let sortDescriptors: [SortDescriptor<Sample>]

    /// How many are wanted at most; nil or 0 for all.
    public let limit: Int?

    /// Makes a query.
    public init(
        predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil
    ) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// Finds the samples; of a type that the client may not read, only its own.
    ///
    /// - Throws: `HKError` with `errorDatabaseInaccessible` if the database cannot be reached.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        let wanted = limit.flatMap { $0 > 0 ? $0 : nil }
        let order = sortDescriptors.compactMap { SampleOrder($0) }
        // The database may choose the first only if it can compare as the descriptors do.
        let isOrderKnown = order.count == sortDescriptors.count
        let found = try await healthStore.fetch(
            predicates, order: isOrderKnown ? order : [], limit: isOrderKnown ? wanted : nil
        ).sorted(using: sortDescriptors)
        return wanted.map { Array(found.prefix($0)) } ?? found
    }
}
