import Foundation
import HealthModel

/// The lock that keeps every SQLite connection from a database file, and that none lets go while it has the file open.
///
/// In write-ahead mode a connection holds the shared lock from its first reading to its end, so this lock is the
/// question whether there is any. It belongs to the open file, not to the process, so that it also sees this process.
struct FileLock {
    /// Where SQLite's locks are: a byte that says that a writer waits, one of the writer, and 510 of the readers.
    private static let firstByte: off_t = 0x4000_0000
    private static let byteCount: off_t = 512

    /// `F_OFD_SETLK` of Linux, which Swift does not import.
    private static let setOpenFileLock: Int32 = 37

    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: `errorDatabaseInaccessible` if a connection to the file is open anywhere.
    init(exclusively path: String) throws(HKError) {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .inaccessible(
                path, "cannot be opened (\(StoredFile.reason)): check the path and who may use it.")
        }
        guard Self.set(F_WRLCK, of: descriptor) == 0 else {
            let reason = errno
            close(descriptor)
            guard reason == EAGAIN || reason == EACCES else {
                throw .inaccessible(path, "cannot be locked (\(String(cString: strerror(reason)))).")
            }
            throw .inaccessible(
                path,
                "is in use by another process: stop it (`systemctl stop pulsewatt` for the service), and try again."
            )
        }
    }

    /// Lets the lock go.
    ///
    /// Not by closing alone: a child that is being spawned has the descriptor too, until it runs its program.
    func release() {
        _ = Self.set(F_UNLCK, of: descriptor)
        close(descriptor)
    }

    private static func set(_ kind: Int32, of descriptor: Int32) -> Int32 {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = firstByte
        lock.l_len = byteCount
        return fcntl(descriptor, setOpenFileLock, &lock)
    }
}
