import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@Suite struct WorkoutReindexingTests {
    private let bench: LibraryBench

    init() throws {
        bench = try LibraryBench()
    }

    private func edit(_ path: String, _ original: String, _ replacement: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(original))
        try text.replacing(original, with: replacement)
            .write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("A lost database is rebuilt of the files, with the zones that the workouts had, and then agrees")
    func filesToDatabase() async throws {
        let exported = try LibraryBench.workout()
        let saved = try await bench.library.save(exported)
        let library = bench.withEmptyDatabase()
        #expect(try await bench.reindex(library).stored == [saved.path])

        let rebuilt = try await library.workout(try await library.summary(beginning: "1a"))
        let type = HKQuantityType(.heartRate)
        let group = try #require(rebuilt.workout.zoneGroup(for: type))
        let original = try #require(exported.workout.zoneConfigurations[type])
        #expect(group.configuration == original)
        #expect(rebuilt.workout.startDate == exported.workout.startDate)
        // Beats lie on the milliseconds of the file, as far apart as they were.
        #expect(rebuilt.workout.series.heartbeats.intervalRuns == [[800, 800.123]])
        #expect(rebuilt.workout.sensors == exported.workout.sensors)

        let again = try await bench.reindex(library)
        #expect(again == WorkoutReindexing(asFarAsTold: 1))
        #expect(again.isWhole)
        #expect(again.description == "1 agree as far as their files tell")
        // What was recorded and what was rebuilt are told apart.
        _ = try await library.save(try LibraryBench.workout("2", minutesLater: 5))
        #expect(
            try await bench.reindex(library).description == "1 agree, 1 agree as far as their files tell")
    }

    @Test("Lost files are written again, byte for byte")
    func databaseToFiles() async throws {
        let exported = try LibraryBench.workout()
        let saved = try await bench.library.save(exported)
        try FileManager.default.removeItem(atPath: bench.directory.path + "/workouts")
        #expect(try await bench.reindex().written == [saved.path])
        #expect(try Data(contentsOf: URL(fileURLWithPath: saved.path)) == Data(exported.document.bytes))
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
    }

    @Test("Where the two differ nothing is changed until a side is named")
    func differing() async throws {
        let saved = try await bench.library.save(try LibraryBench.workout())
        try edit(saved.path, "\"name\": \"Strap\"", "\"name\": \"Belt\"")
        let edited = try Data(contentsOf: URL(fileURLWithPath: saved.path))
        let report = try await bench.reindex()
        #expect(!report.isWhole)
        #expect(report.complaints.first?.contains(saved.path) == true)
        #expect(report.complaints.first?.contains("--prefer files or --prefer database") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: saved.path)) == edited)

        #expect(try await bench.reindex(preferring: .files).believed == [saved.path])
        let summary = try await bench.library.summary(beginning: "1a")
        #expect(try await bench.library.workout(summary).workout.sensors.map(\.name) == ["Belt"])
        #expect(try await bench.reindex() == WorkoutReindexing(asFarAsTold: 1))

        try edit(saved.path, "\"name\": \"Belt\"", "\"name\": \"Cord\"")
        #expect(try await bench.reindex(preferring: .database).written == [saved.path])
        #expect(try String(contentsOfFile: saved.path, encoding: .utf8).contains("\"name\": \"Belt\""))
        #expect(try await bench.reindex() == WorkoutReindexing(asFarAsTold: 1))
    }

    @Test("A workout whose recording gives its file is rebuilt of that, to the sample")
    func recordings() async throws {
        let ride = try RideBench(plan: WorkoutPlan(rider: "Ada", timeZone: .gmt))
        try await ride.ride(0..<40)
        let finished = try await ride.finish(at: 39.25).finished
        func emptyLibrary() -> WorkoutLibrary {
            WorkoutLibrary(
                stateDirectory: ride.state.path, rider: "Ada", database: InMemoryHealthDatabase())
        }
        let library = emptyLibrary()
        try library.files.prepare()
        let saved = try await emptyLibrary().save(finished)
        #expect(try await bench.reindex(library).stored == [saved.path])
        let rebuilt = try await library.workout(try #require(try await library.summaries().first))
        #expect(rebuilt.workout.series == finished.workout.series)
        #expect(rebuilt.workout.metadata?[HKMetadataKeyPulsewattFileChecksum] == nil)
        #expect(try await bench.reindex(library) == WorkoutReindexing(agreeing: 1))

        // A file that somebody mended is believed before the recording.
        try edit(saved.path, "\"elapsed_s\": 39.25", "\"elapsed_s\": 39.5")
        let mended = emptyLibrary()
        #expect(try await bench.reindex(mended).stored == [saved.path])
        let read = try await mended.workout(try #require(try await mended.summaries().first))
        #expect(read.workout.metadata?[HKMetadataKeyPulsewattFileChecksum] != nil)
    }

    @Test(
        "What lies where a lost file was stays as it is, and is told, whichever side is believed",
        arguments: [nil, WorkoutReindexing.Side.files, .database])
    func occupied(side: WorkoutReindexing.Side?) async throws {
        let first = try await bench.library.save(try LibraryBench.workout())
        let second = try await bench.library.save(try LibraryBench.workout("2", minutesLater: 5))
        let third = try await bench.library.save(try LibraryBench.workout("3", minutesLater: 10))
        // Cut off, another workout, and a link to nowhere.
        try "{".write(toFile: first.path, atomically: true, encoding: .utf8)
        let foreign = Data(try LibraryBench.workout("4", rider: "Bob").document.bytes)
        try foreign.write(to: URL(fileURLWithPath: second.path))
        try FileManager.default.removeItem(atPath: third.path)
        try FileManager.default.createSymbolicLink(
            atPath: third.path, withDestinationPath: bench.directory.path + "/nowhere")
        let report = try await bench.reindex(preferring: side)
        #expect(report.written.isEmpty)
        #expect(report.complaints.count == 3)
        for (complaint, saved) in zip(report.complaints, [first, second, third]) {
            #expect(complaint.contains(saved.path) && complaint.contains("mend it or move it away"))
        }
        #expect(try String(contentsOfFile: first.path, encoding: .utf8) == "{")
        #expect(try Data(contentsOf: URL(fileURLWithPath: second.path)) == foreign)
        #expect(!FileManager.default.fileExists(atPath: bench.directory.path + "/nowhere"))
    }

    @Test(
        "A ride that its file gives to another rider counts for neither anew, and the edit stays",
        arguments: [nil, WorkoutReindexing.Side.files, .database])
    func otherRider(side: WorkoutReindexing.Side?) async throws {
        let saved = try await bench.library.save(try LibraryBench.workout())
        try edit(saved.path, "\"rider\": \"Ada\"", "\"rider\": \"Bob\"")
        let edited = try Data(contentsOf: URL(fileURLWithPath: saved.path))
        let owners = Dictionary(
            uniqueKeysWithValues: try await bench.library.summaries().map { ($0.uuid, Set(["Ada"])) })
        let bob = WorkoutLibrary(
            stateDirectory: bench.directory.path, rider: "Bob", database: InMemoryHealthDatabase())
        for library in [bob, bench.library] {
            let report = try await bench.reindex(library, preferring: side, owners: owners)
            #expect(report.stored.isEmpty && report.written.isEmpty && report.believed.isEmpty)
            #expect(report.complaints.count == 1)
            #expect(report.complaints.first?.contains(saved.path) == true)
        }
        #expect(try await bob.summaries().isEmpty)
        #expect(try await bench.library.summaries().count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: saved.path)) == edited)
    }

    @Test("Two riders' files of one workout are told, and no lost database takes either")
    func twoFiles() async throws {
        let saved = try await bench.library.save(try LibraryBench.workout())
        let other = bench.directory.path + "/workouts/other.json"
        try FileManager.default.copyItem(atPath: saved.path, toPath: other)
        try edit(other, "\"rider\": \"Ada\"", "\"rider\": \"Bob\"")
        for rider in ["Ada", "Bob"] {
            let library = WorkoutLibrary(
                stateDirectory: bench.directory.path, rider: rider, database: InMemoryHealthDatabase())
            let report = try await bench.reindex(library)
            #expect(report.stored.isEmpty && report.complaints.count == 1)
        }
    }

    @Test(
        "Keys that only one of file and database knows are no doubt; a value that differs is",
        arguments: [
            ("  \"rider\": \"Ada\",", "  \"rider\": \"Ada\",\n  \"mood\": [1, {\"a\": null}],", true),
            ("      \"manufacturer\": null,\n", "", true),
            ("\"manufacturer\": null", "\"manufacturer\": null, \"colour\": \"red\"", true),
            ("\"name\": \"Strap\"", "\"name\":   \"Strap\"", true),
            ("\"name\": \"Strap\"", "\"name\": \"Strap2\"", false),
            ("\"indoor\": true", "\"indoor\": false", false),
            ("\"indoor\": true", "\"indoor\": null", false),
            ("\"elapsed_s\": 60", "\"elapsed_s\": 60.001", false),
            ("\"elapsed_s\": 60", "\"elapsed_s\": \"60\"", false),
        ])
    func laterKeys(original: String, replacement: String, agrees: Bool) async throws {
        let saved = try await bench.library.save(try LibraryBench.workout())
        try edit(saved.path, original, replacement)
        let report = try await bench.reindex()
        #expect(report.isWhole == agrees, "\(report)")
        #expect(report.agreeing == (agrees ? 1 : 0))
    }

    @Test("Files of others, unreadable ones and copies are told apart, and stop nothing")
    func odd() async throws {
        let saved = try await bench.library.save(try LibraryBench.workout())
        let directory = bench.directory.path + "/workouts/"
        try FileManager.default.copyItem(atPath: saved.path, toPath: directory + "zz copy.json")
        try "{".write(toFile: directory + "cut.json", atomically: true, encoding: .utf8)
        try "{\"a\": 1}".write(toFile: directory + "other.json", atomically: true, encoding: .utf8)
        // One that somebody laid out anew, of another rider.
        let foreign = try LibraryBench.workout("3", minutesLater: 9, rider: "Bob")
        let object = try JSONSerialization.jsonObject(with: Data(foreign.document.bytes))
        try JSONSerialization.data(withJSONObject: object).write(
            to: URL(fileURLWithPath: directory + "bob.json"))

        let survey = try WorkoutFileSurvey(of: bench.library.files)
        #expect(survey.riders == ["Ada", "Bob"])
        #expect(survey.unreadable.map(\.path) == [directory + "cut.json", directory + "other.json"])
        let report = try await bench.reindex(bench.withEmptyDatabase())
        #expect(report.stored == [saved.path])
        #expect(report.complaints.count == 1)
        #expect(report.complaints.first?.contains("zz copy.json") == true)
    }

    @Test("A damaged file is a complaint that says where, and the others are stored")
    func damaged() async throws {
        let first = try await bench.library.save(try LibraryBench.workout())
        let second = try await bench.library.save(try LibraryBench.workout("2", minutesLater: 5))
        try edit(first.path, "\"rr_intervals\"", "\"rr\"")
        let report = try await bench.reindex(bench.withEmptyDatabase())
        #expect(report.stored == [second.path])
        #expect(report.complaints.first?.contains(first.path) == true)
        #expect(report.complaints.first?.contains("rr_intervals") == true)
    }
}
