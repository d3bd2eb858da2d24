internal import Foundation

/// A recording that was found under a name in its directory, where anything may lie.
///
/// Opening waits for nobody: a pipe without a writer would never come back. What is no ordinary file is refused.
struct OpenedRecording: ~Copyable {
    /// What a recording is opened for.
    enum Access {
        case reading
        /// Writing anywhere in it, which a file that is open for appending does not do.
        case writing
        case appending

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .appending: O_RDWR | O_APPEND
            }
        }
    }

    /// The largest recording that is read whole, in bytes: more than twice 31 days of a strap and a power meter.
    static let largest = 256 << 20

    private let path: String
    private let descriptor: Int32
    private var isReleased = false
    /// How long the file was when it was opened.
    let length: Int

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - access: What it is opened for.
    /// - Throws: ``RecordingFault``.
    init(_ path: String, for access: Access = .reading) throws(RecordingFault) {
        let descriptor = Foundation.open(path, access.flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        let operation = access == .reading ? "read" : "open"
        guard descriptor >= 0 else { throw RecordingFault(operation: operation, path: path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw RecordingFault(
                operation: operation, path: path, code: EINVAL, reason: "it is no ordinary file")
        }
        self.path = path
        self.descriptor = descriptor
        length = Int(status.st_size)
    }

    deinit {
        if !isReleased { close(descriptor) }
    }

    /// Gives the descriptor away, which nobody closes but the taker.
    mutating func release() -> Int32 {
        isReleased = true
        return descriptor
    }

    /// Whether another process, or another part of this one, writes the file now.
    func isLocked() -> Bool {
        defer { flock(descriptor, LOCK_UN) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Appends bytes in one write.
    ///
    /// - Throws: ``RecordingFault``.
    func append(_ bytes: [UInt8]) throws(RecordingFault) {
        guard write(descriptor, bytes, bytes.count) == bytes.count, fdatasync(descriptor) == 0 else {
            throw RecordingFault(operation: "write", path: path, code: errno)
        }
    }

    /// Reads all that was in the file when it was opened.
    ///
    /// - Throws: ``RecordingFault``, also for a file that is larger than ``largest``.
    func wholeBytes() throws(RecordingFault) -> Data {
        guard length <= Self.largest else {
            throw RecordingFault(
                operation: "read", path: path, code: EFBIG,
                reason: "it has \(length >> 20) MiB, and no recording has more than \(Self.largest >> 20)")
        }
        return try bytes(in: 0..<length)
    }

    /// Reads a part of the file; less where the file is shorter.
    ///
    /// - Throws: ``RecordingFault``.
    func bytes(in range: Range<Int>) throws(RecordingFault) -> Data {
        var bytes = Data(count: range.count)
        var failure: Int32 = 0
        var got = 0
        bytes.withUnsafeMutableBytes { buffer in
            while got < buffer.count {
                let count = pread(
                    descriptor, buffer.baseAddress.map { $0 + got }, buffer.count - got,
                    off_t(range.lowerBound + got))
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = errno }
                guard count > 0 else { return }
                got += count
            }
        }
        guard failure == 0 else { throw RecordingFault(operation: "read", path: path, code: failure) }
        return bytes.prefix(got)
    }
}
