import Bridge
import Foundation

/// The file, or standard input, that a recording or a capture is read from.
enum CaptureFile {
    /// A file that is neither.
    struct Unreadable: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String {
            "cannot replay \(path == "-" ? "standard input" : path), \(reason)"
        }
    }

    /// Reads the whole file; `-` is standard input.
    ///
    /// - Throws: `FileError` that names it.
    static func read(_ path: String) throws -> Data {
        if path == "-" {
            do {
                return try FileHandle.standardInput.readToEnd() ?? Data()
            } catch {
                throw FileError("read", "standard input", code: errno)
            }
        }
        return try DurableFile.read(path)
    }
}
