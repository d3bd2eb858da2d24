import Foundation
import TestKit
import Testing

/// Whose workout it is where nobody says so, and where it is said badly.
@Suite(.timeLimit(.minutes(2))) struct RiderOptionTests {
    private let state: StateBench

    init() throws {
        state = try StateBench()
    }

    private func riders() throws -> [String] {
        let directory = state.directory.path + "/workouts"
        return try FileManager.default.contentsOfDirectory(atPath: directory).map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
            return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["rider"] as? String ?? ""
        }
    }

    @Test("A simulated ride is that of the only rider there is, so that no second one comes to be")
    func onlyRider() async throws {
        #expect(try await state.run("rider", "add", "Ada", "--age", "40").status == 0)
        let outcome = try await state.run("record", "--simulate", "--duration", "1s")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try riders() == ["Ada"])
        #expect(try await state.run("workouts", "list").status == 0)
    }

    @Test("Of several riders one must be named")
    func several() async throws {
        for name in ["Ada", "Bo"] {
            #expect(try await state.run("rider", "add", name, "--age", "40").status == 0)
        }
        let outcome = try await state.run("record", "--simulate", "--duration", "1s")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("Ada, Bo; say with --rider who is meant"))
        #expect(
            try await state.run("record", "--simulate", "--duration", "1s", "--rider", "Bo").status == 0)
        #expect(try riders() == ["Bo"])
    }

    @Test(
        "A name with nothing in it is refused before anything is done",
        arguments: [
            ["record", "--simulate", "--duration", "1s"], ["pair", "C0:FF:EE:00:00:01"],
            ["replay", "/nonexistent"],
        ], ["", " "])
    func empty(command: [String], name: String) async throws {
        let place = command[0] == "replay" ? [] : ["--state-directory", state.directory.path + "/new"]
        let outcome = try await CommandProcess.run(command + ["--rider", name] + place)
        #expect(outcome.status == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("--rider is \"\(name)\"; wanted is a name"))
        #expect(!FileManager.default.fileExists(atPath: state.directory.path + "/new"))
    }
}
