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
        let text = try await bench.run("restore", bench.directory.path + "/text")
        #expect(text.status == 1)
        #expect(text.errors.contains("it cannot be used, and nothing was changed"), "\(text.errors)")
        #expect(try await bench.library().summaries().count == 1)
    }

    @Test("On a full disk what is there can be looked at and copied to another disk")
    func fullDisk() async throws {
        try await bench.ride("1a", at: "2026-11-29T05:00:00Z", minutes: 1)
        let disk = bench.directory.path + "/disk"
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        let launcher = [
            "unshare", "--map-root-user", "--mount", "sh", "-e", "-c",
            """
            mount -t tmpfs -o size=1M tmpfs \(disk)
            cp -r \(bench.database) \(bench.directory.path)/workouts \(disk)
            dd if=/dev/zero of=\(disk)/full bs=4k 2>/dev/null || true
            exec "$@"
            """, "sh",
        ]
        func run(_ words: String...) async throws -> CommandProcess.Outcome {
            try await CommandProcess.run(words + ["--state-directory", disk], through: launcher)
        }
        for (words, text) in [
            (["workouts", "list"], "1a000000"), (["workouts", "show", "1a"], "1a000000"),
            (["trend"], "ZONE 1"), (["rezone", "--boundaries", "100,120,140"], "1a000000"),
            (["rider", "list"], "Ada"), (["zones", "show"], "zones"), (["health", "list"], "heart_rate"),
            (["workouts", "export", "1a", "--format", "csv"], "elapsed_s"),
            (["backup", bench.directory.path + "/backup.sqlite"], "Copied"),
        ] {
            let outcome = try await CommandProcess.run(
                words + ["--state-directory", disk], through: launcher)
            #expect(outcome.status == 0, "\(words): \(outcome.errors)")
            #expect(outcome.output.contains(text), "\(words): \(outcome.output)")
        }
        let changed = try await run("rider", "set", "Ada", "--ftp", "200")
        #expect(changed.status == 1)
        #expect(changed.errors.contains("has no room left on its disk: nothing was stored; make room"))
        let full = try await run("backup", disk + "/backup.sqlite")
        #expect(full.status == 1)
        #expect(full.errors.contains("no room"), "\(full.errors)")
        // The copy is whole.
        let other = try StateBench()
        let restored = try await other.run("restore", bench.directory.path + "/backup.sqlite")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try await other.run("workouts").output.contains("1a000000"))
    }
}
