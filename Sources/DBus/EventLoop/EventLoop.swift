package import Dispatch
import Glibc

/// The one event loop of the service: a serial queue that timers, files, the bus and actors share.
///
/// An actor that returns the loop from `unownedExecutor` runs on it, so a handler that the loop calls reaches
/// the actor's state through `assumeIsolated` without a hop, and everything happens in the order it arrived.
/// Nothing here polls: an idle loop sleeps in epoll.
package final class EventLoop: SerialExecutor {
    /// The queue behind the loop.
    package let queue: DispatchQueue

    /// Makes a loop; the label shows in debuggers.
    package init(label: String = "pulsewatt.loop") {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
    }

    private static let key = DispatchSpecificKey<ObjectIdentifier>()

    /// Whether the caller runs on this loop.
    package var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
    }

    /// The time since boot in nanoseconds, suspended time included (CLOCK_BOOTTIME).
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Runs work on the loop after everything that is already queued.
    package func async(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    /// Runs an actor's job on the loop.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    /// The loop as actors name their executor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the program where code that needs the loop runs elsewhere.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
