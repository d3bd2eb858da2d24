import Bridge
import Foundation
import HealthModel
import TestKit
import Testing

@Suite struct BackupCommandTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    @Test("A backup is put back, and what was saved after it comes back from the files")
    func roundTrip() async throws {
        try await bench.ride("1a", at: "2026-11-29T05:00:00Z", minutes: 1)
        let file = bench.directory.path + "/backup.sqlite"
        let backup = try await bench.run("backup", file)
        #expect(backup.status == 0, "\(backup.errors)")
        #expect(backup.output == "Copied \(bench.database) to \(file)\n")
        try await bench.ride("2b", at: "2026-11-30T05:00:00Z", minutes: 1)

        let restored = try await bench.run("restore", file)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(
            restored.output.hasPrefix(
                "Restored \(bench.database) from \(file)\nThe database that was there is \(bench.database).replaced-"
            ))
        #expect(restored.output.contains("pulsewatt workouts reindex"))
        #expect(try await bench.run("workouts").output.split(separator: "\n").count == 2)
        #expect(
            try await bench.run("workouts", "reindex").output == "Ada: 1 agree, 1 stored in the database\n")
        #expect(try await bench.run("workouts").output.split(separator: "\n").count == 3)
    }

    @Test("Where there is no database or no backup, that is an error and nothing changes")
    func missing() async throws {
        let backup = try await bench.run("backup", bench.directory.path + "/backup.sqlite")
        #expect(backup.status == 1)
        #expect(backup.errors.contains("there is no health database \(bench.database) to copy"))
        let restore = try await bench.run("restore", bench.directory.path + "/backup.sqlite")
        #expect(restore.status == 1)
        #expect(restore.errors.contains("There is no backup"))
        try "no database".write(toFile: bench.directory.path + "/text", atomically: true, encoding: .utf8)
        try await bench.ride("1a", at: "2026-11-29T05:00:00Z", minutes: 1)
        #expect(try await bench.run("restore", bench.directory.path + "/text").status == 1)
        #expect(try await bench.library().summaries().count == 1)
    }
}
