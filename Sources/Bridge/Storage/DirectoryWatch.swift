package import DBus
internal import Foundation

/// Tells when a file in a directory was replaced, made or removed, without asking again and again.
package final class DirectoryWatch: Sendable {
    private let descriptor: Int32
    private let readiness: EventLoopFileWatch

    /// Watches until the watch goes.
    ///
    /// - Parameters:
    ///   - directory: The directory, which must exist.
    ///   - name: The file's name in it; nil: any.
    ///   - loop: Where `changed` is called.
    ///   - changed: Called after each change.
    /// - Throws: ``FileError`` where the directory cannot be watched.
    package init(
        directory: String, name: String?, loop: EventLoop, changed: @escaping @Sendable () -> Void
    ) throws {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw FileError("watch", directory, code: errno) }
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        guard inotify_add_watch(descriptor, directory, events) >= 0 else {
            let code = errno
            close(descriptor)
            throw FileError("watch", directory, code: code)
        }
        guard
            let readiness = loop.watch(
                descriptor, for: .reading, { if Self.drain(descriptor, contains: name) { changed() } })
        else {
            let code = errno
            close(descriptor)
            throw FileError("watch", directory, code: code)
        }
        self.descriptor = descriptor
        self.readiness = readiness
    }

    deinit {
        readiness.cancel()
        close(descriptor)
    }

    /// Reads all events that wait.
    ///
    /// - Returns: Whether one of them is about the name.
    private static func drain(_ descriptor: Int32, contains name: String?) -> Bool {
        var isAboutName = false
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) {
            buffer in
            while true {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let text = buffer[(offset + header)..<(offset + header + Int(event.len))].prefix {
                        $0 != 0
                    }
                    if name.map({ text.elementsEqual($0.utf8) }) ?? true { isAboutName = true }
                    offset += header + Int(event.len)
                }
            }
        }
        return isAboutName
    }
}
