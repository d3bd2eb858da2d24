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
    private let syncing: Mutex<Syncing>
    private let synchronize: @Sendable (Int32) -> Int32

    /// How far the file is on the disk.
    private struct Syncing {
        /// The end of what was written.
        var written = 0
        /// The end of what is on the disk.
        var synced = 0
        /// How often bytes were written again after a failed sync, and when that was at the last good sync.
        var round = 0
        var syncedRound = 0
        /// What a sync failed with; until bytes are written again no later one counts.
        var fault: Int32 = 0
        /// Whether the directory has yet to be synced.
        var isNew = false
    }

    /// Brings a file to the disk and gives the system's error number, or 0.
    package static let dataSync: @Sendable (Int32) -> Int32 = { fdatasync($0) == 0 ? 0 : errno }

    private init(
        path: String, descriptor: Int32, isNew: Bool, sync: @escaping @Sendable (Int32) -> Int32
    ) {
        self.path = path
        self.descriptor = descriptor
        syncing = Mutex(Syncing(isNew: isNew))
        synchronize = sync
    }

    // Not by closing alone: a child that is being spawned has the descriptor too, until it runs its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Makes a file that holds its first bytes and is locked before anybody can see it.
    ///
    /// - Parameters:
    ///   - path: Where it is made.
    ///   - bytes: Its first bytes.
    ///   - sync: Brings a file to the disk.
    /// - Returns: The file.
    /// - Throws: ``RecordingFault``; nothing is left then.
    static func create(
        at path: String, with bytes: [UInt8], sync: @escaping @Sendable (Int32) -> Int32
    ) throws(RecordingFault) -> RecordingFile {
        let new = path + ".new"
        let descriptor = Foundation.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw RecordingFault(operation: "write", path: path, code: errno) }
        let file = RecordingFile(path: path, descriptor: descriptor, isNew: true, sync: sync)
        do throws(RecordingFault) {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw RecordingFault(operation: "lock", path: path, code: errno)
            }
            if geteuid() == 0 { try file.giveToOwnerOfDirectory() }
            try file.write(bytes, at: 0)
            guard rename(new, path) == 0 else {
                throw RecordingFault(operation: "write", path: path, code: errno)
            }
        } catch {
            unlink(new)
            throw error
        }
        return file
    }

    /// Opens a file that nobody writes, and locks it; see ``OpenedRecording`` for what is no file.
    ///
    /// - Returns: The file, or nil while another process writes it.
    /// - Throws: ``RecordingFault``.
    package static func open(at path: String) throws(RecordingFault) -> RecordingFile? {
        var opened = try OpenedRecording(path, for: .writing)
        let descriptor = opened.release()
        let file = RecordingFile(path: path, descriptor: descriptor, isNew: false, sync: dataSync)
        // What an earlier writer wrote cannot be written again by this one.
        let length = file.length
        file.syncing.withLock { ($0.written, $0.synced) = (length, length) }
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

    /// Writes bytes at the end in one write, or leaves the file as it was.
    ///
    /// - Parameters:
    ///   - bytes: What is written.
    ///   - length: Where it is written: how long the file is.
    /// - Throws: ``RecordingFault``.
    func write(_ bytes: [UInt8], at length: Int) throws(RecordingFault) {
        do {
            try put(bytes, at: length)
        } catch {
            // Where not even this works, the next bytes are written over the torn frame.
            _ = ftruncate(descriptor, off_t(length))
            throw error
        }
        syncing.withLock { $0.written = length + bytes.count }
    }

    /// Writes bytes again that a failed sync did not bring to the disk, so that the next one does.
    ///
    /// The kernel takes a page that it could not write for written, and never writes it again unless somebody does.
    /// - Parameters:
    ///   - bytes: All that was written since the last good sync.
    ///   - start: Where.
    /// - Throws: ``RecordingFault``; the sync still counts as failed then.
    func writeAgain(_ bytes: [UInt8], at start: Int) throws(RecordingFault) {
        try put(bytes, at: start)
        // Not before: a sync that begins until now does not count.
        syncing.withLock { syncing in
            syncing.round += 1
            syncing.fault = 0
        }
    }

    private func put(_ bytes: [UInt8], at start: Int) throws(RecordingFault) {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let place = off_t(start + bytes.count - rest.count)
                let count = pwrite(descriptor, rest.baseAddress, rest.count, place)
                if count < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
        guard failure != 0 else { return }
        throw RecordingFault(operation: "write", path: path, code: failure)
    }

    /// Cuts off what is behind the last whole frame.
    ///
    /// - Throws: ``RecordingFault``.
    func truncate(to length: Int) throws(RecordingFault) {
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw RecordingFault(operation: "cut", path: path, code: errno)
        }
        syncing.withLock { ($0.written, $0.synced) = (length, length) }
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

    /// Asks for everything that was written to be on the disk soon; ``syncProgress`` tells what became of it.
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

    /// How much is on the disk, and what keeps the rest from it.
    struct SyncProgress {
        /// The end of what is on the disk.
        let synced: Int
        /// Whether a sync was good since bytes were last written again.
        let isGood: Bool
        /// What the last sync failed with; nil once bytes were written again.
        let fault: RecordingFault?
    }

    /// What became of the syncs so far.
    var syncProgress: SyncProgress {
        let now = syncing.withLock { $0 }
        return SyncProgress(
            synced: now.synced, isGood: now.fault == 0 && now.syncedRound == now.round,
            fault: now.fault == 0 ? nil : RecordingFault(operation: "sync", path: path, code: now.fault))
    }

    private func sync() {
        let before = syncing.withLock { $0 }
        // The system tells of a failure once: a sync after it would seem to be good.
        guard before.fault == 0 else { return }
        var code = synchronize(descriptor)
        if code == 0, before.isNew { code = syncDirectory() }
        syncing.withLock { syncing in
            if code != 0 {
                syncing.fault = code
            } else if syncing.fault == 0, syncing.round == before.round {
                syncing.synced = max(syncing.synced, before.written)
                syncing.syncedRound = before.round
                syncing.isNew = false
            }
        }
    }

    /// Makes the file's name as durable as its bytes, where the file system can do that.
    private func syncDirectory() -> Int32 {
        let directory = Foundation.open(Self.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return errno }
        defer { close(directory) }
        return fsync(directory) == 0 || errno == EINVAL ? 0 : errno
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
