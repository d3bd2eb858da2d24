internal import Foundation

/// A directory that is gone when the test is over.
package final class TemporaryDirectory: Sendable {
    /// The directory's path.
    package let path: String

    /// Makes an empty directory.
    package init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "pulsewatt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The names of what is in it, sorted.
    package var content: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}
