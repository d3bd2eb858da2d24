import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// The path of check-jsonschema, where the environment names the directory of the Python tools.
private let schemaValidator = ProcessInfo.processInfo.environment["PULSEWATT_PYTHON_TOOLS"]
    .map { $0 + "/check-jsonschema" }

/// Written documents against docs/workout.schema.json, judged by a validator that is not ours: check-jsonschema.
@Suite(
    .enabled(
        if: schemaValidator != nil,
        "PULSEWATT_PYTHON_TOOLS does not name the Python tools; `make test` sets it"))
struct WorkoutSchemaTests {
    private static let schema = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/workout.schema.json").standardizedFileURL.path(percentEncoded: false)

    /// Writes documents to files and has all of them judged at once.
    ///
    /// - Returns: what the validator says of each document that it refuses, by the document's name.
    private func refusals(_ documents: [String: String]) throws -> [String: String] {
        let directory = FileManager.default.temporaryDirectory.appending(path: "pulsewatt-schema-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = try documents.map { name, text in
            let file = directory.appending(path: name + ".json")
            try Data(text.utf8).write(to: file)
            return file.path(percentEncoded: false)
        }
        let process = Process()
        process.executableURL = URL(filePath: try #require(schemaValidator))
        process.arguments = ["--output-format", "json", "--schemafile", Self.schema] + files
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let report = try #require(try output.fileHandleForReading.readToEnd())
        process.waitUntilExit()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let verdict = try decoder.decode(Verdict.self, from: report)
        #expect(verdict.parseErrors ?? [] == [])
        #expect(process.terminationStatus == (verdict.errors.isEmpty ? 0 : 1))
        let pairs = verdict.errors.map {
            (
                String($0.filename.split(separator: "/").last?.dropLast(5) ?? ""),
                $0.path + ": " + $0.message
            )
        }
        return Dictionary(pairs) { $0 + "; " + $1 }
    }

    /// The validator's report; where all is well it has no `parse_errors`.
    private struct Verdict: Decodable {
        struct Refusal: Decodable {
            let filename: String
            let path: String
            let message: String
        }
        struct ParseError: Decodable, Equatable {
            let filename: String
        }
        let errors: [Refusal]
        let parseErrors: [ParseError]?
    }

    @Test("Every written document is valid: the sample, an empty workout, hard ones and random ones")
    func written() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let empty = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: SampleWorkout.start, end: SampleWorkout.start,
            device: nil, metadata: nil, events: [], activities: try SampleWorkout.make().workoutActivities,
            series: WorkoutSeries(start: SampleWorkout.start, elapsed: 0))
        var documents = [
            "empty": WorkoutDocument(empty, timeZone: .gmt, isSimulated: true).text,
            "sample": WorkoutDocument(
                try SampleWorkout.make(), rider: "Ada", timeZone: berlin, functionalThresholdPower: 250
            ).text,
        ]
        for hard in HardWorkouts.allCases {
            documents["hard-\(hard.rawValue)"] = try hard.exported.document.text
        }
        for seed in 0..<20 {
            let workout = try WorkoutDocumentSumTests.randomWorkout(seed: UInt64(1000 + seed))
            documents["random-\(seed)"] = WorkoutDocument(workout, timeZone: berlin).text
        }
        #expect(try refusals(documents) == [:])
    }

    /// Changes to the sample document that make it wrong: a text in it and what takes its place.
    private static let faults = [
        "another format": ("\"pulsewatt.workout\"", "\"other\""),
        "another version": ("\"version\": 1", "\"version\": 2"),
        "a key less": ("\"rider\": \"Ada\",", ""),
        "a key more": ("\"rider\": \"Ada\"", "\"rider\": \"Ada\", \"weight\": 70"),
        "a date in UTC": ("06:00:00.000+01:00\",\n  \"end\"", "05:00:00.000Z\",\n  \"end\""),
        "a date without milliseconds": (
            "06:00:12.000+01:00\",\n  \"time_zone\"", "06:00:12+01:00\",\n  \"time_zone\""
        ),
        "a negative time": ("\"paused_s\": 2.0", "\"paused_s\": -2.0"),
        "a time that is a text": ("\"elapsed_s\": 12.0", "\"elapsed_s\": \"12\""),
        "an address in lower case": ("\"address\": \"C0:FF", "\"address\": \"c0:ff"),
        "a battery beyond full": ("\"battery_percent\": 87", "\"battery_percent\": 187"),
        "a lost sensor without its address": (
            "\"sensor_lost\", \"sensor\": \"C0:FF:EE:00:00:01\"", "\"sensor_lost\""
        ),
        "an event that is no name": ("\"type\": \"pause\"", "\"type\": \"Pause!\""),
        "another unit": (
            "\"unit\": \"count/min\", \"average\": 125.6", "\"unit\": \"bpm\", \"average\": 125.6"
        ),
        "a figure less": ("\"minimum\": 90.0, \"maximum\": 160.0", "\"minimum\": 90.0"),
        "a figure more": ("\"minimum\": 90.0, \"maximum\"", "\"minimum\": 90.0, \"mode\": 1, \"maximum\""),
        "a first zone with a floor": ("\"index\": 0, \"minimum\": null", "\"index\": 0, \"minimum\": 1.0"),
        "a zone in the middle without a ceiling": (
            "\"minimum\": 91.0, \"maximum\": 114.0", "\"minimum\": 91.0, \"maximum\": null"
        ),
        "a last zone with a ceiling": (
            "\"minimum\": 158.0, \"maximum\": null", "\"minimum\": 158.0, \"maximum\": 200.0"
        ),
        "zones of another type": (
            "\"quantity_type\": \"heart_rate\"", "\"quantity_type\": \"cycling_power\""
        ),
        "a power without its work": (",\n      \"work_kj\": 2.05", ""),
        "more artifacts than intervals": ("\"artifact_percent\": 0.0", "\"artifact_percent\": 100.1"),
        "a source that there is not": ("\"source\": \"app\"", "\"source\": \"watch\""),
        "a value that is a text": ("[90, 90, 120", "[\"90\", 90, 120"),
        "a balance beyond all": ("[48.5, 48.5", "[148.5, 48.5"),
        "a series that there is not": ("\"cycling_cadence\": [80", "\"running_cadence\": [80"),
        "an interval of no length": ("\"ms\": [800.0", "\"ms\": [0.0"),
    ]

    @Test("A document with any one fault is refused, so the schema says something")
    func faulty() throws {
        let documents = try Self.faults.mapValues { original, replacement in
            let range = try #require(SampleWorkout.document.range(of: original), "\(original)")
            return SampleWorkout.document.replacingCharacters(in: range, with: replacement)
        }
        let found = try refusals(documents)
        #expect(Set(documents.keys).subtracting(found.keys) == [])
    }
}
