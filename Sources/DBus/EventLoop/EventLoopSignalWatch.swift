import Glibc

/// A watch on a Unix signal; dropping the last reference ends it, and the signal is ignored from then on.
package final class EventLoopSignalWatch: Sendable {
    private let signal: Int32
    private let watch: EventLoopFileWatch
    private let ends: (reading: Int32, writing: Int32)

    init(signal: Int32, watch: EventLoopFileWatch, ends: (reading: Int32, writing: Int32)) {
        self.signal = signal
        self.watch = watch
        self.ends = ends
    }

    deinit {
        Glibc.signal(signal, SIG_IGN)
        watch.cancel()
        close(ends.reading)
        close(ends.writing)
    }
}

extension EventLoop {
    /// Runs an action on the loop whenever the process gets a signal, in place of what the signal would do.
    ///
    /// A signal has one watch at a time. Dispatch's own signal sources need every thread to block the signal,
    /// which only programs that end in its main function do; here a handler writes to a pipe that the loop watches.
    /// Returns nil for a number that is no signal, or when no file can be opened.
    package func onSignal(
        _ signal: Int32, _ action: @escaping @Sendable () -> Void
    ) -> EventLoopSignalWatch? {
        guard signal > 0, signal < signalCount else { return nil }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        let (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        let watch = watch(reading, for: .reading) {
            var bytes: (UInt64, UInt64) = (0, 0)
            var hasArrived = false
            while read(reading, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 { hasArrived = true }
            if hasArrived { action() }
        }
        guard let watch else {
            close(reading)
            close(writing)
            return nil
        }
        signalPipes[Int(signal)] = writing
        Glibc.signal(signal) { signal in
            let error = errno
            var byte: UInt8 = 1
            write(signalPipes[Int(signal)], &byte, 1)
            errno = error
        }
        return EventLoopSignalWatch(signal: signal, watch: watch, ends: (reading, writing))
    }
}

private let signalCount: Int32 = 65

/// The pipe that each signal's handler writes to.
///
/// Unsafe only in name: an element is written before its handler is set, and a handler only reads it.
nonisolated(unsafe) private let signalPipes: UnsafeMutablePointer<Int32> = {
    let pipes = UnsafeMutablePointer<Int32>.allocate(capacity: Int(signalCount))
    pipes.initialize(repeating: -1, count: Int(signalCount))
    return pipes
}()
