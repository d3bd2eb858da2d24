import Foundation
import TestKit
import Testing

@Suite struct BadInputTests {
    private let packet = #"{"t":0.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0064"}"#

    private func expectError(
        _ arguments: [String], input: String = "", environment: [String: String] = [:],
        through launcher: [String] = [],
        saying message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await CommandProcess.run(
            arguments, input: input, environment: environment, through: launcher)
        #expect(outcome.status == 1, sourceLocation: sourceLocation)
        #expect(
            outcome.errors.contains(message), "standard error: \(outcome.errors)",
            sourceLocation: sourceLocation)
        #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    }

    @Test(
        "Packets that cannot be explained are an error that names them",
        arguments: [
            (["2a37", "16"], "Packet 1 of 1"), (["2a37", "164b2a03", "01ff"], "Packet 2 of 2"),
            (["2a63", "2000ff"], "Packet 1 of 1"),
            (["2a37", "164b2a0"], "164b2a0"), (["2a37", "xyz"], "xyz"), (["ffff", "00"], "ffff"),
            (["heart", "00"], "heart"),
        ])
    func decode(operands: [String], message: String) async throws {
        try await expectError(["decode"] + operands, saying: message)
    }

    @Test("Odd bytes at the end of a packet are counted, not refused")
    func surplus() async throws {
        let outcome = try await CommandProcess.run(["decode", "2a37", "1e5a2c019a02a0"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"surplus_bytes\":1"))
    }

    @Test(
        "A capture with a broken line is refused whole, and the line is named",
        arguments: [
            "nonsense", "{\"t\":1}", "{\"t\":1,\"sensor\":\"C0\",\"uuid\":\"2a37\",\"value\":\"00\"}",
            "{\"t\":1,\"sensor\":\"C0:FF:EE:00:00:01\",\"uuid\":\"2a37\",\"value\":\"0\"}",
            "{\"t\":1,\"event\":\"explode\"}",
            "{\"t\":-1,\"event\":\"lap\"}",
        ])
    func brokenLine(line: String) async throws {
        try await expectError(["replay", "-"], input: "\(packet)\n\(line)\n\(packet)\n", saying: "line 2")
    }

    @Test("A short packet in a capture is told and left out; the workout stands")
    func shortPacket() async throws {
        let short = #"{"t":1.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00"}"#
        let outcome = try await CommandProcess.run(["replay", "-"], input: "\(packet)\n\(short)\n")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("1 packet could not be read"))
        #expect(outcome.output.contains("\"heart_rate\": [100]"))
    }

    @Test("A capture that is not there, a directory, and an empty one are errors that say so")
    func captures() async throws {
        try await expectError(
            ["replay", "/nonexistent/ride"], saying: "cannot read /nonexistent/ride: No such file")
        try await expectError(["replay", "/tmp"], saying: "cannot read /tmp")
        try await expectError(["replay", "-"], saying: "holds no notification")
    }

    @Test(
        "A place that cannot be written to is found before the ride",
        arguments: ["/dev/null/ride.json", "/nonexistent/ride.json", "/tmp"])
    func unwritableOutput(path: String) async throws {
        try await expectError(
            ["record", "--simulate", "--duration", "1h", "--output", path], saying: "cannot write \(path)")
    }

    @Test(
        "A state directory that cannot be made is found before the ride",
        arguments: ["record --simulate", "serve"])
    func unwritableState(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        try await expectError(
            words + ["--state-directory", "/dev/null/state"],
            saying: "cannot create directory /dev/null/state")
    }

    @Test(
        "Without D-Bus every command that needs it says so",
        arguments: ["scan", "serve", "record", "pair C0:FF:EE:00:00:01"])
    func noBus(command: String) async throws {
        let state = try TemporaryDirectory()
        try Data(
            #"{"format":"pulsewatt.sensors","version":1,"sensors":[{"address":"C0:FF:EE:00:00:01","rider":"a"}]}"#
                .utf8
        )
        .write(to: URL(fileURLWithPath: state.path + "/sensors.json"))
        var words = command.split(separator: " ").map(String.init)
        if command != "scan" { words += ["--state-directory", state.path] }
        let outcome = try await CommandProcess.run(words)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot reach the D-Bus system bus"))
        #expect(outcome.errors.contains("systemctl start dbus"))
    }

    @Test(
        "Damaged sensors are an error that names the file and leaves it alone",
        arguments: ["sensors", "record", "pair C0:FF:EE:00:00:01", "forget C0:FF:EE:00:00:01"])
    func damagedSensors(command: String) async throws {
        let state = try TemporaryDirectory()
        let file = state.path + "/sensors.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: file))
        let words = command.split(separator: " ").map(String.init)
        try await expectError(
            words + ["--state-directory", state.path], saying: "cannot read \(file): it is damaged")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "{")
    }

    @Test(
        "Recording without a paired sensor, and forgetting one that is not paired, are errors that say what to do"
    )
    func unknownSensors() async throws {
        let state = try TemporaryDirectory()
        try await expectError(
            ["record", "--state-directory", state.path], saying: "run pulsewatt scan, then pulsewatt pair")
        try await expectError(
            ["forget", "C0:FF:EE:00:00:01", "--state-directory", state.path],
            saying: "C0:FF:EE:00:00:01 is not paired")
    }

    @Test(
        "Output that cannot be written is no success", arguments: ["decode 2a37 0064", "replay -", "--help"])
    func fullOutput(command: String) async throws {
        let outcome = try await CommandProcess.run(
            command.split(separator: " ").map(String.init), input: packet + "\n",
            through: ["sh", "-c", "exec \"$@\" >/dev/full", "sh"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot write to standard output"))
    }

    @Test("A file name of one letter is a file name")
    func shortName() async throws {
        let directory = try TemporaryDirectory()
        let outcome = try await CommandProcess.run(
            ["replay", "-", "--output", "a"], input: packet + "\n",
            through: ["env", "--chdir=\(directory.path)"])
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(try directory.content == ["a"])
    }

    @Test("On a full disk the workout is saved elsewhere, and the status says that something went wrong")
    func fullDisk() async throws {
        // A file system of one page, which is taken, in a mount namespace that ends with the command.
        let directory = try TemporaryDirectory()
        let script =
            "mount -t tmpfs -o size=4k tmpfs \(directory.path) && head -c 4096 /dev/zero >\(directory.path)/full; exec \"$@\""
        let spare = try TemporaryDirectory()
        let outcome = try await CommandProcess.run(
            ["record", "--simulate", "--duration", "2s", "--output", directory.path + "/ride.json"],
            environment: ["TMPDIR": spare.path],
            through: ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("No space left on device; free some space"),
            "standard error: \(outcome.errors)")
        #expect(outcome.errors.contains("the workout is safe in \(spare.path)/"))
        let saved = try FileManager.default.contentsOfDirectory(atPath: spare.path)
        #expect(saved.count == 1)
        let text = try String(contentsOfFile: spare.path + "/" + (saved.first ?? ""), encoding: .utf8)
        #expect(text.hasSuffix("}\n"))
    }

    @Test("A reader that has seen enough ends a command without a word, with the status of SIGPIPE")
    func noReader() async throws {
        let directory = try TemporaryDirectory()
        // A pipe that had a reader when it was opened, and has none when the command writes.
        let script = #"mkfifo "$0"; exec 3<>"$0" 4>"$0" 3<&-; exec "$@" >&4"#
        let outcome = try await CommandProcess.run(
            ["--help"], through: ["sh", "-c", script, directory.path + "/pipe"])
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.status == 128 + SIGPIPE)
    }
}
