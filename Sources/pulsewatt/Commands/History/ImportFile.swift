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

    /// How much of a file says what it is.
    private static let beginningLength = 4096
    /// What to do with a file that is too large.
    private static let advice = "split it, or export the ride alone"

    /// Looks at how a file begins.
    ///
    /// - Throws: `FileError` for what is no ordinary file, too large or not readable, `ImportError` for a format that is
    ///   not read.
    init(_ path: String) throws {
        self.path = path
        var beginning = try OrdinaryFile.beginning(of: path, count: Self.beginningLength)
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
        let bytes = try OrdinaryFile.read(path, advice: advice)
        guard Gzip.isGzip(bytes) else { return bytes }
        do {
            return try Gzip.decompress(bytes, limit: OrdinaryFile.largest)
        } catch .tooLong {
            let limit = OrdinaryFile.largest >> 20
            throw FileError(
                "read", path,
                reason:
                    "it decompresses to more than \(limit) MiB, and no more than \(limit) are read: \(advice)"
            )
        } catch .cutOff {
            throw FileError("read", path, reason: "its end is missing: copy or download it again")
        } catch .damaged {
            throw FileError("read", path, reason: "it is not as it was compressed: copy or download it again")
        }
    }
}
