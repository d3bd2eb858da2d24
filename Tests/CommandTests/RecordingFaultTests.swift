import FlightRecorder
import Foundation
import SensorProfiles
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// What the commands make of recordings that something went wrong with.
@Suite(.timeLimit(.minutes(4))) struct RecordingFaultTests {
    private static let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)

    private let state: TemporaryDirectory

    init() throws {
        state = try TemporaryDirectory()
    }

    private var directory: String { state.path + "/recordings" }

    private func run(_ words: String..., through launcher: [String] = []) async throws
        -> CommandProcess.Outcome
    {
        try await CommandProcess.run(words + ["--state-directory", state.path], through: launcher)
    }

    private func list() async throws -> [[String: Any]] {
        let outcome = try await run("recordings", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(object as? [[String: Any]])
    }

    private func states() async throws -> [String: String] {
        let rows = try await list().map { ($0["id"] as? String ?? "", $0["state"] as? String ?? "") }
        return Dictionary(rows) { $1 }
    }

    /// Records a simulated ride of a second and gives the path of its recording.
    private func ride() async throws -> String {
        let outcome = try await run("record", "--simulate", "--duration", "1s", "--rider", "Ida")
        try #require(outcome.status == 0, "standard error: \(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        return directory + "/" + (try #require(names.first))
    }

    private func write(_ bytes: Data, to name: String) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: "\(directory)/\(name).recording"))
    }

    /// Takes the last frame away, as a kill before it would have done; it is the word that the workout is saved.
    private func takeSavedFrame(from path: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try #require(bytes[bytes.count - 19] == 0xE7)
        try bytes.dropLast(19).write(to: URL(fileURLWithPath: path))
    }

    /// The bytes of a saved recording with no header that can be read.
    private func headless(_ path: String) throws -> Data {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let header = Data("{\"activity_type\":\"".utf8)
        try #require(bytes.range(of: header) != nil)
        while let range = bytes.range(of: header) { bytes[range.lowerBound] = 0 }
        return bytes.dropLast(19)
    }

    // MARK: Workouts that were deleted

    @Test("A workout that reindex stored is not recovered again, and one that was deleted stays deleted")
    func reindexed() async throws {
        _ = try await run("rider", "add", "Ida")
        var holder: SQLiteConnection? = try SQLiteConnection(
            path: state.path + "/health.sqlite", busyTimeout: 0)
        try holder?.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
        _ = try await run("record", "--simulate", "--duration", "1s", "--rider", "Ida")
        #expect(try await states().values.sorted() == ["unfinished"])
        holder = nil
        let reindexed = try await run("workouts", "reindex")
        #expect(reindexed.status == 0, "\(reindexed.errors)")
        #expect(try await states().values.sorted() == ["finished"])
        let identifier = try #require(try await states().keys.first)
        let deleted = try await run("workouts", "delete", identifier, "--rider", "Ida")
        #expect(deleted.output.contains("Deleted"), "\(deleted.errors)")
        let next = try await run("record", "--simulate", "--duration", "1s", "--rider", "Ida")
        #expect(next.status == 0 && !next.errors.contains("recovered"), "\(next.errors)")
    }

    @Test("The recording of a workout that is deleted is done with, also if it never said that it was saved")
    func deleted() async throws {
        let path = try await ride()
        try takeSavedFrame(from: path)
        let identifier = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        #expect(try await states()[identifier] == "unfinished")
        let deleted = try await run("workouts", "delete", identifier, "--rider", "Ida")
        #expect(deleted.status == 0, "\(deleted.errors)")
        #expect(try await states()[identifier] == "finished")
        let next = try await run("record", "--simulate", "--duration", "1s", "--rider", "Ida")
        #expect(next.status == 0 && !next.errors.contains("recovered"), "\(next.errors)")
    }

    // MARK: What is no file

    @Test("A pipe among the recordings stops nothing and is told")
    func pipe() async throws {
        _ = try await ride()
        try #require(mkfifo(directory + "/pipe.recording", 0o644) == 0)
        let patience = ["timeout", "60"]
        let listed = try await run("recordings", through: patience)
        #expect(listed.status == 1)
        #expect(
            listed.errors == "pulsewatt: cannot read \(directory)/pipe.recording: it is no ordinary file\n")
        #expect(listed.output.contains("finished"))
        let recorded = try await run(
            "record", "--simulate", "--duration", "1s", "--rider", "Ida", through: patience)
        #expect(recorded.status == 0, "\(recorded.errors)")
        let deleted = try await run("recordings", "delete", "--since", "2020-01-01", through: patience)
        #expect(deleted.output.split(separator: "\n").count == 2, "\(deleted.errors)")
        var status = stat()
        #expect(lstat(directory + "/pipe.recording", &status) == 0)
    }

    // MARK: Years of recordings

    /// Writes recordings of an hour of a strap whose workouts are saved, and gives the size of one.
    private func writeHours(_ count: Int) throws -> Int {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        var now: Int64 = 0
        let start: Int64 = 1_796_000_000_000_000
        let header = RecordingHeader(
            workout: UUID(), rider: "Ida", activityType: "cycling", isIndoor: true, isSimulated: false,
            timeZone: "UTC", offsetFromUTC: 0, startMicroseconds: start, bootTime: 0, bootIdentifier: nil)
        let first = "\(directory)/0.recording"
        let writer = RecordingWriter(
            creating: first, header: header, plan: Array("{}".utf8),
            now: { RecordingContents.ClockReading(nanoseconds: now, wallMicroseconds: start + now / 1000) },
            notify: { Issue.record("\($0)") })
        for beat in 0..<7200 as Range<Int64> {
            now = beat * 500_000_000
            writer.record(.heartRateMeasurement, [0x10, 100, 0x00, 0x02], from: Self.strap, at: now)
        }
        writer.end(at: now)
        writer.markSaved()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: first))
        for number in 1..<count {
            try bytes.write(to: URL(fileURLWithPath: "\(directory)/\(number).recording"))
        }
        return bytes.count
    }

    /// The largest memory of the command in KiB.
    private func peakMemory(_ words: String...) async throws -> Int {
        let script =
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
            + "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        let outcome = try await CommandProcess.run(
            words + ["--state-directory", state.path], through: ["python3", "-c", script])
        return try #require(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test("The list needs the memory of one recording, however many there are")
    func memory() async throws {
        _ = try writeHours(1)
        let one = try await peakMemory("recordings")
        _ = try writeHours(40)
        // Kept whole, each of the others would take about 500 KiB.
        #expect(try await peakMemory("recordings") - one < 8000)
        #expect(try await peakMemory("recordings", "--json") - one < 8000)
    }

    @Test("Recordings of a time are deleted by their first and last bytes")
    func deletedUnread() async throws {
        let size = try writeHours(4)
        #expect(size > 80_000)
        let calls = state.path + "/calls"
        let outcome = try await run(
            "recordings", "delete", "--since", "2020-01-01",
            through: ["strace", "-f", "-y", "-e", "trace=read,pread64,mmap", "-o", calls])
        #expect(outcome.output.split(separator: "\n").count == 4, "\(outcome.errors)")
        let lines = try String(contentsOfFile: calls, encoding: .utf8).split(separator: "\n").filter {
            $0.contains("/recordings/") && $0.contains(".recording>")
        }
        let bytes = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
        #expect(!lines.isEmpty && !lines.contains { $0.contains("mmap(") })
        #expect(bytes < 4 * 20_000)
    }

    // MARK: What cannot be recovered

    @Test("What cannot be recovered is one line at a start, and import or --force ends that")
    func unrecoverable() async throws {
        let whole = try await ride()
        let headless = try headless(whole)
        unlink(whole)
        try write(headless, to: "headless")
        try write(Data(), to: "empty")
        try write(Data(count: 4096), to: "zeros")
        let started = try await run(
            "record", "--simulate", "--duration", "1s", "--rider", "Ida", "--output",
            state.path + "/next.json")
        #expect(started.status == 0)
        let told = started.errors.split(separator: "\n").filter { $0.contains("/recordings") }
        #expect(
            told == [
                "pulsewatt: 3 recordings in \(directory) cannot be recovered; pulsewatt recordings tells why"
            ])
        let listed = try await run("recordings")
        #expect(
            listed.errors.contains("pulsewatt import \(directory)/headless.recording --rider NAME"),
            "\(listed.errors)")
        #expect(listed.errors.contains("empty.recording: it is empty"), "\(listed.errors)")
        // It is not true of these that the next start saves them.
        for name in ["headless", "empty", "zeros"] {
            let refused = try await run("recordings", "delete", name)
            #expect(refused.status == 1)
            #expect(!refused.errors.contains("the next start"), "\(refused.errors)")
            #expect(refused.errors.contains("--force"), "\(refused.errors)")
            #expect(refused.errors.contains("pulsewatt import") == (name == "headless"), "\(refused.errors)")
        }
        let imported = try await run("import", directory + "/headless.recording", "--rider", "Ida")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try await states()["headless"] == "finished")
        for name in ["empty", "zeros"] {
            let removed = try await run("recordings", "delete", name, "--force")
            #expect(removed.status == 0)
            #expect(removed.output == "Removed \(directory)/\(name).recording\n")
        }
        let again = try await run("record", "--simulate", "--duration", "1s", "--rider", "Ida")
        #expect(again.status == 0)
        #expect(!again.errors.contains("recover"), "\(again.errors)")
    }

    @Test("An unfinished recording is deleted by force, one that is written never")
    func force() async throws {
        let path = try await ride()
        try takeSavedFrame(from: path)
        let identifier = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let refused = try await run("recordings", "delete", identifier)
        #expect(refused.status == 1 && refused.errors.contains("saves it"), "\(refused.errors)")
        let descriptor = open(path, O_RDONLY)
        try #require(flock(descriptor, LOCK_EX) == 0)
        let live = try await run("recordings", "delete", identifier, "--force")
        #expect(live.status == 1 && live.errors.contains("is recorded into it now"), "\(live.errors)")
        close(descriptor)
        let removed = try await run("recordings", "delete", identifier, "--force")
        #expect(removed.status == 0 && removed.output == "Removed \(path)\n", "\(removed.errors)")
    }

    // MARK: Names

    @Test("A recording is found by its name in either case")
    func names() async throws {
        let path = try await ride()
        try #require(rename(path, directory + "/Ride.recording") == 0)
        for name in ["Ride", "ri", "RIDE"] {
            let shown = try await run("recordings", "show", name)
            #expect(shown.status == 0, "\(shown.errors)")
        }
    }

    @Test("An anonymous export of a damaged recording names no path")
    func anonymousDamage() async throws {
        try write(try headless(try await ride()), to: "headless")
        let exported = try await run("recordings", "export", "headless", "--capture", "--anonymous")
        #expect(exported.status == 0)
        #expect(exported.errors.contains("headless is damaged: "), "\(exported.errors)")
        #expect(!exported.errors.contains(state.path))
    }
}
