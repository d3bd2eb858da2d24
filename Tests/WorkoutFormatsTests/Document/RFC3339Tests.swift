import Foundation
import Testing

@testable import WorkoutFormats

@Suite struct RFC3339Tests {
    // 2026-11-30T05:00:00Z is 1 796 014 800 s after 1970: `date -u -d @1796014800`.
    @Test(
        "A moment is written in local time with its milliseconds and offset",
        arguments: [
            (1_796_014_800_000, "Europe/Berlin", "2026-11-30T06:00:00.000+01:00"),
            (1_796_014_800_000, "UTC", "2026-11-30T05:00:00.000+00:00"),
            (1_796_014_800_007, "America/St_Johns", "2026-11-30T01:30:00.007-03:30"),
            (1_796_014_800_999, "Australia/Brisbane", "2026-11-30T15:00:00.999+10:00"),
            (1_796_014_800_000, "Asia/Kathmandu", "2026-11-30T10:45:00.000+05:45"),
            (-1, "UTC", "1969-12-31T23:59:59.999+00:00"),
        ] as [(Int64, String, String)])
    func text(milliseconds: Int64, zone: String, text: String) throws {
        let timeZone = try #require(TimeZone(identifier: zone))
        #expect(RFC3339.text(milliseconds: milliseconds, in: timeZone) == text)
    }

    // Berlin left summer time on 2026-10-25 at 01:00 UTC, 1 792 890 000 s after 1970.
    @Test(
        "The offset is the one that held at the moment",
        arguments: [
            (1_792_889_999_999, "2026-10-25T02:59:59.999+02:00"),
            (1_792_890_000_000, "2026-10-25T02:00:00.000+01:00"),
        ] as [(Int64, String)])
    func summerTime(milliseconds: Int64, text: String) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(RFC3339.text(milliseconds: milliseconds, in: berlin) == text)
    }

    @Test(
        "An offset with seconds is written in minutes, the local time with it, so that the moment is the same"
    )
    func secondsInOffset() throws {
        let odd = try #require(TimeZone(secondsFromGMT: 3661))
        let text = RFC3339.text(milliseconds: 1_796_014_800_000, in: odd)
        #expect(text == "2026-11-30T06:01:00.000+01:01")
    }
}
