public import Foundation
import Synchronization

/// A question to the health database that is put by executing it.
///
/// A query runs once. Its handlers are called on a background task.
/// Unchecked because the class has subclasses and `NSPredicate` is not Sendable; a predicate does not change once it
/// is made, and what else changes is under a mutex.
public class HKQuery: NSObject, @unchecked Sendable {
    /// The type of what is asked for.
    public let objectType: HKObjectType?

    /// Which objects are asked for; nil for all.
    public let predicate: NSPredicate?

    private enum Phase {
        case new
        case running(Task<Void, Never>)
        case stopped
    }

    private let phase = Mutex(Phase.new)

    init(type: HKObjectType?, predicate: NSPredicate?) {
        objectType = type
        self.predicate = predicate
    }

    /// Whether handlers may still be called.
    var isRunning: Bool {
        phase.withLock { if case .running = $0 { true } else { false } }
    }

    /// Starts the query, or tells it that it ran before.
    func start(in store: HKHealthStore) {
        let isFirst = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .running(
                Task {
                    await store.completions.settle()
                    await run(in: store)
                })
            return true
        }
        if isFirst { return }
        Task { fail(HKError(.errorInvalidArgument, "A query runs once, and this one was executed before.")) }
    }

    /// Ends the query; its handlers are not called any more.
    func stop() {
        let old = phase.withLock { phase in
            let old = phase
            phase = .stopped
            return old
        }
        if case .running(let task) = old { task.cancel() }
    }

    /// Asks the question and calls the handlers, until it is answered or the task is cancelled.
    func run(in store: HKHealthStore) async {}

    /// Tells the handler of an error.
    func fail(_ error: any Error) {}
}

extension HKHealthStore {
    /// Starts a query; a query that was executed before is told so through its handler.
    public func execute(_ query: HKQuery) {
        query.start(in: self)
    }

    /// Ends a query that goes on; its handlers are not called any more.
    public func stop(_ query: HKQuery) {
        query.stop()
    }
}

/// The limit of a query that has none.
public let HKObjectQueryNoLimit = 0
