import Testing
import WorkoutFormats

@Suite struct GoldenCheetahRideTests {
    @Test("A workout worked out by hand is written as expected, byte for byte")
    func sample() throws {
        // The seconds of the pause, 6 and 7, are a gap; in second 8 nothing was measured.
        let expected = """
            {
              "RIDE": {
                "STARTTIME": "2026/11/30 05:00:00 UTC ",
                "RECINTSECS": 1,
                "DEVICETYPE": "Pulsewatt ",
                "IDENTIFIER": "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
                "TAGS": { "Sport": "Bike ", "Athlete": "RIDE " },
                "INTERVALS": [
                  { "NAME": "Lap 1 ", "START": 0.0, "STOP": 5.0 },
                  { "NAME": "Lap 2 ", "START": 5.0, "STOP": 12.0 }
                ],
                "SAMPLES": [
                  { "SECS": 0, "WATTS": 200.0, "CAD": 80.0, "HR": 90.0, "LRBALANCE": 48.5 },
                  { "SECS": 1, "WATTS": 250.0, "CAD": 80.0, "HR": 90.0, "LRBALANCE": 48.5 },
                  { "SECS": 2, "WATTS": 300.0, "CAD": 80.0, "HR": 120.0, "LRBALANCE": 48.5 },
                  { "SECS": 3, "WATTS": 300.0, "CAD": 80.0, "HR": 120.0, "LRBALANCE": 48.5 },
                  { "SECS": 4, "WATTS": 300.0, "CAD": 80.0, "HR": 160.0, "LRBALANCE": 48.5 },
                  { "SECS": 5, "WATTS": 300.0, "HR": 160.0, "LRBALANCE": 48.5 },
                  { "SECS": 8 },
                  { "SECS": 9, "HR": 130.0 },
                  { "SECS": 10, "WATTS": 250.0, "HR": 130.0 },
                  { "SECS": 11, "WATTS": 250.0, "HR": 130.0 }
                ],
                "XDATA": [
                  {
                    "NAME": "HRV",
                    "VALUE": "R-R",
                    "UNIT": "msecs",
                    "SAMPLES": [
                      { "SECS": 1.3, "KM": 0.0, "VALUE": 800.0 },
                      { "SECS": 2.15, "KM": 0.0, "VALUE": 850.0 },
                      { "SECS": 5.82, "KM": 0.0, "VALUE": 820.0 }
                    ]
                  }
                ]
              }
            }

            """
        // A rider who is called like a word of the grammar is told apart by the space.
        let exported = ExportedWorkout(try SampleWorkout.make(), rider: "RIDE")
        #expect(String(decoding: WorkoutFormat.goldencheetah.bytes(of: exported), as: UTF8.self) == expected)
    }
}
