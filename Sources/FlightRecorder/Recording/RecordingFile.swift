internal import Foundation
internal import Synchronization

/// A recording's file, open and locked for the one process that writes it.
///
/// Writing happens where it is called; syncing on a queue of its own, because a disk may take seconds for it.
package final class RecordingFile: Sendable {
    /// The file's path.
    package let path: String
    private let descriptor: Int32
    private let syncQueue = DispatchQueue(label: "pulsewatt.recording.sync")
    /// How many syncs run or wait; a second one waits at most, and covers all that was written meanwhile.
    private let syncCount = Atomic(0)
    private let syncError = Atomic<Int32>(0)

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    // Not by closing alone: a child that is being spawned has the descriptor too, until it runs its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Makes a file that holds its first bytes and is locked before anybody can see it.
    ///
    /// - Throws: ``RecordingFault``; nothing is left then.
    static func create(at path: String, with bytes: [UInt8]) throws(RecordingFault) -> RecordingFile {
        let new = path + ".new"
        let descriptor = Foundation.open(new, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw RecordingFault(operation: "write", path: path, code: errno) }
        let file = RecordingFile(path: path, descriptor: descriptor)
        do throws(RecordingFault) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw RecordingFault(operation: "lock", path: path, code: errno)
            }
            if geteuid() == 0 { try file.giveToOwnerOfDirectory() }
            try file.append(bytes, after: 0)
            guard rename(new, path) == 0 else {
                throw RecordingFault(operation: "write", path: path, code: errno)
            }
        } catch {
            unlink(new)
            throw error
        }
        file.syncQueue.async { file.syncDirectory() }
        return file
    }

    /// Opens a file that nobody writes, and locks it; see ``OpenedRecording`` for what is no file.
    ///
    /// - Returns: The file, or nil while another process writes it.
    /// - Throws: ``RecordingFault``.
    package static func open(at path: String) throws(RecordingFault) -> RecordingFile? {
        var opened = try OpenedRecording(path, writes: true)
        let descriptor = opened.release()
        let file = RecordingFile(path: path, descriptor: descriptor)
        // Somebody who only looks whether the file is locked, as ``isLocked(at:)`` does, is gone in a moment.
        for _ in 0..<20 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return file }
            guard errno == EWOULDBLOCK else {
                throw RecordingFault(operation: "lock", path: path, code: errno)
            }
            guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return nil }
            flock(descriptor, LOCK_UN)
            usleep(10_000)
        }
        return nil
    }

    /// Appends bytes in one write, or leaves the file as it was.
    ///
    /// - Parameters:
    ///   - bytes: What is appended.
    ///   - length: How long the file is.
    /// - Throws: ``RecordingFault``.
    func append(_ bytes: [UInt8], after length: Int) throws(RecordingFault) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
        guard failure != 0 else { return }
        // Where not even this works, a reader passes over the torn frame.
        _ = ftruncate(descriptor, off_t(length))
        throw RecordingFault(operation: "write", path: path, code: failure)
    }

    /// Cuts off what is behind the last whole frame.
    ///
    /// - Throws: ``RecordingFault``.
    func truncate(to length: Int) throws(RecordingFault) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw RecordingFault(operation: "cut", path: path, code: errno)
        }
    }

    /// Whether the file is in no directory any more.
    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink == 0
    }

    /// How long the file is; 0 where the system does not say.
    var length: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Asks for everything that was written to be on the disk soon; a failure is told by ``takeSyncFault()``.
    func requestSync() {
        guard syncCount.load(ordering: .relaxed) < 2 else { return }
        syncCount.add(1, ordering: .relaxed)
        syncQueue.async { [self] in
            sync()
            syncCount.subtract(1, ordering: .relaxed)
        }
    }

    /// Waits until everything that was written is on the disk.
    func waitForSync() {
        syncQueue.sync { sync() }
    }

    /// What kept the last sync from succeeding, once.
    func takeSyncFault() -> RecordingFault? {
        let code = syncError.exchange(0, ordering: .relaxed)
        return code == 0 ? nil : RecordingFault(operation: "sync", path: path, code: code)
    }

    private func sync() {
        if fdatasync(descriptor) != 0 { syncError.store(errno, ordering: .relaxed) }
    }

    /// Makes the file's name as durable as its bytes.
    private func syncDirectory() {
        let directory = Foundation.open(Self.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return syncError.store(errno, ordering: .relaxed) }
        defer { close(directory) }
        if fsync(directory) != 0 { syncError.store(errno, ordering: .relaxed) }
    }

    /// What root records into the service's directory must be the service's, whatever root's umask is.
    private func giveToOwnerOfDirectory() throws(RecordingFault) {
        var status = stat()
        guard stat(Self.directory(of: path), &status) == 0 else {
            throw RecordingFault(operation: "write", path: path, code: errno)
        }
        guard status.st_uid != 0 else { return }
        guard fchown(descriptor, status.st_uid, status.st_gid) == 0, fchmod(descriptor, 0o640) == 0 else {
            throw RecordingFault(operation: "write", path: path, code: errno)
        }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
