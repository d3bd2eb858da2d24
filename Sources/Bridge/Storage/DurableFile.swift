package import Foundation

/// Files that are either whole or not there, also after a power cut.
package enum DurableFile {
    /// Writes a file under a temporary name, syncs it, gives it its name and syncs the directory.
    ///
    /// A symbolic link stays, and its target is replaced.
    ///
    /// - Throws: ``FileError``; the file that was there before is then untouched, and the temporary one is gone. What
    ///   is no ordinary file, such as a device, is not replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        var status = stat()
        var target = path
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw FileError("write", path, reason: "it is no ordinary file")
            }
            if let resolved = realpath(path, nil) {
                target = String(cString: resolved)
                free(resolved)
            }
        }
        let temporary = target + ".\(getpid()).tmp"
        let directory = directory(of: target)
        try write(bytes, toNew: temporary, in: directory, meantFor: path)
        guard rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            throw FileError("write", path, code: code)
        }
        try syncDirectory(directory)
    }

    /// Sees to it that the names in a directory are what they are after a power cut too.
    static func syncDirectory(_ directory: String) throws(FileError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("sync", directory, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError("sync", directory, code: errno) }
    }

    /// Writes a file of text; otherwise as bytes are.
    package static func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    /// Reads a whole file.
    ///
    /// - Throws: ``FileError`` that names it.
    package static func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw access(path, R_OK) == 0
                ? FileError("read", path, reason: "it is no ordinary file")
                : FileError("read", path, code: errno)
        }
    }

    /// The directory that a file of this path is in.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes a directory and those above it, and sees to it that files can be made in it.
    ///
    /// - Throws: ``FileError`` naming the directory.
    package static func prepareDirectory(_ path: String) throws {
        let isNew = access(path, F_OK) != 0
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw FileError("create directory", path, code: Self.errorNumber(of: error))
        }
        // What root makes in the service's directory must be the service's.
        var status = stat()
        if isNew, geteuid() == 0, stat(directory(of: path), &status) == 0, status.st_uid != 0 {
            _ = chown(path, status.st_uid, status.st_gid)
        }
        guard access(path, W_OK | X_OK) == 0 else { throw FileError("write to directory", path, code: errno) }
    }

    private static func write(
        _ bytes: [UInt8], toNew temporary: String, in directory: String, meantFor path: String
    ) throws {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else { throw FileError("write", path, code: errno) }
        var failure: Int32 = 0
        if geteuid() == 0, !giveToOwner(of: directory, descriptor) { failure = errno }
        bytes.withUnsafeBytes { bytes in
            var remaining = bytes
            while !remaining.isEmpty {
                let written = Foundation.write(descriptor, remaining.baseAddress, remaining.count)
                if written < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                remaining = UnsafeRawBufferPointer(rebasing: remaining[written...])
            }
        }
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure != 0 {
            unlink(temporary)
            throw FileError("write", path, code: failure)
        }
    }

    /// What root writes into the service's directory must be the service's, whatever root's umask is.
    private static func giveToOwner(of directory: String, _ descriptor: Int32) -> Bool {
        var status = stat()
        guard stat(directory, &status) == 0 else { return false }
        guard status.st_uid != 0 else { return true }
        return fchown(descriptor, status.st_uid, status.st_gid) == 0 && fchmod(descriptor, 0o640) == 0
    }

    private static func errorNumber(of error: any Error) -> Int32 {
        let error = error as NSError
        if let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError,
            underlying.domain == NSPOSIXErrorDomain
        {
            return Int32(truncatingIfNeeded: underlying.code)
        }
        switch CocoaError.Code(rawValue: error.code) {
        case .fileWriteNoPermission: return EACCES
        case .fileWriteOutOfSpace: return ENOSPC
        case .fileWriteVolumeReadOnly: return EROFS
        case .fileWriteFileExists: return EEXIST
        default: return EIO
        }
    }
}
