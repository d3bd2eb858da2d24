import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// Files as other programs write them.
@Suite struct ForeignFileTests {
    private let heartRate = HKQuantityType(.heartRate)
    private let power = HKQuantityType(.cyclingPower)
    private let second: Int64 = 1_000_000_000

    /// An activity file of laps, each with its start, its time and its tracks of points: seconds of the first minute and
    /// what each point holds.
    private func tcx(
        _ laps: [(start: Int, time: Double, tracks: [[(Int, String)]])], sport: String = "Biking"
    ) -> [UInt8] {
        func date(_ second: Int) -> String {
            "2020-05-01T10:0\(second / 60):" + (second % 60 < 10 ? "0" : "") + "\(second % 60)Z"
        }
        var text = "          <?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TrainingCenterDatabase "
        text += "xmlns=\"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\" "
        text +=
            "xmlns:ns3=\"http://www.garmin.com/xmlschemas/ActivityExtension/v2\"><Activities><Activity Sport=\"\(sport)\">"
        for lap in laps {
            text += "<Lap StartTime=\"\(date(lap.start))\"><TotalTimeSeconds>\(lap.time)</TotalTimeSeconds>"
            text += "<AverageHeartRateBpm><Value>199</Value></AverageHeartRateBpm>"
            for track in lap.tracks {
                text += "<Track>"
                for (second, content) in track {
                    text += "<Trackpoint><Time>\(date(second))</Time>\(content)</Trackpoint>"
                }
                text += "</Track>"
            }
            text += "</Lap>"
        }
        text += "<Creator xsi:type=\"Device_t\" xmlns:xsi=\"x\"><Name>Edge 530</Name></Creator>"
        return Array((text + "</Activity></Activities></TrainingCenterDatabase>").utf8)
    }

    private func beats(_ value: Int) -> String { "<HeartRateBpm><Value>\(value)</Value></HeartRateBpm>" }
    private func watts(_ value: Int) -> String {
        "<Extensions><ns3:TPX><ns3:Speed>8.5</ns3:Speed><ns3:Watts>\(value)</ns3:Watts></ns3:TPX></Extensions>"
    }

    @Test(
        "A file of a bike computer: white space before it, a prefix, points as they came, the name of the device"
    )
    func device() throws {
        let bytes = tcx([
            (
                0, 20,
                [[(0, beats(100) + watts(150)), (4, beats(110) + watts(200)), (16, beats(120)), (19, "")]]
            )
        ])
        let imported = try ImportedWorkout(contentsOf: bytes, named: "ride.tcx")
        #expect(imported.activityType == .cycling)
        #expect(imported.source == "TCX, Edge 530")
        #expect(imported.start == Date(timeIntervalSince1970: 1_588_327_200))
        // The lap's time says that the last point speaks for a second.
        #expect(imported.series.elapsed == 20 * second)
        // Heart rate holds for ten seconds at most and power for five; a point without a value ends it.
        let column = try #require(imported.series.columns[heartRate])
        #expect(column.offsets == [0, 4 * second, 16 * second])
        #expect(column.values == [100, 110, 120])
        #expect(column.durations == [4 * second, 10 * second, 3 * second])
        let watts = try #require(imported.series.columns[power])
        #expect(watts.values == [150, 200])
        #expect(watts.durations == [4 * second, 5 * second])
        #expect(imported.series.columns[HKQuantityType(.cyclingSpeed)]?.values == [8.5, 8.5])
        #expect(imported.laps == [])
    }

    @Test("A new track is the end of a pause; a lap that follows on is none")
    func tracks() throws {
        let bytes = tcx([
            (0, 10, [[(0, beats(100)), (4, beats(100))], [(14, beats(100)), (19, beats(100))]]),
            (20, 10, [[(20, beats(100)), (29, beats(100))]]),
        ])
        let imported = try ImportedWorkout(contentsOf: bytes, named: "ride.tcx")
        #expect(imported.series.pauses == [4 * second..<14 * second])
        #expect(imported.laps == [20 * second])
        #expect(imported.series.elapsed == 30 * second)
    }

    @Test("A gap at the edge of a lap is a pause only where the lap's own time leaves it out")
    func edges() throws {
        // The first lap lasted 5 s and its last point is at 5 s, but the next lap begins at 25 s.
        let paused = tcx([
            (0, 5, [[(0, beats(100)), (5, beats(100))]]), (25, 5, [[(25, beats(100)), (30, "")]]),
        ])
        #expect(
            try ImportedWorkout(contentsOf: paused, named: "ride.tcx").series.pauses == [
                5 * second..<25 * second
            ])
        // The same points, and a lap that says it went on: the sensor was silent.
        let silent = tcx([
            (0, 25, [[(0, beats(100)), (5, beats(100))]]), (25, 5, [[(25, beats(100)), (30, "")]]),
        ])
        #expect(try ImportedWorkout(contentsOf: silent, named: "ride.tcx").series.pauses == [])
    }

    /// Points each second from one second to another.
    private func points(_ seconds: ClosedRange<Int>...) -> [(Int, String)] {
        seconds.flatMap { $0.map { ($0, beats(100)) } }
    }

    @Test(
        "A stop within a track is a pause where the lap's own time leaves it out",
        arguments: [38, 39.6, 40, 41])
    func stop(time: Double) throws {
        let bytes = tcx([(0, time, [points(0...19, 319...338)])])
        let imported = try ImportedWorkout(contentsOf: bytes, named: "ride.tcx")
        #expect(imported.series.pauses == [19 * second..<319 * second])
        // A lap that follows says as much.
        let followed = tcx([(0, time, [points(0...19, 319...338)]), (339, 5, [points(339...343)])])
        #expect(
            try ImportedWorkout(contentsOf: followed, named: "ride.tcx").series.pauses == [
                19 * second..<319 * second
            ])
    }

    @Test("Of several gaps within a track only those are pauses that the lap's own time leaves out")
    func stops() throws {
        func pauses(_ time: Double, _ track: [(Int, String)]) throws -> [Range<Int64>] {
            try ImportedWorkout(contentsOf: tcx([(0, time, [track])]), named: "ride.tcx").series.pauses
        }
        let two = points(0...19, 119...138, 238...257)
        #expect(try pauses(60, two) == [19 * second..<119 * second, 138 * second..<238 * second])
        // The sensor was silent, and the timer ran on.
        #expect(try pauses(258, two) == [])
        // The longer one was the stop.
        #expect(try pauses(258 - 199, points(0...19, 29...38, 238...257)) == [38 * second..<238 * second])
        // A computer that writes seldom did not stop.
        #expect(try pauses(71, stride(from: 0, through: 70, by: 7).map { ($0, beats(100)) }) == [])
        // Nobody knows how long the lap was.
        #expect(try pauses(0, two) == [])
    }

    @Test(
        "The last lap of a GoldenCheetah ride ends with it, whatever the samples round that to",
        arguments: [
            ([5, 12.4], [5]), ([5, 13], [5]), ([5, 12], [5]), ([5, 11.5], [5, 11.5]), ([12, 12.4], [12]),
            ([20], []), ([5, 20], [5]),
        ] as [([Double], [Double])])
    func goldenCheetahLaps(stops: [Double], laps: [Double]) throws {
        let samples = (0...12).map { "{\"SECS\": \($0), \"HR\": 100}" }.joined(separator: ", ")
        let intervals = stops.enumerated().map { index, stop in
            "{\"NAME\": \"Lap \(index + 1) \", \"START\": 0, \"STOP\": \(stop)}"
        }.joined(separator: ", ")
        let text =
            "{\"RIDE\": {\"STARTTIME\": \"2020/05/01 10:00:00 UTC \", \"RECINTSECS\": 1, "
            + "\"INTERVALS\": [\(intervals)], \"SAMPLES\": [\(samples)]}}"
        let imported = try ImportedWorkout(contentsOf: Array(text.utf8), named: "ride.json")
        #expect(imported.series.elapsed == 13 * second)
        #expect(imported.laps == laps.map { Int64($0 * 1e9) })
    }

    @Test("A lap whose start is not where its points are does not move the workout")
    func wrongStart() throws {
        let text = String(decoding: tcx([(0, 10, [[(0, beats(100)), (9, beats(100))]])]), as: UTF8.self)
            .replacing("StartTime=\"2020-05-01", with: "StartTime=\"2019-01-01")
        let imported = try ImportedWorkout(contentsOf: Array(text.utf8), named: "ride.tcx")
        #expect(imported.start == Date(timeIntervalSince1970: 1_588_327_200))
        #expect(imported.series.elapsed == 9 * second)
    }

    @Test("A run has no cycling cadence, and two activities a day apart are two workouts")
    func activities() throws {
        let run = tcx([(0, 2, [[(0, beats(100) + "<Cadence>85</Cadence>"), (2, "")]])], sport: "Running")
        let imported = try ImportedWorkout(contentsOf: run, named: "run.tcx")
        #expect(imported.activityType == .running)
        #expect(Set(imported.series.columns.keys) == [heartRate])

        let text = String(decoding: run, as: UTF8.self)
        let begin = try #require(text.range(of: "<Activity "))
        let end = try #require(text.range(of: "</Activity>"))
        let activity = text[begin.lowerBound..<end.upperBound]
        let two = text.replacing(
            "</Activities>", with: activity.replacing("2020-05-01", with: "2020-05-02") + "</Activities>")
        let workouts = try ImportedWorkout.all(in: Array(two.utf8), named: "runs.tcx")
        #expect(workouts.map { $0.start.timeIntervalSince1970 } == [1_588_327_200, 1_588_413_600])
        #expect(throws: ImportError.self) {
            try ImportedWorkout(contentsOf: Array(two.utf8), named: "runs.tcx")
        }
    }

    @Test("A spreadsheet's table: semicolons, decimal commas, quotes, other columns and another order")
    func spreadsheet() throws {
        let text = """
            \u{FEFF}"power_w";notes;"heart_rate_bpm";"time"
            150,5;"he said ""go"";
            and went";100;2020-05-01T12:00:00+02:00
            ;;101;2020-05-01T12:00:01+02:00

            0;;;2020-05-01T12:00:02+02:00
            """
        let imported = try ImportedWorkout(contentsOf: Array(text.utf8), named: "ride.csv")
        #expect(imported.start == Date(timeIntervalSince1970: 1_588_327_200))
        #expect(imported.timeZone?.secondsFromGMT() == 7200)
        #expect(imported.series.elapsed == 3 * second)
        #expect(imported.series.columns[power]?.values == [150.5, 0])
        #expect(imported.series.columns[power]?.offsets == [0, 2 * second])
        #expect(imported.series.columns[heartRate]?.values == [100, 101])
        #expect(imported.activityType == .cycling)
    }

    @Test("A heart rate of 0 is no reading, a power of 0 is one")
    func zero() throws {
        let text = "time,heart_rate_bpm,power_w\n2020-05-01T10:00:00Z,0,0\n2020-05-01T10:00:01Z,0,0\n"
        let imported = try ImportedWorkout(contentsOf: Array(text.utf8), named: "ride.csv")
        #expect(imported.series.columns[heartRate] == nil)
        #expect(imported.series.columns[power]?.values == [0, 0])
    }
}
