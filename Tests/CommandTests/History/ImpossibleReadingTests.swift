import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// Files that say what no sensor can have measured.
@Suite struct ImpossibleReadingTests {
    private let bench: StateBench
    private let folder: TemporaryDirectory

    init() throws {
        bench = try StateBench()
        folder = try TemporaryDirectory()
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let path = folder.path + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test(
        "A reading that no field of a sensor can hold is refused with its line and value, and nothing is kept",
        arguments: [
            ("hr,power", "120,200\n2026-11-30T06:00:01Z,1e300,200", "1e+300 bpm"),
            ("hr,power", "120,200\n2026-11-30T06:00:01Z,120,1e308", "1e+308 W"),
            ("hr,power", "120,200\n2026-11-30T06:00:01Z,65536,200", "65536.0 bpm"),
            ("hr,power", "120,200\n2026-11-30T06:00:01Z,120,-100001", "-100001.0 W"),
            ("hr,cadence", "120,90\n2026-11-30T06:00:01Z,120,1e9", "1000000000.0 rpm"),
            ("hr,speed_mps", "120,9\n2026-11-30T06:00:01Z,120,1e200", "1e+200 m/s"),
        ])
    func csv(columns: String, rows: String, value: String) async throws {
        let path = try file("ride.csv", "time,\(columns)\n2026-11-30T06:00:00Z,\(rows)\n")
        let outcome = try await bench.run("import", path, "--rider", KnownSensors.defaultRider)
        try expectRefusal(outcome, "\(path), line 3: \(value) cannot be a reading of ")
    }

    private func expectRefusal(_ outcome: CommandProcess.Outcome, _ message: String) throws {
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("pulsewatt: \(message)"), "\(outcome.errors)")
        #expect(try bench.library().files.paths().isEmpty)
    }

    @Test("What the widest fields can hold is taken, agrees, and is no doubt of a reindexing")
    func widest() async throws {
        let path = try file(
            "ride.csv",
            "time,hr,power\n2026-11-30T06:00:00Z,65535,100000\n2026-11-30T06:00:01Z,120,-32768\n")
        let outcome = try await bench.run("import", path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try await bench.run("workouts", "reindex").output == "rider: 1 agree\n")
    }

    @Test("Other formats name the place too")
    func formats() async throws {
        let goldencheetah = try file(
            "ride.json",
            #"{"RIDE":{"STARTTIME":"2026/11/30 06:00:00 UTC ","RECINTSECS":1,"#
                + #""SAMPLES":[{"SECS":0,"HR":120},{"SECS":1,"WATTS":1e308}]}}"#)
        try expectRefusal(
            try await bench.run("import", goldencheetah), "\(goldencheetah), SAMPLES[1].WATTS: 1e+308 W")
        let tcx = try file(
            "ride.tcx",
            """
            <TrainingCenterDatabase><Activities><Activity Sport="Biking"><Lap StartTime="2026-11-30T06:00:00Z">
            <Track><Trackpoint><Time>2026-11-30T06:00:00Z</Time>
            <HeartRateBpm><Value>1e300</Value></HeartRateBpm>
            </Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>
            """)
        let outcome = try await bench.run("import", tcx)
        try expectRefusal(outcome, "\(tcx), line ")
        #expect(outcome.errors.contains(": 1e+300 bpm cannot be a reading of heart rate"))
    }

    @Test("A file of ours that says so is refused, and a reindexing that meets it names it first")
    func document() async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        let saved = try #require(try bench.library().files.paths().first)
        let text = try String(contentsOfFile: saved, encoding: .utf8)
        let edited = text.replacing("\"heart_rate\": [120,", with: "\"heart_rate\": [1e300,")
        #expect(edited != text)
        let other = try StateBench()
        let path = try file("ride.json", edited)
        let outcome = try await other.run("import", path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("pulsewatt: \(path), series.heart_rate.[0]: 1e+300 bpm"))

        try edited.write(toFile: saved, atomically: true, encoding: .utf8)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: bench.database + suffix)
        }
        let reindexing = try await bench.run("workouts", "reindex")
        #expect(reindexing.status == 1)
        #expect(reindexing.output == "Ada: 0 agree, 1 in doubt\n")
        #expect(reindexing.errors.hasPrefix("pulsewatt: \(saved), series.heart_rate.[0]: 1e+300 bpm"))
    }
}
