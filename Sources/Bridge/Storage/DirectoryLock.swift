internal import Foundation

/// A lock on a directory that one process, or one part of it, holds at a time.
struct DirectoryLock: ~Copyable {
    private let descriptor: Int32

    private init(opening directory: String) throws {
        descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", directory, code: errno) }
    }

    // Not by closing alone: a child that is being spawned has the descriptor too, until it runs its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the lock, and waits for it.
    ///
    /// - Throws: ``FileError``.
    static func waiting(for directory: String) throws -> DirectoryLock {
        let lock = try DirectoryLock(opening: directory)
        while flock(lock.descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileError("lock", directory, code: errno) }
        }
        return lock
    }

    /// Takes the lock, and waits for it without holding up a thread, which whoever has the lock may need to go on.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - patience: How long to wait.
    /// - Returns: The lock; nil where another held it all the time, or the task is cancelled.
    /// - Throws: ``FileError``.
    static func waiting(for directory: String, atMost patience: Duration) async throws -> DirectoryLock? {
        let deadline = ContinuousClock.now + patience
        while true {
            if let lock = try ifFree(directory) { return lock }
            guard ContinuousClock.now < deadline, (try? await Task.sleep(for: .milliseconds(5))) != nil
            else { return nil }
        }
    }

    /// Takes the lock, or gives nil where another holds it.
    ///
    /// - Throws: ``FileError``.
    static func ifFree(_ directory: String) throws -> DirectoryLock? {
        let lock = try DirectoryLock(opening: directory)
        guard flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw FileError("lock", directory, code: errno) }
            return nil
        }
        return lock
    }
}
