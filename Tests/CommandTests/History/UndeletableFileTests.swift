import Bridge
import Foundation
import TestKit
import Testing

/// Deleting where the file system does not let files go.
@Suite struct UndeletableFileTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    /// The command as somebody who may not change the directory of the files; root may change any.
    private var launcher: [String] {
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    }

    private func permit(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test("A file that cannot be removed keeps the workout in the database, and it can be deleted later")
    func readOnly() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let state = bench.directory.path
        let workouts = state + "/workouts"
        try permit(0o777, state)
        for name in try FileManager.default.contentsOfDirectory(atPath: state)
        where name.hasPrefix("health.sqlite") {
            try permit(0o666, state + "/" + name)
        }
        try permit(0o555, workouts)
        let path = workouts + "/2026-11-30-060000-ada-1a000000.json"
        let refused = try await bench.run("workouts", "delete", "1a", through: launcher)
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("cannot remove \(path): Permission denied"))
        #expect(try await bench.run("workouts", "reindex", through: launcher).output == "Ada: 1 agree\n")

        try permit(0o777, workouts)
        #expect(try await bench.run("workouts", "delete", "1a", through: launcher).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: workouts) == [])
        #expect(try await bench.library().summaries().isEmpty)
    }
}
