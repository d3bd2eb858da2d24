public import Foundation

/// A query for samples that answers once.
public final class HKSampleQuery: HKQuery, @unchecked Sendable {
    // Unchecked as its superclass is; `NSSortDescriptor` is not Sendable, and does not change once it is made.

    /// What is called with the samples or the error.
    public typealias ResultsHandler = @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// How many samples are wanted at most; ``HKObjectQueryNoLimit`` for all.
    public let limit: Int

    /// In which order they come; without any, in the order in which they were saved.
    public let sortDescriptors: [NSSortDescriptor]?

    private let sampleType: HKSampleType
    private let resultsHandler: ResultsHandler

    /// Makes a query.
    public init(
        sampleType: HKSampleType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping ResultsHandler
    ) {
        self.sampleType = sampleType
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        self.resultsHandler = resultsHandler
        super.init(type: sampleType, predicate: predicate)
    }

    override func run(in store: HKHealthStore) async {
        do {
            let isSorted = sortDescriptors?.isEmpty == false
            // How Foundation's older descriptors compare dates cannot be told: they may bring a comparator.
            let wanted = limit > 0 && !isSorted ? limit : nil
            var found = try await store.fetch(sampleType, predicate, limit: wanted).stored.map(\.sample)
            if let sortDescriptors, isSorted {
                found.sort { left, right in
                    for descriptor in sortDescriptors {
                        let order = descriptor.compare(left, to: right)
                        if order != .orderedSame { return order == .orderedAscending }
                    }
                    return false
                }
            }
            if limit > 0 { found = Array(found.prefix(limit)) }
            if isRunning { resultsHandler(self, found, nil) }
        } catch {
            fail(error)
        }
    }

    override func fail(_ error: any Error) {
        resultsHandler(self, nil, error)
    }
}
