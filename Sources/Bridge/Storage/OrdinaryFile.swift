internal import Foundation

/// Reads files that others may have put into a directory: never one that would not end or that would be waited for.
///
/// A pipe holds whoever opens it until somebody writes, and a device may give bytes without an end.
package enum OrdinaryFile {
    /// The largest file that is read as a whole, in bytes; a ride of a day is a few megabytes.
    package static let largest = 512 << 20

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: How many bytes it may have.
    ///   - advice: What to do with a larger one.
    /// - Returns: Its bytes.
    /// - Throws: ``FileError`` for what is no ordinary file, is larger or cannot be read.
    package static func read(
        _ path: String, limit: Int = largest, advice: String = "move it away"
    ) throws(FileError) -> [UInt8] {
        try bytes(of: path) { size throws(FileError) in
            guard size <= limit else {
                let mebibytes = (size - 1) >> 20 + 1
                throw FileError(
                    "read", path,
                    reason: "it has \(mebibytes) MiB, and no more than \(limit >> 20) are read: \(advice)")
            }
            return 0..<size
        }
    }

    /// Reads how a file begins, however long it is.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - count: How many bytes are wanted at most.
    /// - Returns: Its first bytes.
    /// - Throws: ``FileError`` for what is no ordinary file or cannot be read.
    package static func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
        try bytes(of: path) { 0..<min($0, count) }
    }

    /// Reads how a file ends, however long it is.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - count: How many bytes are wanted at most.
    /// - Returns: Its last bytes.
    /// - Throws: ``FileError`` for what is no ordinary file or cannot be read.
    package static func end(of path: String, count: Int) throws(FileError) -> [UInt8] {
        try bytes(of: path) { max(0, $0 - count)..<$0 }
    }

    /// Reads a part of a file.
    private static func bytes(
        of path: String, part: (_ size: Int) throws(FileError) -> Range<Int>
    ) throws(FileError) -> [UInt8] {
        // Asked before it is opened, because opening a device may do something, and after, because the name may be
        // another file's by then; what is a pipe by then is opened without waiting.
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError("read", path, code: errno) }
        try requireOrdinary(status, path)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError("read", path, code: errno) }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0 else { throw FileError("read", path, code: errno) }
        try requireOrdinary(status, path)
        let part = try part(Int(status.st_size))
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: part.count) { buffer, count in
            while count < part.count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, part.count - count,
                    off_t(part.lowerBound + count))
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                count += got
            }
        }
        guard failure == 0 else { throw FileError("read", path, code: failure) }
        return bytes
    }

    private static func requireOrdinary(_ status: stat, _ path: String) throws(FileError) {
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError("read", path, reason: "it is no ordinary file")
        }
    }
}
