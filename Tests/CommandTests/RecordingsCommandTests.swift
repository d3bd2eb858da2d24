import Foundation
import TestKit
import Testing

/// Recordings as the command makes, lists, exports and recovers them.
@Suite(.timeLimit(.minutes(3))) struct RecordingsCommandTests {
    private let state: TemporaryDirectory

    init() throws {
        state = try TemporaryDirectory()
    }

    private func run(_ words: String...) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(words + ["--state-directory", state.path])
    }

    private func list() async throws -> [[String: Any]] {
        let outcome = try await run("recordings", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(object as? [[String: Any]])
    }

    /// Records a simulated ride and gives the path of its recording.
    private func ride(_ duration: String) async throws -> String {
        let outcome = try await run("record", "--simulate", "--duration", duration, "--rider", "Ida")
        try #require(outcome.status == 0, "standard error: \(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: state.path + "/recordings")
        return state.path + "/recordings/" + (try #require(names.first))
    }

    private func workout() throws -> String {
        let directory = state.path + "/workouts"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return try String(contentsOfFile: directory + "/" + (try #require(names.first)), encoding: .utf8)
    }

    private func python(_ path: String) throws -> String {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Fixtures/read_recording.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path, path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self)
    }

    @Test("A recording is listed, shown, and replayed into the workout's own file, byte for byte")
    func listed() async throws {
        let path = try await ride("3s")
        let row = try #require(try await list().first)
        #expect(row["state"] as? String == "finished")
        #expect(row["rider"] as? String == "Ida")
        #expect(row["duration_s"] as? Double == 3)
        #expect(row["path"] as? String == path)
        let identifier = String(try #require(row["id"] as? String).prefix(6))
        let shown = try await run("recordings", "show", identifier)
        #expect(shown.output.contains("SIMULATED cycling of Ida"))
        #expect(shown.output.contains("nothing is damaged"))
        #expect(shown.output.contains("Cycling Power Measurement  12 "), "\(shown.output)")
        let replayed = try await CommandProcess.run(["replay", path])
        #expect(replayed.output == (try workout()))
        #expect(replayed.errors.isEmpty)
        let other = try await CommandProcess.run(["replay", path, "--rider", "Bo"])
        #expect(other.output.contains("\"rider\": \"Bo\""))
    }

    @Test("A reader that was written by the document alone reads the same, also of damaged recordings")
    func document() async throws {
        let path = try await ride("4s")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let identifier = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let exported = try await run("recordings", "export", identifier, "--capture")
        #expect(exported.output.split(separator: "\n").count > 18)
        #expect(try python(path) == exported.output)
        var random = SplitMix64(seed: 5)
        for _ in 0..<10 {
            var damaged = whole
            for _ in 0..<3 {
                let position = Int.random(in: 0..<damaged.count, using: &random)
                damaged[position] ^= UInt8.random(in: 1...255, using: &random)
            }
            damaged.removeLast(Int.random(in: 0...40, using: &random))
            try damaged.write(to: URL(fileURLWithPath: path))
            let exported = try await run("recordings", "export", identifier, "--capture")
            #expect(exported.errors.contains("is damaged: "))
            #expect(try python(path) == exported.output)
        }
    }

    @Test("An anonymous export names no sensor, no rider and no date, and is a workout all the same")
    func anonymous() async throws {
        let path = try await ride("2s")
        let identifier = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let target = state.path + "/bug.capture.jsonl"
        let outcome = try await run(
            "recordings", "export", identifier, "--capture", "--anonymous", "--output", target)
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        let text = try String(contentsOfFile: target, encoding: .utf8)
        for line in text.split(separator: "\n") {
            let keys =
                #/\{"t":\d+\.\d{3}(,"sensor":"C0:FF:EE:00:00:0[12]")?(,"uuid":"2a(37|63)","value":"[0-9a-f]*"|,"event":"[a-z_]+")\}/#
            #expect(line.wholeMatch(of: keys) != nil, "\(line)")
        }
        let replayed = try await CommandProcess.run(["replay", target])
        #expect(replayed.output.contains("\"name\": null"))
    }

    @Test("Recordings are deleted by name or by their time, and their workouts stay")
    func deleted() async throws {
        let first = try await ride("1s")
        let identifier = String(URL(fileURLWithPath: first).lastPathComponent.prefix(8))
        let misspelt = try await run("recordings", "delete", identifier, "zz")
        #expect(misspelt.status == 1)
        #expect(misspelt.errors.contains("there is no recording \"zz\""))
        let earlier = try await run("recordings", "delete", "--until", "2020-01-01")
        #expect(earlier.status == 0 && earlier.output.isEmpty)
        #expect(try await list().count == 1)
        let named = try await run("recordings", "delete", identifier, identifier)
        #expect(named.status == 0)
        #expect(named.output == "Removed \(first)\n")
        #expect(try await list().isEmpty)
        let second = try await ride("1s")
        let all = try await run("recordings", "delete", "--since", "2020-01-01")
        #expect(all.output == "Removed \(second)\n")
        #expect(try await list().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").count == 2)
        for words in [
            ["delete"], ["delete", "a", "--since", "2020-01-01"], ["list", "--until", "2020-01-01"],
        ] {
            let outcome = try await CommandProcess.run(
                ["recordings"] + words + ["--state-directory", state.path])
            #expect(outcome.status == 2, "\(words)")
        }
    }

    @Test("A killed recording is unfinished until the next one recovers it, as a replay by hand does")
    func killed() async throws {
        let killed = try CommandProcess(["record", "--simulate", "--state-directory", state.path])
        try await killed.waitForErrors(containing: "nobody is riding")
        var row: [String: Any] = [:]
        let deadline = ContinuousClock.now + .seconds(60)
        while (row["duration_s"] as? Double ?? 0) < 1 {
            try #require(ContinuousClock.now < deadline)
            row = try await list().first ?? [:]
        }
        #expect(row["state"] as? String == "live")
        let live = try await run("recordings", "delete", try #require(row["id"] as? String))
        #expect(live.errors.contains("stays: a workout is recorded into it now"))
        killed.signal(SIGKILL)
        _ = try await killed.wait()
        #expect(try await list().first?["state"] as? String == "unfinished")
        // It is all that there is of its workout.
        let named = try await run("recordings", "delete", try #require(row["id"] as? String))
        #expect(named.status == 1)
        #expect(named.errors.contains("stays: its workout is not saved yet"))
        let all = try await run("recordings", "delete", "--since", "2020-01-01")
        #expect(all.status == 1 && all.output.isEmpty && all.errors == named.errors)
        #expect(try await list().count == 1)
        let replayed = try await CommandProcess.run(["replay", try #require(row["path"] as? String)])
        #expect(replayed.output.contains("\"recovered\""))
        let next = try await run(
            "record", "--simulate", "--duration", "1s", "--output", state.path + "/next.json")
        #expect(next.status == 0)
        #expect(next.errors.contains("recovered the workout of rider"))
        #expect(try workout() == replayed.output)
        #expect(try await list().map { $0["state"] as? String } == ["finished", "finished"])
    }

    @Test(
        "While a workout goes on the system is told to bring its recording to the disk, and again at its end")
    func syncs() async throws {
        let calls = state.path + "/calls"
        let outcome = try await CommandProcess.run(
            [
                "record", "--simulate", "--duration", "4s", "--state-directory", state.path, "--output",
                state.path + "/workout.json",
            ], through: ["strace", "-f", "-y", "-e", "trace=fdatasync", "-o", calls])
        try #require(outcome.status == 0, "standard error: \(outcome.errors)")
        let trace = try String(contentsOfFile: calls, encoding: .utf8)
        // The file has its last name only when its first bytes are written, long before the first sync.
        let synced = trace.split(separator: "\n").filter {
            $0.contains("fdatasync(") && $0.contains("/recordings/") && $0.contains(".recording")
        }
        // Two come at the end, one when the workout ends and one when it is saved. However busy the machine is, two
        // more are asked for before: at the first notification, and half a second of them later.
        #expect(synced.count >= 4, "\(trace)")
        #expect(!trace.contains("= -1 "))
    }

    @Test("On a full disk the workout goes on and says so, and the recording is whole when there is room")
    func fullDisk() async throws {
        // A limit on the size of files stands for the disk: a write up to it is cut short, the next one fails.
        let script = "trap '' XFSZ; ulimit -S -f 2; exec \"$0\" \"$@\""
        let recording = try CommandProcess(
            ["record", "--simulate", "--state-directory", state.path],
            through: ["bash", "-c", script])
        try await recording.waitForErrors(containing: "its recording is tried again every second")
        let row = try #require(try await list().first)
        #expect((row["damage"] as? [String: Int])?.values.allSatisfy { $0 == 0 } == true)
        #expect((row["size_bytes"] as? Int ?? 0) <= 2048)
        try recording.liftFileSizeLimit()
        try await recording.waitForErrors(containing: "can be written again; nothing is missing")
        recording.signal(SIGINT)
        let outcome = try await recording.wait()
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "cannot write").count == 2)
        let path = try #require(row["path"] as? String)
        #expect(try await CommandProcess.run(["replay", path]).output == (try workout()))
    }

    @Test("What is no recording, or no clear ID, is refused with what to do")
    func refusals() async throws {
        #expect(try await run("recordings").output == "Nothing is recorded yet.\n")
        let missing = try await run("recordings", "show", "77")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("there is no recording \"77\""))
        let directory = state.path + "/recordings"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for name in ["7a", "7b"] {
            try Data("no recording".utf8).write(
                to: URL(fileURLWithPath: "\(directory)/\(name).recording"))
        }
        #expect(try await run("recordings", "show", "7").errors.contains("\"7\" is the beginning of 2"))
        let listed = try await run("recordings")
        #expect(listed.status == 1)
        #expect(listed.errors.contains("cannot read \(directory)/7a.recording: it is no recording"))
        #expect(try await run("recordings", "show", "7a").errors.contains("it is no recording"))
        let later = "\(directory)/later.recording"
        // {"version":2} in a header's frame; the checksum is Python's zlib.crc32.
        try Data([
            0x89, 0x50, 0x57, 0x52, 0x0D, 0x0A, 0x1A, 0x02, 0xE0, 0x0D, 0x00, 0x7B, 0x22, 0x76, 0x65, 0x72,
            0x73, 0x69, 0x6F, 0x6E, 0x22, 0x3A, 0x32, 0x7D, 0x58, 0xD6, 0x60, 0x20,
        ]).write(
            to: URL(fileURLWithPath: later))
        let replayed = try await CommandProcess.run(["replay", later])
        #expect(replayed.status == 1)
        #expect(replayed.errors.contains("version 2, and this Pulsewatt reads version 1; update Pulsewatt"))
    }
}
