public import Foundation
import Synchronization

/// A query for statistics by day, week, month or another interval, once or as it goes on.
public final class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    // Unchecked as its superclass is; the handlers are under a mutex.

    /// What is called with the statistics or the error.
    public typealias InitialResultsHandler =
        @Sendable (
            HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?
        ) -> Void

    /// What is called with the statistics of the newest sample's interval and all statistics, or the error.
    public typealias StatisticsUpdateHandler =
        @Sendable (
            HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?
        ) -> Void

    private struct Handlers {
        var initial: InitialResultsHandler?
        var update: StatisticsUpdateHandler?
    }

    private let descriptor: HKStatisticsCollectionQueryDescriptor
    private let handlers = Mutex(Handlers())

    /// Makes a query; its handlers are set before it is executed.
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        anchorDate: Date, intervalComponents: DateComponents
    ) {
        descriptor = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: quantityType, predicate: quantitySamplePredicate),
            options: options,
            anchorDate: anchorDate, intervalComponents: intervalComponents)
        super.init(type: quantityType, predicate: quantitySamplePredicate)
    }

    /// What is called first, once.
    public var initialResultsHandler: InitialResultsHandler? {
        get { handlers.withLock { $0.initial } }
        set { handlers.withLock { $0.initial = newValue } }
    }

    /// What is called after each later change; with one, the query goes on until it is stopped.
    public var statisticsUpdateHandler: StatisticsUpdateHandler? {
        get { handlers.withLock { $0.update } }
        set { handlers.withLock { $0.update = newValue } }
    }

    override func run(in store: HKHealthStore) async {
        let (initial, update) = handlers.withLock { ($0.initial, $0.update) }
        do {
            guard let update else {
                let collection = try await descriptor.result(for: store)
                if isRunning { initial?(self, collection, nil) }
                return
            }
            var isFirst = true
            for try await result in descriptor.results(for: store) where isRunning {
                if isFirst {
                    initial?(self, result.statisticsCollection, nil)
                } else {
                    update(self, result.updatedStatistics, result.statisticsCollection, nil)
                }
                isFirst = false
            }
        } catch {
            fail(error)
        }
    }

    override func fail(_ error: any Error) {
        initialResultsHandler?(self, nil, error)
    }
}
