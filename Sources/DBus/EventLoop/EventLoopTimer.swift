import Dispatch

/// A timer on the event loop; cancelling it or dropping the last reference stops it.
package final class EventLoopTimer: Sendable {
    // Unsafe only in name: Dispatch lets any thread cancel a source, and nothing else is done with it.
    nonisolated(unsafe) private let source: any DispatchSourceTimer

    init(source: any DispatchSourceTimer) {
        self.source = source
    }

    deinit { source.cancel() }

    /// Stops the timer; called on the loop, the action does not run afterwards.
    package func cancel() { source.cancel() }
}

extension EventLoop {
    /// Runs an action once after a time.
    package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> EventLoopTimer {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: action)
        source.schedule(deadline: .now() + delay.dispatchInterval, leeway: .milliseconds(1))
        source.activate()
        return EventLoopTimer(source: source)
    }

    /// Runs an action again and again, first after one interval.
    package func schedule(every interval: Duration, _ action: @escaping @Sendable () -> Void)
        -> EventLoopTimer
    {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: action)
        let repeating = interval.dispatchInterval
        source.schedule(deadline: .now() + repeating, repeating: repeating, leeway: .milliseconds(10))
        source.activate()
        return EventLoopTimer(source: source)
    }
}

extension Duration {
    /// The duration for Dispatch: not negative, at most some centuries.
    fileprivate var dispatchInterval: DispatchTimeInterval {
        let limit: Int64 = 1 << 32
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return .nanoseconds(0) }
        guard seconds < limit else { return .seconds(Int(limit)) }
        return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
