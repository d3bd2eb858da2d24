import Bridge
import FlightRecorder
import Foundation
import WorkoutFormats
import Zlib

/// A file that is to be imported: an ordinary one that begins as a format that is read.
struct ImportFile {
    /// The path.
    let path: String
    /// How much its format tells of a ride: the less, the later it is taken.
    let rank: Int

    /// The largest file that is read, in bytes; a ride of a day is a few megabytes.
    static let largest = 512 << 20
    /// How much of a file says what it is.
    private static let beginningLength = 4096

    /// Looks at how a file begins.
    ///
    /// - Throws: `FileError` for what is no ordinary file, too large or not readable, `ImportError` for a format that is
    ///   not read.
    init(_ path: String) throws {
        self.path = path
        var beginning = try Self.bytes(of: path, limit: Self.beginningLength)
        let isCompressed = Gzip.isGzip(beginning)
        if isCompressed { beginning = Gzip.beginning(of: beginning, count: Self.beginningLength) }
        if RecordingFormat.isRecording(beginning) {
            guard !isCompressed else {
                throw FileError(
                    "import", path, reason: "it is a compressed recording: run `gunzip` on it first")
            }
            rank = -1
        } else if BtsnoopReader.isBtsnoop(beginning) {
            // Every reading and interval, but neither laps nor pauses nor an identity.
            rank = ImportFormat.goldencheetah.rank
        } else if let format = ImportFormat(recognizing: beginning) {
            rank = format.rank
        } else {
            throw ImportError(file: path, reason: ImportFormat.refusal(of: beginning))
        }
    }

    /// Reads a whole file, and decompresses it if it is compressed by gzip, as services export their archives.
    ///
    /// - Parameter path: the file.
    /// - Returns: the bytes, as they were before they were compressed.
    /// - Throws: `FileError` for what is no ordinary file, too large or not readable, also once it is decompressed.
    static func content(of path: String) throws -> [UInt8] {
        let bytes = try bytes(of: path)
        guard Gzip.isGzip(bytes) else { return bytes }
        do {
            return try Gzip.decompress(bytes, limit: largest)
        } catch .tooLong {
            throw tooLarge(path, "decompresses to more than \(largest >> 20) MiB")
        } catch .cutOff {
            throw FileError("read", path, reason: "its end is missing: copy or download it again")
        } catch .damaged {
            throw FileError("read", path, reason: "it is not as it was compressed: copy or download it again")
        }
    }

    private static func tooLarge(_ path: String, _ size: String) -> FileError {
        FileError(
            "read", path,
            reason: "it \(size), and no more than \(largest >> 20) are read: split it, or export "
                + "the ride alone")
    }

    /// Reads a file as it is, or how it begins.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: how many bytes are read at most; nil for the whole file.
    /// - Returns: the bytes.
    /// - Throws: `FileError` for what is no ordinary file, too large or not readable.
    private static func bytes(of path: String, limit: Int? = nil) throws(FileError) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError("read", path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileError("read", path, reason: "it is no ordinary file")
        }
        let size = Int(status.st_size)
        guard limit != nil || size <= largest else {
            throw tooLarge(path, "has \(size >> 20) MiB")
        }
        // Without waiting: what was an ordinary file a moment ago may be a pipe now.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("read", path, code: errno) }
        defer { close(descriptor) }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: min(size, limit ?? size)) { buffer, count in
            while count < buffer.count {
                let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                count += got
            }
        }
        guard failure == 0 else { throw FileError("read", path, code: failure) }
        return bytes
    }
}
