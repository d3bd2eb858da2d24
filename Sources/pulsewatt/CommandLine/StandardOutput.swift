import Glibc

/// Standard output for people: lines that hold names from elsewhere, never JSON.
enum StandardOutput {
    /// Prints one line; what could steer a terminal is shown, see ``ShownText``.
    static func print(_ line: String) { Swift.print(ShownText.line(line)) }

    /// Whether it is a pipe or a socket whose reader is gone.
    static var hasNoReader: Bool {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&descriptor, 1, 0) == 1 else { return false }
        return descriptor.revents & Int16(POLLERR | POLLHUP) != 0
    }
}
