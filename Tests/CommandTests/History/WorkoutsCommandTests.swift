import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@Suite struct WorkoutsCommandTests {
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    @Test("Workouts are listed with the newest last, in local time")
    func list() async throws {
        try await bench.ride("2b", at: "2026-11-30T05:00:00Z")
        try await bench.ride("1a", at: "2026-06-30T21:59:00Z", minutes: 90, power: nil, threshold: nil)
        #expect(
            try await bench.run("workouts").output == """
                ID        DATE        TIME   DURATION  ACTIVITY  HEART RATE  POWER  NP   TSS
                1a000000  2026-06-30  23:59  1:30:00   cycling   120         -      -    -
                2b000000  2026-11-30  06:00  1:00:00   cycling   120         200    200  100

                """)
        let rows = try #require(try await bench.json("workouts", "list") as? [[String: Any]])
        #expect(
            rows.map { $0["id"] as? String } == [
                "1a000000-0000-4000-8000-000000000000", "2b000000-0000-4000-8000-000000000000",
            ])
        #expect(
            rows.map { $0["start"] as? String } == [
                "2026-06-30T23:59:00.000+02:00", "2026-11-30T06:00:00.000+01:00",
            ])
        #expect(rows.map { $0["training_stress_score"] as? Double } == [nil, 100])
        #expect((rows[0]["heart_rate"] as? [String: Double])?["average"] == 120)
        #expect(rows[0]["cycling_power"] is NSNull)
    }

    @Test("A list goes from a day to the end of another, and holds as many as are wanted")
    func listed() async throws {
        for (prefix, start) in [
            ("1", "2026-03-28T22:59:00Z"), ("2", "2026-03-28T23:00:00Z"), ("3", "2026-03-29T21:59:00Z"),
            ("4", "2026-03-29T22:00:00Z"),
        ] {
            try await bench.ride(prefix, at: start, minutes: 1)
        }
        // In Berlin the 29th is from 23:00 to 22:00 UTC: an hour is missing.
        func identities(_ arguments: [String]) async throws -> [String] {
            let outcome = try await CommandProcess.run(
                ["workouts", "list"] + arguments
                    + ["--time-zone", "Europe/Berlin", "--state-directory", bench.directory.path])
            return outcome.output.split(separator: "\n").dropFirst().map { String($0.prefix(1)) }
        }
        #expect(try await identities(["--since", "2026-03-29"]) == ["2", "3", "4"])
        #expect(try await identities(["--until", "2026-03-29"]) == ["1", "2", "3"])
        #expect(try await identities(["--since", "2026-03-29", "--until", "2026-03-29"]) == ["2", "3"])
        #expect(try await identities(["--since", "2026-03-29T21:59:00Z"]) == ["3", "4"])
        #expect(try await identities(["--limit", "2"]) == ["3", "4"])
    }

    @Test("Where there is nothing to list it says how workouts come about, and makes no database")
    func empty() async throws {
        let outcome = try await bench.run("workouts")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("rider has no workouts yet: pulsewatt record"))
        #expect(try await bench.json("workouts") as? [String] == [])
        #expect(!FileManager.default.fileExists(atPath: bench.database))
    }

    @Test("A workout is shown with its figures, zones, curves and sensors")
    func show() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z")
        let text = try await bench.run("workouts", "show", "1a").output
        for part in [
            "cycling, indoors of Ada",
            "2026-11-30 06:00 (Europe/Berlin), 1a000000-0000-4000-8000-000000000000",
            "Time 1:00:00", "Heart rate 120 bpm on average, highest 120 bpm",
            "Normalized power 200 W, intensity 1.00, work 720 kJ, TSS 100",
            "  3  110 – 130  1:00:00  100.0 %", "Heart rate (bpm)\n", "Power (W)\n", "Best power: 5 s 200 W",
            "Sensor Strap C0:FF:EE:00:00:01: heart_rate, battery 80 %",
        ] {
            #expect(text.contains(part), "\(part) in\n\(text)")
        }
        #expect(!text.contains("\u{1B}"))
        let json = try await CommandProcess.run([
            "workouts", "show", "1a", "--json", "--state-directory", bench.directory.path,
        ])
        #expect(
            json.output
                == (try await bench.library().workout(bench.library().summary(beginning: "1a")).document.text)
        )
    }

    @Test(
        "Where a workout keeps no threshold, list and show tell its load by that of its date; its files keep none"
    )
    func threshold() async throws {
        let exported = try await bench.ride("1a", at: "2026-11-30T05:00:00Z", power: 200, threshold: nil)
        #expect(try await bench.run("rider", "set", "--ftp", "250", "--on", "2020-01-01").status == 0)
        // 3600 s · 200 W · 0.8 / (250 W · 3600 s) · 100 = 64.
        let rows = try #require(try await bench.json("workouts", "list") as? [[String: Any]])
        #expect(rows.map { $0["training_stress_score"] as? Double } == [64])
        let shown = try #require(try await bench.json("workouts", "show", "1a") as? [String: Any])
        let statistics = try #require(shown["statistics"] as? [String: Any])
        let power = try #require(statistics["cycling_power"] as? [String: Any])
        #expect(power["training_stress_score"] as? Double == 64)
        #expect(power["intensity_factor"] as? Double == 0.8)
        let text = try await bench.run("workouts", "show", "1a").output
        #expect(
            text.contains("Normalized power 200 W, intensity 0.80, work 720 kJ, TSS 64"), "\(text)")
        let file = try await bench.run("workouts", "export", "1a").output
        #expect(file == exported.document.text)
        #expect(file.contains("\"training_stress_score\": null"))
    }

    @Test(
        "A workout is exported in every format, byte for byte, to standard output or a file",
        arguments: WorkoutFormat.allCases)
    func export(format: WorkoutFormat) async throws {
        let exported = try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let file = bench.directory.path + "/ride"
        let outcome = try await bench.run("workouts", "export", "1a", "--format", format.rawValue, "-o", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        let written = try Data(contentsOf: URL(fileURLWithPath: file))
        let library = bench.library()
        let stored = try await library.workout(try await library.summary(beginning: "1a"))
        #expect(written == Data(format.bytes(of: stored)))
        if format == .json { #expect(written == Data(exported.document.bytes)) }

        let copy = bench.directory.path + "/copy"
        let shell = ["sh", "-c", "\"$@\" > \(copy)", "sh"]
        #expect(
            try await bench.run("workouts", "export", "1a", "--format", format.rawValue, through: shell)
                .status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == written)
    }

    @Test("Deleting removes the workout and its file, and says so; with one wrong ID nothing is deleted")
    func delete() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        try await bench.ride("2b", at: "2026-11-30T07:00:00Z", minutes: 2)
        let wrong = try await bench.run("workouts", "delete", "1a", "3")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("Ada has no workout 3"))
        #expect(try await bench.library().summaries().count == 2)

        let outcome = try await bench.run("workouts", "delete", "1a", "1A0")
        #expect(
            outcome.output == """
                Deleted 1a000000, cycling of 2026-11-30 06:00
                Removed \(bench.directory.path)/workouts/2026-11-30-060000-ada-1a000000.json

                """)
        #expect(try await bench.library().summaries().count == 1)
        #expect(try bench.library().files.paths().count == 1)
    }

    @Test("An ID that is unknown or not clear is an error that says what to do")
    func identities() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        try await bench.ride("1b", at: "2026-11-30T06:00:00Z", minutes: 1)
        for action in ["show", "export", "delete"] {
            let unknown = try await bench.run("workouts", action, "ff")
            #expect(unknown.status == 1)
            #expect(
                unknown.errors
                    == "pulsewatt: Ada has no workout ff; pulsewatt workouts list shows those that there are\n"
            )
            let ambiguous = try await bench.run("workouts", action, "1")
            #expect(ambiguous.status == 1)
            #expect(ambiguous.errors.contains("1 is the beginning of 2 workouts: 1a000000-"))
        }
        #expect(try await bench.library().summaries().count == 2)
    }

    @Test("With several riders one must be named, and each has their own")
    func riders() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        try await bench.ride("2b", at: "2026-11-30T05:00:00Z", minutes: 1, rider: "Bob")
        let unclear = try await bench.run("workouts")
        #expect(unclear.status == 2)
        #expect(unclear.errors.contains("there are the riders Ada, Bob; say with --rider who is meant"))
        #expect(try await bench.run("workouts", "--rider", "Bob").output.contains("2b000000"))
        #expect(try await bench.run("workouts", "show", "2b", "--rider", "Ada").status == 1)
    }

    @Test("A lost database is rebuilt of the files of all riders, and lost files of the database")
    func reindex() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        try await bench.ride("2b", at: "2026-11-30T06:00:00Z", minutes: 1, rider: "Bob")
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: bench.database + suffix)
        }
        let rebuilt = try await bench.run("workouts", "reindex")
        #expect(rebuilt.status == 0, "\(rebuilt.errors)")
        #expect(rebuilt.output == "Ada: 1 stored in the database\nBob: 1 stored in the database\n")
        try FileManager.default.removeItem(atPath: bench.directory.path + "/workouts")
        #expect(
            try await bench.run("workouts", "reindex", "--rider", "Bob").output == "Bob: 1 written to files\n"
        )
        #expect(
            try await bench.run("workouts", "reindex").output
                == "Ada: 1 written to files\nBob: 1 agree as far as their files tell\n")

        try "{".write(
            toFile: bench.directory.path + "/workouts/cut.json", atomically: true, encoding: .utf8)
        let damaged = try await bench.run("workouts", "reindex")
        #expect(damaged.status == 1)
        #expect(
            damaged.output
                == "Ada: 1 agree as far as their files tell\nBob: 1 agree as far as their files tell\n")
        #expect(damaged.errors.contains("workouts/cut.json: it is no JSON; mend it or move it away"))
    }

    @Test("Every complaint of a reindexing begins with the file that it is about")
    func complaints() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        try await bench.ride("2b", at: "2026-11-30T06:00:00Z", minutes: 1)
        let workouts = bench.directory.path + "/workouts/"
        let files = try bench.library().files.paths()
        try FileManager.default.copyItem(atPath: files[0], toPath: workouts + "zz.json")
        let text = try String(contentsOfFile: files[1], encoding: .utf8)
        try text.replacing("\"name\": \"Strap\"", with: "\"name\": \"Belt\"")
            .write(toFile: files[1], atomically: true, encoding: .utf8)
        try "{".write(toFile: workouts + "cut.json", atomically: true, encoding: .utf8)
        let outcome = try await bench.run("workouts", "reindex")
        #expect(outcome.status == 1)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 3)
        for (line, path) in zip(lines, [workouts + "zz.json", files[1], workouts + "cut.json"]) {
            #expect(line.hasPrefix("pulsewatt: \(path): "), "\(line)")
        }
    }

    @Test("Reindexing the workouts of nobody is an error that says who there is")
    func reindexingNobody() async throws {
        let nobody = try await bench.run("workouts", "reindex", "--rider", "typo")
        #expect(nobody.status == 2)
        #expect(nobody.errors.contains("there is no rider typo, nobody is known yet"))
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        try await bench.ride("2b", at: "2026-11-30T06:00:00Z", minutes: 1, rider: "Bob")
        let typo = try await bench.run("workouts", "reindex", "--rider", "typo")
        #expect(typo.status == 2)
        #expect(typo.output.isEmpty)
        #expect(typo.errors.contains("there is no rider typo, there are Ada, Bob"))
        #expect(try await bench.run("workouts", "delete", "1a", "--rider", "typo").status != 0)
        // Of whom there are files alone is somebody.
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: bench.database + suffix)
        }
        let bob = try await bench.run("workouts", "reindex", "--rider", "Bob")
        #expect(bob.status == 0)
        #expect(bob.output == "Bob: 1 stored in the database\n")
    }
}
