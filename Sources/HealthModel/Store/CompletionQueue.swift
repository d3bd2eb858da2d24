import Synchronization

/// Runs asynchronous jobs one after another, for the calls that take a completion handler.
///
/// The handlers come in the order of the calls, as Apple's do: a delete after a save finds what was saved.
package final class CompletionQueue: Sendable {
    private let last = Mutex<Task<Void, Never>?>(nil)

    package init() {}

    /// Runs a job after all that were given before it.
    package func run(_ job: @escaping @Sendable () async -> Void) {
        last.withLock { last in
            let previous = last
            last = Task {
                await previous?.value
                await job()
            }
        }
    }

    /// Waits until all that was given before has run.
    package func settle() async {
        await last.withLock { $0 }?.value
    }

    /// Runs a job that may fail, and tells a handler whether it did.
    package func run(
        _ job: @escaping @Sendable () async throws -> Void,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        run {
            do {
                try await job()
            } catch {
                completion(false, error)
                return
            }
            completion(true, nil)
        }
    }
}
