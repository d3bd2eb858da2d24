import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// What an import of several files, or of what is no file of a ride, does.
@Suite struct ImportOfSeveralFilesTests {
    private let bench: StateBench
    private let other: StateBench
    private let folder: String

    init() throws {
        bench = try StateBench()
        other = try StateBench()
        folder = other.directory.path + "/rides"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @discardableResult
    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
        return folder + "/" + name
    }

    // MARK: Riders

    @Test("Where no rider is known all files go to one, whoever they name")
    func noRiders() async throws {
        let ride = try await other.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        try file("a.json", WorkoutFormat.json.bytes(of: ride))
        try file("a.tcx", WorkoutFormat.tcx.bytes(of: ride))
        let bobs = try await other.ride("2b", at: "2026-11-30T07:00:00Z", minutes: 2, rider: "Bob")
        try file("b.goldencheetah.json", WorkoutFormat.goldencheetah.bytes(of: bobs))
        let outcome = try await bench.run("import", folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await bench.library(of: KnownSensors.defaultRider).summaries().count == 2)
        for rider in ["Ada", "Bob"] {
            #expect(try await bench.library(of: rider).summaries().isEmpty)
        }
    }

    @Test("A file that names none of several riders is told, and the others are taken")
    func severalRiders() async throws {
        try await bench.ride("1a", at: "2026-11-28T05:00:00Z", minutes: 1, rider: "Ada")
        try await bench.ride("2b", at: "2026-11-29T05:00:00Z", minutes: 1, rider: "Bob")
        let nobodys = try await other.ride("3c", at: "2026-11-30T05:00:00Z", minutes: 2, rider: "Cleo")
        let bobs = try await other.ride("4d", at: "2026-11-30T07:00:00Z", minutes: 2, rider: "Bob")
        let unnamed = try file("a.json", WorkoutFormat.json.bytes(of: nobodys))
        let named = try file("b.json", WorkoutFormat.json.bytes(of: bobs))
        let outcome = try await bench.run("import", unnamed, named)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "\(unnamed): there are the riders Ada, Bob; say with --rider who is meant"))
        #expect(outcome.output.hasPrefix("\(named): saved as 4d000000"))
        #expect(try await bench.library(of: "Bob").summaries().count == 2)
    }

    // MARK: The order

    @Test(
        "Of a ride in two files the one that tells more is taken, whatever they are called",
        arguments: [
            (WorkoutFormat.json, WorkoutFormat.fit), (.fit, .goldencheetah), (.goldencheetah, .tcx),
            (.tcx, .csv),
        ])
    func order(rich: WorkoutFormat, poor: WorkoutFormat) async throws {
        let ride = try await other.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let first = try file("a." + poor.fileExtension, poor.bytes(of: ride))
        let second = try file("b." + rich.fileExtension, rich.bytes(of: ride))
        for operands in [[folder], [first, second]] {
            let bench = try StateBench()
            let outcome = try await CommandProcess.run(
                ["import", "--rider", "Ada", "--state-directory", bench.directory.path] + operands)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("\(second): saved as ") == true, "\(outcome.output)")
            #expect(lines.last?.hasPrefix("\(first): is there already as ") == true, "\(outcome.output)")
        }
    }

    @Test("RR intervals alone are no ride")
    func intervals() async throws {
        let path = try file(
            "ride.rr.csv",
            Array(
                "time,elapsed_s,rr_ms\r\n2026-11-30T05:00:01Z,1.000,1000.0\r\n2026-11-30T05:00:02Z,2.000,1000.0\r\n"
                    .utf8))
        let outcome = try await bench.run("import", path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("pulsewatt: \(path): it has RR intervals and no readings"))
    }

    @Test("Rides without a date are told apart by their identity alone")
    func undated() async throws {
        for (prefix, seconds) in [("1a", "00"), ("2b", "00"), ("3c", "01")] {
            let ride = try await other.ride(prefix, at: "1970-01-01T00:00:\(seconds)Z", minutes: 2)
            try file(prefix + ".json", WorkoutFormat.json.bytes(of: ride))
        }
        let first = try await bench.run("import", folder, "--rider", "Ada")
        #expect(first.output.components(separatedBy: "saved as").count == 4, "\(first.output)")
        let second = try await bench.run("import", folder, "--rider", "Ada")
        #expect(second.output.components(separatedBy: "is there already").count == 4, "\(second.output)")
        #expect(try await bench.library().summaries().count == 3)
    }

    // MARK: Compressed files

    /// Compresses a file by gzip(1), which takes its place.
    private func compress(_ path: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "--force", path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return path + ".gz"
    }

    @Test(
        "A file compressed by gzip is the same ride as the file itself",
        arguments: [WorkoutFormat.csv, .fit, .goldencheetah, .json, .tcx])
    func compressed(format: WorkoutFormat) async throws {
        let ride = try await other.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let plain = try file("a." + format.fileExtension, format.bytes(of: ride))
        let copy = try file("b." + format.fileExtension, format.bytes(of: ride))
        let outcome = try await bench.run("import", "--rider", "Ada", try compress(plain))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("a.\(format.fileExtension).gz: saved as "))
        let second = try await bench.run("import", "--rider", "Ada", copy)
        #expect(second.output.contains("is there already"), "\(second.output)")
        #expect(try await bench.library().summaries().count == 1)
    }

    @Test("A compressed file that is cut off or damaged is told, and nothing of it is taken")
    func damagedCompression() async throws {
        let ride = try await other.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let whole = try compress(try file("a.tcx", WorkoutFormat.tcx.bytes(of: ride)))
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
        let cut = try file("cut.tcx.gz", Array(bytes.dropLast(9)))
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        let damaged = try file("damaged.tcx.gz", changed)
        let note = try compress(try file("note.txt", Array("I rode today.\n".utf8)))
        let outcome = try await bench.run("import", cut, damaged, note)
        #expect(outcome.status == 1)
        let lines = Set(outcome.errors.split(separator: "\n").map(String.init))
        #expect(
            lines.contains("pulsewatt: cannot read \(cut): its end is missing: copy or download it again"))
        #expect(
            lines.contains(
                "pulsewatt: cannot read \(damaged): it is not as it was compressed: copy or download it again"
            ))
        #expect(
            lines.contains(
                "pulsewatt: \(note): it is no file of a workout in a format that Pulsewatt reads"))
        #expect(try await bench.library().summaries().isEmpty)
    }

    // MARK: No files of a ride

    @Test("What is no ordinary file is refused at once")
    func special() async throws {
        let pipe = folder + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/null", "/dev/zero"] {
            let outcome = try await bench.run("import", path)
            #expect(outcome.status == 1)
            #expect(outcome.errors == "pulsewatt: cannot read \(path): it is no ordinary file\n")
        }
    }

    @Test("A huge file is refused by how it begins, or by its size")
    func huge() async throws {
        let unknown = try file("unknown", [])
        let table = try file("table.csv", Array("time,power_w\n".utf8))
        for path in [unknown, table] { #expect(truncate(path, 600 << 20) == 0) }
        let outcome = try await bench.run("import", unknown, table)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "\(unknown): it is no file of a workout in a format that Pulsewatt reads\n"))
        #expect(
            outcome.errors.contains(
                "cannot read \(table): it has 600 MiB, and no more than 512 are read: split it, or export the ride alone\n"
            ))
    }

    @Test("A Bluetooth capture that was cut off before its first reading says where")
    func cutOff() async throws {
        let capture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/btmon.snoop")
        // A header of 16 bytes, and one of 24 of the first packet that is not whole.
        let path = try file("cut.snoop", Array(try Data(contentsOf: capture).prefix(30)))
        let outcome = try await bench.run("import", path)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == """
                pulsewatt: cannot import \(path): there is no notification of a heart rate or cycling power in it; from byte 16 on it \
                cannot be read: its last packet has no whole header

                """)
    }
}
