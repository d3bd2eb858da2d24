import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@Suite struct ImportErrorTests {
    private static let csvHeader = "time,elapsed_s,power_w\n"

    private static let tooLong =
        "and an imported workout lasts at most 4 days (345600 s): correct the time if it is wrong, else split the file"

    /// Two points, the first of which is at the begin of 2026.
    private static func tcx(_ second: String) -> String {
        let points = ["2026-01-01T00:00:00Z", second].map { "<Trackpoint><Time>\($0)</Time></Trackpoint>" }
        return "<TrainingCenterDatabase><Activity><Lap StartTime='2026-01-01T00:00:00Z'><Track>"
            + points.joined() + "</Track></Lap></Activity></TrainingCenterDatabase>"
    }

    /// Two samples, the first of which is at 0.
    private static func goldenCheetah(_ second: String) -> String {
        "{\"RIDE\": {\"STARTTIME\": \"2026/01/01 00:00:00 UTC \", \"RECINTSECS\": 1, "
            + "\"SAMPLES\": [{\"SECS\": 0, \"HR\": 100}, {\"SECS\": \(second), \"HR\": 100}]}}"
    }

    @Test(
        "Four days are not too long",
        arguments: [
            csvHeader + "2026-01-01T00:00:00Z,345599,1\n", tcx("2026-01-05T00:00:00Z"),
            goldenCheetah("345599"),
        ])
    func longest(content: String) throws {
        let imported = try ImportedWorkout(contentsOf: Array(content.utf8), named: "ride")
        #expect(imported.series.elapsed == 345_600_000_000_000)
    }

    /// What cannot be imported, and what is said of it.
    private static let refused: [(String, String)] = [
        ("", "ride: it is empty"),
        ("hello", "ride: it is no file of a workout in a format that Pulsewatt reads"),
        ("\u{1F}\u{8B}", "ride: it is no file of a workout in a format that Pulsewatt reads"),
        ("PK\u{3}\u{4}", "ride: it is a ZIP archive: run `unzip` on it first"),
        (
            "<?xml version=\"1.0\"?><gpx/>",
            "ride: GPX has no power and no standard heart rate: export the ride as FIT or TCX instead"
        ),
        ("{\"a\": 1}", "ride: it is JSON, but no workout of Pulsewatt or GoldenCheetah"),
        (
            "{\"format\": \"pulsewatt.workout\", \"version\": 2}",
            "ride, version: it is 2; this Pulsewatt reads version 1"
        ),
        ("{\"format\": \"pulsewatt.workout\", \"version\": 1}", "ride: there is no `id`"),
        ("{\"format\": \"pulsewatt.workout\", ", "ride: it is no whole JSON: it is damaged or was cut off"),
        ("{\"RIDE\": {\"STARTTIME\": \"yesterday \"}}", "ride, STARTTIME: `yesterday` is not a date in UTC"),
        (
            "<TrainingCenterDatabase><Activities/></TrainingCenterDatabase>",
            "ride: it has no activity, so there is no workout in it"
        ),
        (
            "<TrainingCenterDatabase>\n<Activities>\n",
            "ride, line 2: it is no whole XML: it is damaged or was cut off"
        ),
        (
            "<TrainingCenterDatabase><Activity>\n<Lap StartTime='noon'>",
            "ride, line 2: a lap does not say when it starts"
        ),
        (
            "<TrainingCenterDatabase><Activity><Lap StartTime='2026-01-01T00:00:00Z'>\n<Track><Trackpoint><Time>12:00</Time></Trackpoint></Track></Lap></Activity></TrainingCenterDatabase>",
            "ride, line 2: `12:00` is not the time of a point"
        ),
        (csvHeader, "ride: it has a header and no rows, so there is no workout in it"),
        (csvHeader + "2026-01-01T00:00:00Z,0,strong\n", "ride, line 2: `strong` is not a number"),
        (
            csvHeader + "2026-01-01T00:00:00Z,0,1\nnoon,1,1\n",
            "ride, line 3: `noon` is not a date such as 2026-11-30T06:00:00Z"
        ),
        (csvHeader + "2026-01-01T00:00:00Z,0,1,5\n", "ride, line 2: it has 4 fields, the header 3"),
        (csvHeader + ",,1\n", "ride, line 2: it does not say when it was"),
        (
            "elapsed_s,power_w\n0,1\n",
            "ride, line 2: without a column `time` nobody knows when the workout was"
        ),
        (
            csvHeader + "2026-01-01T00:00:00Z,,1\n2028-01-01T00:00:00Z,,1\n",
            "ride, line 3: it brings the length to 63072001 s, " + tooLong
        ),
        (
            csvHeader + "2026-01-01T00:00:00Z,,1\n2025-12-31T23:59:00Z,,1\n",
            "ride, line 3: it is before the first row: sort the rows by time"
        ),
        (
            csvHeader + "2026-01-01T00:00:00Z,345599.5,1\n",
            "ride, line 2: it brings the length to 345601 s, " + tooLong
        ),
        (
            tcx("2026-01-05T00:00:01Z"),
            "ride, the end of workout 1: it brings the length to 345601 s, " + tooLong
        ),
        (
            goldenCheetah("31536000"),
            "ride, SAMPLES[1].SECS: it brings the length to 31536000 s, " + tooLong
        ),
        (goldenCheetah("345600"), "ride: it brings the length to 345601 s, " + tooLong),
    ]

    @Test("What cannot be imported is refused with the file, the place and the reason", arguments: refused)
    func refusals(content: String, expected: String) {
        let error = #expect(throws: ImportError.self) {
            try ImportedWorkout(contentsOf: Array(content.utf8), named: "ride")
        }
        #expect(error?.description == expected)
    }

    /// Changes to our own JSON that make it wrong, and the place that is named.
    private static let faults: [(String, String, String)] = [
        ("\"start\": \"2026", "\"start\": \"x", "start"),
        ("\"id\": \"6", "\"id\": \"x", "id"),
        ("\"elapsed_s\": 12.0", "\"elapsed_s\": -12.0", "duration.elapsed_s"),
        ("\"elapsed_s\": 12.0", "\"elapsed_s\": 1e300", "duration.elapsed_s"),
        ("\"elapsed_s\": 12.0", "\"elapsed_s\": 345600.1", "duration.elapsed_s"),
        ("[90, 90,", "[90,", "series.heart_rate"),
        ("[90, 90,", "[\"90\", 90,", "series.heart_rate.[0]"),
        ("\"source\": \"app\"", "\"source\": \"watch\"", "zone_groups.heart_rate.configuration"),
        (
            "\"minimum\": 91.0, \"maximum\": 114.0", "\"minimum\": 91.0, \"maximum\": null",
            "zone_groups.heart_rate.configuration"
        ),
        (
            "\"minimum\": 91.0, \"maximum\": 114.0", "\"minimum\": 91.0, \"maximum\": 90.0",
            "zone_groups.heart_rate.configuration"
        ),
    ]

    @Test("A fault in our JSON is told with its place", arguments: faults)
    func json(original: String, replacement: String, place: String) throws {
        let range = try #require(SampleWorkout.document.range(of: original))
        let text = SampleWorkout.document.replacingCharacters(in: range, with: replacement)
        let error = #expect(throws: ImportError.self) {
            try ImportedWorkout(contentsOf: Array(text.utf8), named: "ride.json")
        }
        #expect(error?.place == place)
    }

    @Test(
        "Damaged files of every format end in a workout or an error, never in a trap",
        arguments: WorkoutFormat.allCases)
    func damaged(format: WorkoutFormat) throws {
        let whole = format.bytes(of: ExportedWorkout(try SampleWorkout.make(), rider: "Ada"))
        var random = SplitMix64(seed: 2026)
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                // Digits make wrong numbers where any byte would only make no number.
                case 1: bytes[index] = UInt8.random(in: 0x30...0x39, using: &random)
                case 2: bytes.removeSubrange(index..<min(bytes.count, index + 20))
                default: bytes.insert(contentsOf: Array("9e99-".utf8), at: index)
                }
            }
            guard let workouts = try? ImportedWorkout.all(in: bytes, named: "damaged") else { continue }
            for workout in workouts { _ = try? workout.workout(profile: WorkoutScript.profile) }
        }
    }
}
