import HealthModel
import Testing

@testable import WorkoutFormats

@Suite struct TCXDocumentTests {
    @Test("A workout worked out by hand is written as expected, byte for byte")
    func sample() throws {
        // Worked out from what SampleWorkout says of itself. The lap at 5 s splits; the pause from 6 to 8 s parts tracks.
        // Lap 1: (2 × 90 + 2 × 120 + 160) / 5 = 116 bpm; (200 + 3.5 × 300) / 4.5 = 278 W.
        // Lap 2: (160 + 3 × 130) / 4 = 137.5 bpm; (300 + 2 × 250) / 3 = 267 W; no cadence any more.
        func point(_ second: Int, _ rest: String) -> String {
            let time = second < 10 ? "0\(second)" : "\(second)"
            return "<Trackpoint><Time>2026-11-30T05:00:\(time).000Z</Time>\(rest)</Trackpoint>\n"
        }
        func heartRate(_ value: Int) -> String { "<HeartRateBpm><Value>\(value)</Value></HeartRateBpm>" }
        let extension2 = "http://www.garmin.com/xmlschemas/ActivityExtension/v2"
        func watts(_ value: Int) -> String {
            "<Extensions><TPX xmlns=\"\(extension2)\"><Watts>\(value)</Watts></TPX></Extensions>"
        }
        let cadence = "<Cadence>80</Cadence>"
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
            <Activities>
            <Activity Sport="Biking">
            <Id>2026-11-30T05:00:00.000Z</Id>
            <Lap StartTime="2026-11-30T05:00:00.000Z">
            <TotalTimeSeconds>5</TotalTimeSeconds>
            <DistanceMeters>0</DistanceMeters>
            <Calories>0</Calories>
            <AverageHeartRateBpm><Value>116</Value></AverageHeartRateBpm>
            <MaximumHeartRateBpm><Value>160</Value></MaximumHeartRateBpm>
            <Intensity>Active</Intensity>
            <Cadence>80</Cadence>
            <TriggerMethod>Manual</TriggerMethod>
            <Track>
            \(point(0, heartRate(90) + cadence + watts(200)))\
            \(point(1, heartRate(90) + cadence + watts(250)))\
            \(point(2, heartRate(120) + cadence + watts(300)))\
            \(point(3, heartRate(120) + cadence + watts(300)))\
            \(point(4, heartRate(160) + cadence + watts(300)))\
            </Track>
            <Extensions><LX xmlns="\(extension2)">
            <MaxBikeCadence>80</MaxBikeCadence>
            <AvgWatts>278</AvgWatts>
            <MaxWatts>300</MaxWatts>
            </LX></Extensions>
            </Lap>
            <Lap StartTime="2026-11-30T05:00:05.000Z">
            <TotalTimeSeconds>5</TotalTimeSeconds>
            <DistanceMeters>0</DistanceMeters>
            <Calories>0</Calories>
            <AverageHeartRateBpm><Value>138</Value></AverageHeartRateBpm>
            <MaximumHeartRateBpm><Value>160</Value></MaximumHeartRateBpm>
            <Intensity>Active</Intensity>
            <TriggerMethod>Manual</TriggerMethod>
            <Track>
            \(point(5, heartRate(160) + watts(300)))\
            \(point(6, ""))\
            </Track>
            <Track>
            \(point(8, ""))\
            \(point(9, heartRate(130)))\
            \(point(10, heartRate(130) + watts(250)))\
            \(point(11, heartRate(130) + watts(250)))\
            \(point(12, ""))\
            </Track>
            <Extensions><LX xmlns="\(extension2)">
            <AvgWatts>267</AvgWatts>
            <MaxWatts>300</MaxWatts>
            </LX></Extensions>
            </Lap>
            <Creator xsi:type="Device_t"><Name>Pulsewatt</Name><UnitId>0</UnitId><ProductID>0</ProductID>\
            <Version><VersionMajor>1</VersionMajor><VersionMinor>0</VersionMinor></Version></Creator>
            </Activity>
            </Activities>
            </TrainingCenterDatabase>

            """
        let exported = ExportedWorkout(try SampleWorkout.make(), rider: "Ada")
        #expect(String(decoding: WorkoutFormat.tcx.bytes(of: exported), as: UTF8.self) == expected)
    }

    /// Laps in tenths of seconds, pauses, whether the lap is the last, and the moments of the tracks.
    private static let trackCases: [(Range<Int64>, [Range<Int64>], Bool, [[Int64]])] = [
        (0..<30, [], true, [[0, 10, 20, 30]]),
        (0..<30, [], false, [[0, 10, 20]]),
        (5..<25, [], false, [[5, 10, 20]]),
        (0..<30, [12..<18], true, [[0, 10, 12], [18, 20, 30]]),
        (0..<30, [10..<20], true, [[0, 10], [20, 30]]),
        // A lap that was pressed in a pause: the first ends with the pause, the second begins after it.
        (0..<15, [10..<20], false, [[0, 10]]),
        (15..<30, [10..<20], true, [[20, 30]]),
        (0..<30, [20..<30], true, [[0, 10, 20], [30]]),
        (0..<30, [0..<30], true, [[0], [30]]),
        (0..<0, [], true, [[0]]),
        (0..<4, [], true, [[0, 4]]),
        // A pause that begins with the next lap ends this one's track.
        (0..<20, [20..<30], false, [[0, 10, 20]]),
    ]

    @Test(
        "Tracks have a point at their begin and each full second, and end with pauses", arguments: trackCases)
    func tracks(lap: Range<Int64>, pauses: [Range<Int64>], isLast: Bool, expected: [[Int64]]) {
        func nanoseconds(_ range: Range<Int64>) -> Range<Int64> {
            (range.lowerBound * 100_000_000)..<(range.upperBound * 100_000_000)
        }
        let tracks = TCXTrack.tracks(of: nanoseconds(lap), pauses: pauses.map(nanoseconds), isLast: isLast)
        #expect(tracks.map { $0.moments.map { $0 / 100_000_000 } } == expected)
    }
}
