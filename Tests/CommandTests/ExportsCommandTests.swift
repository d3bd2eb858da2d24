import Bridge
import Foundation
import TestKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct ExportsCommandTests {
    private let state: TemporaryDirectory
    private let queue: ExportQueue

    init() throws {
        state = try TemporaryDirectory()
        queue = ExportQueue(stateDirectory: state.path)
    }

    private func configure(_ command: String) throws -> String {
        let path = state.path + "/pulsewatt.conf"
        try "[export]\ncommand = \(command)\n".write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func start(_ arguments: String...) throws -> CommandProcess {
        try CommandProcess(["exports"] + arguments + ["--state-directory", state.path])
    }

    @Test("Where nothing was exported, the list says how exports are configured")
    func empty() async throws {
        let outcome = try await start().wait()
        #expect(outcome.status == 0 && outcome.output.contains("pulsewatt.conf(5)"))
        let json = try await start("--json").wait()
        #expect(json.status == 0 && json.output == "[]\n")
    }

    @Test("Without a command there is nothing to run, and the error says where to name one")
    func noCommand() async throws {
        let path = state.path + "/empty.conf"
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await start("run", "--config", path).wait()
        #expect(outcome.status == 1 && outcome.errors.contains("pulsewatt.conf(5)"))
    }

    @Test("A workout that nobody exported cannot be retried")
    func unknown() async throws {
        let outcome = try await start("retry", "abc").wait()
        #expect(outcome.status == 1 && outcome.errors.contains("abc"))
    }

    @Test("What failed is shown; a retry reaches the process that waits for the next attempt")
    func retry() async throws {
        let job = ExportJob(
            workout: UUID(), rider: "ida", start: "2026-11-30T07:00:00.000+01:00", files: ["/dev/null"])
        try queue.write(job)
        let network = state.path + "/network"
        let path = try configure("[ -e '\(network)' ] || { echo no network; exit 6; }")
        let running = try start("run", "--config", path)
        try await running.waitForErrors(containing: "tried again in 1 min")

        let table = try await start("list").wait()
        #expect(table.output.contains("waiting") && table.output.contains("exit status 6: no network"))
        let json = try await start("--json").wait()
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(list.count == 1 && list.first?["attempts"] as? Int == 1)
        #expect(list.first?["failure"] as? String == "the command ended with exit status 6: no network")

        try "".write(toFile: network, atomically: true, encoding: .utf8)
        let id = String(job.workout.uuidString.prefix(8))
        let retried = try await start("retry", id).wait()
        #expect(retried.status == 0)
        let outcome = try await running.wait()
        #expect(outcome.status == 0 && outcome.errors.contains(": done"), "\(outcome.errors)")
        #expect(queue.jobs { _ in }.map(\.state) == [.done])
    }
}
