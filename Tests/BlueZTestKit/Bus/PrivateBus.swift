import Foundation
import Glibc
import Synchronization

/// A message bus of a test's own: a dbus-daemon on a socket in a temporary directory.
package final class PrivateBus: Sendable {
    /// The bus's address, as `DBUS_SYSTEM_BUS_ADDRESS` takes it.
    package let address: String
    /// The daemon's process.
    package let processID: Int32
    private let directory: URL
    private let isRunning = Mutex(true)

    /// Starts a daemon and returns when it listens.
    package init() throws {
        directory = FileManager.default.temporaryDirectory
            .appending(path: "pulsewatt-bus-\(UUID().uuidString.prefix(8))", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        do {
            let configuration = directory.appending(path: "bus.conf", directoryHint: .notDirectory)
            let socket = directory.appending(path: "bus", directoryHint: .notDirectory)
            try Data(Self.configuration(socket: socket.path).utf8).write(to: configuration)
            processID = try Self.start(configuration: configuration.path, socket: socket.path)
            address = "unix:path=\(socket.path)"
        } catch {
            try? FileManager.default.removeItem(at: directory)
            throw error
        }
    }

    deinit { stop() }

    /// Ends the daemon; every connection to it is lost.
    package func stop() {
        let wasRunning = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard wasRunning else { return }
        kill(processID, SIGKILL)
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        try? FileManager.default.removeItem(at: directory)
    }

    private static func configuration(socket: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>pulsewatt-test</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <apparmor mode="disabled"/>
          <policy context="default">
            <allow user="*"/>
            <allow own="*"/>
            <allow send_type="method_call"/>
            <allow send_type="method_return"/>
            <allow send_type="error"/>
            <allow send_type="signal"/>
            <allow receive_type="method_call"/>
            <allow receive_type="method_return"/>
            <allow receive_type="error"/>
            <allow receive_type="signal"/>
          </policy>
        </busconfig>

        """
    }

    /// Starts the daemon with the writing end of a pipe that it prints its address to when it is ready.
    private static func start(configuration: String, socket: String) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        // It complains that it may not raise its own limits, which no test needs.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

        let arguments = [
            "dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1",
        ]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var processID: pid_t = 0
        let failure = posix_spawnp(&processID, "dbus-daemon", &actions, nil, &words, environ)
        close(ends[1])
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }

        var byte: UInt8 = 0
        while byte != UInt8(ascii: "\n") {
            guard read(ends[0], &byte, 1) == 1 else {
                var status: Int32 = 0
                waitpid(processID, &status, 0)
                throw POSIXError(.ECHILD)
            }
        }
        return processID
    }
}
