import Synchronization

/// A `Mutex` whose lock and unlock ThreadSanitizer sees.
///
/// On Linux a `Mutex` waits in the standard library, which is not built for the sanitizer: of two threads that have
/// waited for each other there it reports a race where there is none. One atomic that each holder reads at first and
/// writes at last says the same in code that is. It costs a nanosecond.
package struct ObservedMutex<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let handover = Atomic<UInt8>(0)

    /// Makes a mutex around a value.
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls a closure with the value while no other thread can.
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(0, ordering: .releasing) }
            return try body(&value)
        }
    }
}
