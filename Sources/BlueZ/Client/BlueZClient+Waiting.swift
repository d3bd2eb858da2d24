import DBus
import SensorProfiles

extension BlueZClient {
    /// A condition that somebody waits for.
    struct Waiter {
        let subject: String
        let check: @Sendable (isolated BlueZClient) -> Result<Void, BlueZError>?
        let timer: EventLoopTimer
        let finish: @Sendable (Result<Void, BlueZError>) -> Void
    }

    /// Waits until a check, made now and after everything that arrives, gives a result.
    ///
    /// The end of the daemon, of the bus, of the deadline and of the task end the waiting too.
    func wait(
        subject: String, deadline: Duration, ignoringCancellation: Bool = false,
        until check: @escaping @Sendable (isolated BlueZClient) -> Result<Void, BlueZError>?
    ) async throws(BlueZError) {
        if let result = check(self) { return try result.get() }
        guard !isStopped else { throw BlueZError(.cancelled, subject: subject) }
        let id = nextIdentifier()
        let result: Result<Void, BlueZError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard ignoringCancellation || !Task.isCancelled else {
                    return continuation.resume(returning: .failure(BlueZError(.cancelled, subject: subject)))
                }
                let timer = connection.loop.schedule(after: deadline) { [weak self] in
                    let error = BlueZError(.timedOut, message: "Nothing within \(deadline)", subject: subject)
                    self?.assumeIsolated { $0.finishWaiter(id, .failure(error)) }
                }
                waiters[id] = Waiter(subject: subject, check: check, timer: timer) {
                    continuation.resume(returning: $0)
                }
            }
        } onCancel: {
            guard !ignoringCancellation else { return }
            connection.loop.async { [weak self] in
                self?.assumeIsolated {
                    $0.finishWaiter(id, .failure(BlueZError(.cancelled, subject: subject)))
                }
            }
        }
        try result.get()
    }

    /// Looks at every condition again.
    func evaluateWaiters() {
        for (id, waiter) in waiters.sorted(by: { $0.key < $1.key }) {
            if let result = waiter.check(self) { finishWaiter(id, result) }
        }
    }

    /// Ends all waiting: what was waited for will not come.
    func failWaiters(_ error: BlueZError) {
        for (id, waiter) in waiters.sorted(by: { $0.key < $1.key }) {
            finishWaiter(id, .failure(BlueZError(error.kind, subject: waiter.subject)))
        }
    }

    private func finishWaiter(_ id: UInt64, _ result: Result<Void, BlueZError>) {
        guard let waiter = waiters.removeValue(forKey: id) else { return }
        waiter.timer.cancel()
        waiter.finish(result)
    }

    func nextIdentifier() -> UInt64 {
        lastIdentifier += 1
        return lastIdentifier
    }
}
