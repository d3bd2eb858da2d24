import Testing

@testable import WorkoutFormats

@Suite struct AxisTests {
    @Test(
        "A value axis has round ticks and covers its range",
        arguments: [
            // Of 78 to 218 a step of 20 has eight ticks, so it is 50 with ends on tens.
            (78.0...218.0, 70.0...220.0, [100, 150, 200]),
            (0...641, 0...680, [0, 200, 400, 600]),
            (0...65535, 0...68_000, [0, 20_000, 40_000, 60_000]),
            (-30...250, -40...260, [0, 100, 200]),
            (75...75, 74...76, [74, 75, 76]),
            (75.2...75.4, 75...76, [75, 76]),
            (0...0, -1...1, [-1, 0, 1]),
            (-1e300...1e300, -1e12...1e12, [-1e12, -5e11, 0, 5e11, 1e12]),
        ] as [(ClosedRange<Double>, ClosedRange<Double>, [Double])])
    func values(range: ClosedRange<Double>, ends: ClosedRange<Double>, ticks: [Double]) {
        let axis = ValueAxis(covering: range, tickCount: 5)
        #expect(axis.lower...axis.upper == ends)
        #expect(axis.ticks == ticks)
    }

    @Test("A value's place is its share of the axis, and what lies beyond is at the end")
    func shares() {
        let axis = ValueAxis(covering: 0...200, tickCount: 5)
        #expect([-50, 0, 50, 200, 900].map(axis.share) == [0, 0, 0.25, 1, 1])
        #expect(axis.value(at: 0.25) == 50)
    }

    @Test(
        "A time axis has the steps of a clock, and its last tick the unit",
        arguments: [
            (0, ["0 s"]), (1, ["0", "1 s"]), (45, ["0", "10", "20", "30", "40 s"]),
            (90, ["0:00", "0:15", "0:30", "0:45", "1:00", "1:15", "1:30 min"]),
            (1800, ["0", "5", "10", "15", "20", "25", "30 min"]),
            (3600, ["0:00", "0:10", "0:20", "0:30", "0:40", "0:50", "1:00 h"]),
            (9000, ["0:00", "0:30", "1:00", "1:30", "2:00", "2:30 h"]),
            (108_000, ["0", "6", "12", "18", "24", "30 h"]),
            // A year of 366 days in at most seven ticks: whole days, 61 of them a step, and one more to be sure.
            (31_622_400, ["0", "1488", "2976", "4464", "5952", "7440 h"]),
        ] as [(Int64, [String])])
    func times(seconds: Int64, texts: [String]) {
        #expect(TimeAxis(elapsed: seconds * 1_000_000_000, tickCount: 7).ticks.map(\.text) == texts)
    }
}
