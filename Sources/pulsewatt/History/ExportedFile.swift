import Bridge
@preconcurrency import Glibc
import WorkoutFormats

/// The bytes of an exported workout on their way to a file or standard output.
struct ExportedFile {
    private let bytes: [UInt8]
    private let format: WorkoutFormat

    /// Takes the bytes of a format.
    init(_ bytes: [UInt8], format: WorkoutFormat) {
        self.bytes = bytes
        self.format = format
    }

    /// Writes the bytes to a file, or to standard output where none is named.
    ///
    /// - Throws: `FileError` if they cannot be written; ``UsageError`` for binary bytes on a terminal.
    func write(to path: String?) throws {
        if let path, path != "-" { return try DurableFile.write(bytes, to: path) }
        guard !Terminal.isInteractive || String(validating: bytes, as: UTF8.self) != nil else {
            throw UsageError(
                "\(format.rawValue) is binary and nothing for a terminal; name a file with --output")
        }
        // Through stdio as all output, so that what does not arrive is noticed at the end.
        bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, stdout) }
    }
}
