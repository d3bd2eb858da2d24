import Foundation
import HealthModel

/// A database file with what SQLite keeps beside it, as files.
struct StoredFile {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The write-ahead log, which holds what is not in the file yet.
    var log: String { path + "-wal" }

    /// What processes that use the file tell each other.
    var sharedMemory: String { path + "-shm" }

    var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The file that a symbolic link leads to, or the file itself.
    var resolved: StoredFile {
        guard let resolved = realpath(path, nil) else { return self }
        defer { free(resolved) }
        return StoredFile(String(cString: resolved))
    }

    /// Sees that what is there is an ordinary file: a device must not be replaced, and a pipe not be waited for.
    func requireOrdinary() throws(HKError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw HKError(
                .errorDatabaseInaccessible,
                "\(path) is no ordinary file: it was left as it is; name another one.")
        }
    }

    /// Whether a log with something in it lies beside the file.
    var hasLog: Bool {
        var status = stat()
        return stat(log, &status) == 0 && status.st_size > 0
    }

    /// Whether a process has had the database open: from then on it keeps a log, as a backup does not.
    var hasBeenOpened: Bool {
        if hasLog || FileManager.default.fileExists(atPath: sharedMemory) { return true }
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        let header = (try? file.read(upToCount: 20)) ?? Data()
        // The versions of the format that reading and writing need; 2 is the write-ahead log.
        return header.count == 20 && (header[18] > 1 || header[19] > 1)
    }

    /// A name beside the file that nothing has, for what is to take its place.
    var part: StoredFile { StoredFile("\(path).\(UUID().uuidString).part") }

    /// Makes an empty file, for the person's eyes only.
    func make() throws(HKError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .inaccessible(path, "cannot be made (\(Self.reason)).") }
        close(descriptor)
    }

    /// Removes what processes that were killed have left where ``part`` was to take the file's place.
    func removeLeftovers() {
        let start = URL(fileURLWithPath: path).lastPathComponent + "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        for name in names where name.hasPrefix(start) {
            let rest = name.dropFirst(start.count)
            guard UUID(uuidString: String(rest.prefix(36))) != nil, rest.dropFirst(36).hasPrefix(".part")
            else {
                continue
            }
            // Whoever is at it now is done long before an hour is over.
            var status = stat()
            let path = directory + "/" + name
            guard stat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 3_600 else { continue }
            unlink(path)
        }
    }

    /// Whether the file is whole and nothing can be written beside it, as on a medium that is mounted to be read only.
    var isUnchangeable: Bool { exists && !hasLog && access(directory, W_OK) != 0 }

    /// The name of a copy that is made at a moment, which nothing has yet.
    func datedName(_ what: String, _ moment: Date) -> String {
        let style = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)
        let name = "\(path).\(what)-\(moment.formatted(style))"
        var number = 1
        var candidate = name
        while FileManager.default.fileExists(atPath: candidate) {
            number += 1
            candidate = "\(name)-\(number)"
        }
        return candidate
    }

    /// Copies the file and its log, which together are the database, and sees to it that they are on the disk.
    ///
    /// Not while this process has the database open: closing a descriptor takes away the locks of a process.
    func copy(to copy: StoredFile) throws(HKError) {
        if hasLog { try Self.copy(log, to: copy.log) }
        try Self.copy(path, to: copy.path)
        try copy.syncDirectory()
    }

    private static func copy(_ source: String, to copy: String) throws(HKError) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw .inaccessible(source, "cannot be read (\(reason)).") }
        defer { close(input) }
        let output = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw .inaccessible(source, "cannot be copied to \(copy) (\(reason)).") }
        let problem = copyBytes(from: input, to: output)
        if let problem {
            close(output)
            unlink(copy)
            throw .inaccessible(source, "cannot be copied to \(copy) (\(problem)).")
        }
        close(output)
    }

    /// Copies all that there is; gives what hindered it.
    private static func copyBytes(from input: Int32, to output: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return reason }
            if count == 0 { break }
            var written = 0
            while written < count {
                let step = buffer[written..<count].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
                if step < 0, errno == EINTR { continue }
                guard step > 0 else { return reason }
                written += step
            }
        }
        return fsync(output) == 0 ? nil : reason
    }

    /// What root makes in a service's directory must be the service's; SQLite gives its own files beside it the same owner.
    func giveToOwnerOfDirectory() {
        var status = stat()
        guard geteuid() == 0, stat(directory, &status) == 0, status.st_uid != 0 else { return }
        // A file that stays root's is an error of the service's first call, which says so.
        _ = chown(path, status.st_uid, status.st_gid)
    }

    /// Sees to it that the file itself is on the disk.
    func sync() throws(HKError) { try Self.sync(path, O_RDONLY) }

    /// Sees to it that the names in the directory are on the disk.
    func syncDirectory() throws(HKError) { try Self.sync(directory, O_RDONLY | O_DIRECTORY) }

    private static func sync(_ path: String, _ flags: Int32) throws(HKError) {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw .inaccessible(path, "cannot be opened (\(reason)).") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .inaccessible(path, "cannot be written (\(reason)).") }
    }

    /// Gives the file another name, in place of what has it.
    func rename(to other: StoredFile) throws(HKError) {
        guard Foundation.rename(path, other.path) == 0 else {
            throw .inaccessible(other.path, "cannot be put in its place (\(Self.reason)).")
        }
    }

    /// Why the last call of the system failed.
    static var reason: String {
        let number = errno
        let reason = String(cString: strerror(number))
        return number == ENOSPC || number == EDQUOT ? reason + "; make room and try again" : reason
    }
}
