import Foundation
import Testing

/// The built command as a process of its own, as people run it.
struct CommandProcess {
    /// What a run left behind.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// The command beside the tests in the build directory.
    static var executable: URL {
        get throws { try executable(named: "pulsewatt") }
    }

    /// A program beside the tests in the build directory.
    static func executable(named name: String) throws -> URL {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let bundle = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.bundleURL, tests]
        let candidates = bundle.flatMap { [$0, $0.deletingLastPathComponent()] }.map {
            $0.appendingPathComponent(name)
        }
        return try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    private let process = Process()
    private let output = FileHandle.temporary()
    private let errors = FileHandle.temporary()

    /// Starts the command.
    ///
    /// - Parameters:
    ///   - arguments: What follows the command's name.
    ///   - input: Standard input.
    ///   - environment: What is added to the environment of the tests.
    ///   - launcher: A program that runs the command, with its own first arguments.
    /// - Throws: What keeps the process from starting.
    init(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        through launcher: [String] = []
    ) throws {
        let words = launcher + [try Self.executable.path] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        // A test must never meet the machine's own bus or the person's own workouts and health data. Root could make
        // any directory but one in /proc.
        let isolation = [
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus", "STATE_DIRECTORY": "/proc/nonexistent",
            "XDG_DATA_HOME": "/proc/nonexistent",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(isolation) { $1 }.merging(
            environment
        ) { $1 }
        let text = FileHandle.temporary()
        try text.write(contentsOf: Data(input.utf8))
        try text.seek(toOffset: 0)
        process.standardInput = text
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Sends a signal.
    func signal(_ number: Int32) {
        kill(process.processIdentifier, number)
    }

    /// Takes the soft limit on the size of files away, which stands for a full disk.
    func liftFileSizeLimit() throws {
        let tool = try Process.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            arguments: ["prlimit", "--pid", "\(process.processIdentifier)", "--fsize=unlimited:"])
        tool.waitUntilExit()
        try #require(tool.terminationStatus == 0)
    }

    /// Waits for the end.
    func wait() async throws -> Outcome {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                process.waitUntilExit()
                continuation.resume()
            }
        }
        return Outcome(
            status: process.terminationStatus, output: try output.wholeText(), errors: try errors.wholeText())
    }

    /// Waits until standard error holds a text.
    func waitForErrors(containing text: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !errors.wholeText().contains(text) {
            try #require(ContinuousClock.now < deadline && process.isRunning, "never saw \"\(text)\"")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Runs the command to its end.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        through launcher: [String] = []
    ) async throws -> Outcome {
        try await CommandProcess(arguments, input: input, environment: environment, through: launcher).wait()
    }
}

extension FileHandle {
    /// A file without a name, which is gone when it is closed; a pipe would stop a process that says much.
    fileprivate static func temporary() -> FileHandle {
        guard let file = tmpfile() else { return .nullDevice }
        let descriptor = dup(fileno(file))
        fclose(file)
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// All that the file holds, without moving its writer.
    fileprivate func wholeText() throws -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(fileDescriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
