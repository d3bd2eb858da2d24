import Dispatch
import Glibc

/// What a file descriptor is watched for.
package enum FileReadiness: Hashable, Sendable {
    /// Bytes (or the end of the file, or an error) can be read.
    case reading
    /// Bytes can be written.
    case writing
}

/// A watch on a file descriptor; cancelling it or dropping the last reference ends it.
package final class EventLoopFileWatch: Sendable {
    // Unsafe only in name: Dispatch lets any thread cancel a source, and nothing else is done with it.
    nonisolated(unsafe) private let source: any DispatchSourceProtocol

    init(source: any DispatchSourceProtocol) {
        self.source = source
    }

    deinit { source.cancel() }

    /// Ends the watch; called on the loop, the action does not run afterwards.
    package func cancel() { source.cancel() }
}

extension EventLoop {
    /// Runs an action on the loop as long as a file descriptor is ready; nil when it cannot be duplicated.
    ///
    /// The watch has its own duplicate, because its owner may close the descriptor at any time while Dispatch
    /// wants it open until the source has been cancelled.
    package func watch(
        _ descriptor: Int32, for readiness: FileReadiness, _ action: @escaping @Sendable () -> Void
    ) -> EventLoopFileWatch? {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        let source: any DispatchSourceProtocol =
            switch readiness {
            case .reading: DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: queue)
            case .writing: DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: queue)
            }
        source.setEventHandler(handler: action)
        source.setCancelHandler { close(duplicate) }
        source.activate()
        return EventLoopFileWatch(source: source)
    }
}
