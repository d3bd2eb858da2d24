/// A handler that is in force for as long as this object lives.
package final class DBusSubscription: Sendable {
    private let loop: EventLoop
    private let end: @Sendable () -> Void

    /// Ends by running an action on the loop.
    init(loop: EventLoop, end: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.end = end
    }

    deinit { loop.async(end) }
}
