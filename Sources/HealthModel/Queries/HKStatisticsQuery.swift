public import Foundation

/// A query for statistics of the samples of a type, that answers once.
public final class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    /// What is called with the statistics or the error; without samples that is `errorNoData`.
    public typealias CompletionHandler = @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    private let descriptor: HKStatisticsQueryDescriptor
    private let completionHandler: CompletionHandler

    /// Makes a query.
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions,
        completionHandler handler: @escaping CompletionHandler
    ) {
        descriptor = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: quantityType, predicate: quantitySamplePredicate),
            options: options)
        completionHandler = handler
        super.init(type: quantityType, predicate: quantitySamplePredicate)
    }

    override func run(in store: HKHealthStore) async {
        do {
            let statistics = try await descriptor.result(for: store)
            guard isRunning else { return }
            if let statistics {
                completionHandler(self, statistics, nil)
            } else {
                fail(
                    HKError(
                        .errorNoData, "There are no samples of \(descriptor.predicate.sampleType) to count."))
            }
        } catch {
            fail(error)
        }
    }

    override func fail(_ error: any Error) {
        completionHandler(self, nil, error)
    }
}
