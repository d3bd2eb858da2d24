import Bridge
import Foundation
import TestKit
import Testing

@Suite struct ExportCommandTests {
    private let directory: TemporaryDirectory
    private let job: ExportJob
    private var log: String { directory.path + "/log/ride.log" }

    init() throws {
        directory = try TemporaryDirectory()
        job = ExportJob(
            workout: UUID(), rider: "Ida & Söhne", start: "2026-11-30T06:00:00.000+01:00",
            files: [directory.path + "/a ride.json", directory.path + "/a ride.fit"])
    }

    @Test("The command has the files as its arguments and the workout in its environment")
    func arguments() async throws {
        let command = ExportCommand(
            #"printf '%s\n' "$#" "$1" "$2" "$PULSEWATT_WORKOUT" "$PULSEWATT_RIDER" "$PULSEWATT_START" "$PULSEWATT_ATTEMPT""#
        )
        #expect(await command.run(job, log: log) == .success)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "2", job.files[0], job.files[1], job.workout.uuidString.lowercased(), "Ida & Söhne",
                "2026-11-30T06:00:00.000+01:00", "1",
            ])
    }

    @Test(
        "A command that fails says how, with the last line that it printed",
        arguments: [
            ("echo one; echo 'no such account' >&2; exit 22", "exit status 22: no such account"),
            ("exit 3", "exit status 3"),
            ("/no/such/program", "exit status 127: "),
            ("kill -ABRT $$", "ended by signal 6"),
        ])
    func failure(command: String, says: String) async {
        guard case .failure(let reason) = await ExportCommand(command).run(job, log: log) else {
            Issue.record("\(command) succeeded")
            return
        }
        #expect(reason.contains(says), "\(reason)")
    }

    @Test("A command that hangs is ended at its time limit, and what it started with it")
    func hanging() async throws {
        let pidFile = directory.path + "/pid"
        let command = ExportCommand("sleep 600 & echo $! > '\(pidFile)'; wait", timeLimit: 1)
        guard case .failure(let reason) = await command.run(job, log: log) else {
            Issue.record("it succeeded")
            return
        }
        #expect(reason.contains("it may take 1 s"))
        let text = try String(contentsOfFile: pidFile, encoding: .utf8)
        let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // The signal is sent, but a busy machine may need a moment to deliver it.
        let deadline = ContinuousClock.now + .seconds(30)
        while isAlive(child), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(20)) }
        #expect(!isAlive(child))
    }

    /// Whether a process is there and has not ended.
    private func isAlive(_ process: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status.map { !$0.contains(") Z ") } ?? false
    }

    @Test("Of a command that prints much only the beginning is kept, and it goes on")
    func chatty() async throws {
        let command = ExportCommand("yes | head -c 5000000; echo and then >&2; exit 4")
        guard case .failure(let reason) = await command.run(job, log: log) else {
            Issue.record("it succeeded")
            return
        }
        #expect(reason.contains("exit status 4"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)).count == ExportCommand.longestLog)
    }

    @Test("A command that ends itself by a signal is not said to have taken too long")
    func suicide() async {
        #expect(
            await ExportCommand("kill -9 $$").run(job, log: log)
                == .failure("the command was ended by signal 9"))
    }

    @Test("When the run is told to stop, its command stops too, and that counts as an attempt")
    func interrupted() async throws {
        let pidFile = directory.path + "/pid"
        let running = Task {
            await ExportCommand("echo $$ > '\(pidFile)'; sleep 600").run(job, log: log)
        }
        var text = ""
        while text.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
            text = (try? String(contentsOfFile: pidFile, encoding: .utf8)) ?? ""
        }
        running.cancel()
        #expect(
            await running.value == .failure("the command was ended by signal 15; pulsewatt was told to stop"))
        let child = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(!isAlive(child))
    }

    @Test("What cannot be run or logged is a failure that says why")
    func unusable() async throws {
        let file = directory.path + "/file"
        try "".write(toFile: file, atomically: false, encoding: .utf8)
        guard case .failure(let reason) = await ExportCommand("true").run(job, log: file + "/log") else {
            Issue.record("it succeeded")
            return
        }
        #expect(reason.contains(file))
    }
}
