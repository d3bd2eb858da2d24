internal import Dispatch
package import Foundation
internal import Synchronization

/// The user's command, run by a shell with the files of one workout.
///
/// The files are its arguments; the environment says whose workout it is. What it prints goes to a log file, so that a
/// person can see why an upload failed.
package struct ExportCommand: Sendable {
    /// What the shell runs.
    package let command: String
    /// How long it may take, in seconds; an upload that hangs must not hold up the next.
    package let timeLimit: TimeInterval

    /// Makes a command with its time limit.
    package init(_ command: String, timeLimit: TimeInterval = 600) {
        self.command = command
        self.timeLimit = timeLimit
    }

    /// The most that is kept of what a command prints, in bytes: its log is for a person to read.
    package static let longestLog = 1 << 20

    /// Runs the command for a job and waits for its end.
    ///
    /// Where the task that calls is cancelled, the command and all that it started are ended with it.
    /// - Parameters:
    ///   - job: The workout and its files.
    ///   - log: The file that takes what the command prints.
    /// - Returns: How it ended; never an error, because whatever goes wrong is tried again.
    package func run(_ job: ExportJob, log: String) async -> ExportJob.Outcome {
        let logging = DispatchGroup()
        let identifier: pid_t
        do {
            identifier = try start(job, log: log, logging)
        } catch {
            return .failure("the command could not be run: \(error)")
        }
        let ended = Mutex<String?>(nil)
        let limit = Task { [timeLimit] in
            try await Task.sleep(for: .seconds(timeLimit))
            ended.withLock { $0 = "it may take \(Int(timeLimit)) s" }
            kill(-identifier, SIGTERM)
            try await Task.sleep(for: .seconds(5))
            kill(-identifier, SIGKILL)
        }
        let status = await withTaskCancellationHandler {
            await Self.waitForEnd(of: identifier, logging)
        } onCancel: {
            ended.withLock { $0 = "pulsewatt was told to stop" }
            kill(-identifier, SIGTERM)
        }
        limit.cancel()
        return outcome(status, endedBecause: ended.withLock { $0 }, log: log)
    }

    /// Keeps the beginning of what a command prints, and reads the rest, so that neither the command nor the disk stops.
    private static func keep(_ output: Int32, in log: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var room = longestLog
        while true {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            // A full disk costs the log, not the upload.
            if room > 0 { _ = write(log, buffer, min(count, room)) }
            room -= min(count, room)
        }
        close(output)
        close(log)
    }

    /// Starts the shell in a process group of its own, so that what it starts can be ended with it.
    ///
    /// Not with Foundation's `Process`, which hands down the signal mask of the thread that calls: the threads of Swift's
    /// tasks block every signal, and a command that no signal reaches cannot be ended.
    private func start(_ job: ExportJob, log: String, _ logging: DispatchGroup) throws -> pid_t {
        try DurableFile.prepareDirectory(DurableFile.directory(of: log))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // Without waiting: somebody may have put a pipe there.
        let file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o640)
        guard file >= 0 else { throw FileError("write", log, code: errno) }
        var pipe: [Int32] = [-1, -1]
        guard Foundation.pipe(&pipe) == 0 else {
            let code = errno
            close(file)
            throw FileError("run", "/bin/sh", code: code)
        }
        defer { close(pipe[1]) }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var arguments = (["/bin/sh", "-c", command, "pulsewatt"] + job.files).map { strdup($0) } + [nil]
        var variables = environment(of: job).map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, "/bin/sh", &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            close(file)
            close(pipe[0])
            throw FileError("run", "/bin/sh", code: code)
        }
        let output = pipe[0]
        // Ends with the last process that holds the other end.
        DispatchQueue.global().async(group: logging) { Self.keep(output, in: file) }
        return identifier
    }

    private func environment(of job: ExportJob) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(
            [
                "PULSEWATT_WORKOUT": job.workout.uuidString.lowercased(), "PULSEWATT_RIDER": job.rider,
                "PULSEWATT_START": job.start, "PULSEWATT_ATTEMPT": "\(job.attempts + 1)",
            ]
        ) { $1 }
    }

    /// Waits on a queue's thread, because a task must not block.
    ///
    /// - Returns: The status as `waitpid` gives it.
    private static func waitForEnd(of identifier: pid_t, _ logging: DispatchGroup) async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
                // What it left in the background may print on; its own last line is there by then.
                _ = logging.wait(timeout: .now() + 1)
                continuation.resume(returning: status)
            }
        }
    }

    private func outcome(
        _ status: Int32, endedBecause reason: String?, log: String
    ) -> ExportJob.Outcome {
        let signal = status & 0x7F
        switch signal {
        case 0 where status >> 8 & 0xFF == 0:
            return .success
        case 0:
            let said = lastLine(of: log).map { ": \($0)" } ?? ""
            return .failure("the command ended with exit status \(status >> 8 & 0xFF)\(said)")
        default:
            return .failure("the command was ended by signal \(signal)\(reason.map { "; \($0)" } ?? "")")
        }
    }

    /// The last line that a command printed, which most often says what went wrong.
    private func lastLine(of log: String) -> String? {
        guard let end = try? OrdinaryFile.end(of: log, count: 4096) else { return nil }
        let text = String(decoding: end, as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).last.map(String.init)
        return line.map { String($0.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }.prefix(200)) }
    }
}
