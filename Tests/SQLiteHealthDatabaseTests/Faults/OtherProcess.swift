import Foundation
import Testing

/// A process of its own that uses a database.
final class OtherProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    private var unread = Data()

    /// Starts it.
    ///
    /// - Parameters:
    ///   - task: What it does: `write`, `read`, `migrate`, `lock` or `backup`.
    ///   - file: The database.
    ///   - launcher: A program that runs it, with its own first arguments.
    /// - Throws: What keeps the process from starting.
    init(_ task: String, _ file: String, through launcher: [String] = []) throws {
        errors = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: errors)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = launcher + [try Self.executable, task, file]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    deinit { try? FileManager.default.removeItem(at: errors) }

    /// The program beside the tests in the build directory.
    static var executable: String {
        get throws {
            let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL, tests]
            let candidates = bundles.flatMap { [$0, $0.deletingLastPathComponent()] }.map {
                $0.appendingPathComponent("DatabaseTestProcess").path
            }
            return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0) })
        }
    }

    /// The next line that it says, or nil when it is over.
    func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// All lines that it has still to say.
    func remainingLines() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }

    /// Ends its standard input.
    func endInput() throws { try input.fileHandleForWriting.close() }

    /// Kills it, as a power cut does.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end; gives the exit status and what it said on standard error.
    func wait() throws -> (status: Int32, errors: String) {
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: errors, encoding: .utf8))
    }
}
