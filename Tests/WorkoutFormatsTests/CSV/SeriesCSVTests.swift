import Foundation
import Testing
import WorkoutFormats

@Suite struct SeriesCSVTests {
    private func text(_ format: WorkoutFormat) throws -> String {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let exported = ExportedWorkout(try SampleWorkout.make(), rider: "Ada", timeZone: berlin)
        return String(decoding: format.bytes(of: exported), as: UTF8.self)
    }

    @Test("A workout worked out by hand is a row a second, with blanks for what is missing and CR LF")
    func series() throws {
        // Zones of 91/114/136/158 bpm and of 137.5/187.5/225/262.5/300 W; a value on an edge is in the zone above.
        let rows = [
            "00.000+01:00,0,90,200,80,,48.5,0,2", "01.000+01:00,1,90,250,80,,48.5,0,3",
            "02.000+01:00,2,120,300,80,,48.5,2,5", "03.000+01:00,3,120,300,80,,48.5,2,5",
            "04.000+01:00,4,160,300,80,,48.5,4,5", "05.000+01:00,5,160,300,,,48.5,4,5",
            "06.000+01:00,6,,,,,,,",
            "07.000+01:00,7,,,,,,,", "08.000+01:00,8,,,,,,,", "09.000+01:00,9,130,,,,,2,",
            "10.000+01:00,10,130,250,,,,2,3", "11.000+01:00,11,130,250,,,,2,3",
        ]
        let header =
            "time,elapsed_s,heart_rate_bpm,power_w,cadence_rpm,speed_mps,balance_left_pct,zone_hr,zone_power\r\n"
        #expect(try text(.csv) == header + rows.map { "2026-11-30T06:00:\($0)\r\n" }.joined())
    }

    @Test("RR intervals are a row each, at the beat that ended them; a beat after a gap ends none")
    func intervals() throws {
        #expect(
            try text(.rrCSV) == """
                time,elapsed_s,rr_ms\r
                2026-11-30T06:00:01.300+01:00,1.3,800\r
                2026-11-30T06:00:02.150+01:00,2.15,850\r
                2026-11-30T06:00:05.820+01:00,5.82,820\r

                """)
    }
}
