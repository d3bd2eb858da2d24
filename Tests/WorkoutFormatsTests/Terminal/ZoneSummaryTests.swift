import HealthModel
import Testing
import WorkoutFormats

@Suite struct ZoneSummaryTests {
    private static let second: Int64 = 1_000_000_000

    /// A group of heart-rate zones below 91, from 91, 114, 136 and 158, with a time in each.
    ///
    /// Made of samples that last as long as the time, one after the other.
    private func group(
        _ nanoseconds: [Int64], edges: [Double] = [91, 114, 136, 158],
        type: HKQuantityTypeIdentifier = .heartRate, noData: Int64 = 0
    ) throws -> HKWorkoutZoneGroup {
        let configuration = try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(type), edges: edges, source: .app)
        var column = SampleColumn()
        var offsets: [Int64] = []
        var end: Int64 = 0
        let parts = zip([edges[0] - 1] + edges, nanoseconds).filter { $0.1 > 0 }
        for (_, duration) in parts {
            offsets.append(end)
            end += duration
        }
        column = SampleColumn(offsets: offsets, values: parts.map(\.0), durations: parts.map(\.1))
        let totals = ZoneTotals(
            of: column, within: 0..<(end + noData), boundaries: configuration.boundaries,
            coverage: SampleCoverage(holdLimit: 0))
        return HKWorkoutZoneGroup(configuration: configuration, totals: totals)
    }

    @Test("Rows show zones from 1, bounds, time, share and a bar; the longest row fills the width")
    func rows() throws {
        // 200 s active: 20, 100, 40, 30, 0 and 10 s without data; 61 s paused. A width of 50 leaves 14 columns
        // for bars: 2 + 1 + 2 + "114 – 136" 9 + 2 + "0:01:40" 7 + 2 + 7 + 2 = 34, less than 50 by 16.
        let group = try group([20, 100, 40, 30, 0].map { $0 * Self.second }, noData: 10 * Self.second)
        let summary = ZoneSummary(group, pausedDuration: 61 * Self.second, width: 50)
        // Bars of 16 columns, 128 eighths: 25.6 -> 26, 128, 51.2 -> 51, 38.4 -> 38, none, 12.8 -> 13.
        #expect(
            summary.text == """
                Heart-rate zones (bpm)
                  1  below 91   0:00:20   10.0 %  ███▎
                  2  91 – 114   0:01:40   50.0 %  ████████████████
                  3  114 – 136  0:00:40   20.0 %  ██████▍
                  4  136 – 158  0:00:30   15.0 %  ████▊
                  5  from 158   0:00:00    0.0 %
                     no data    0:00:10    5.0 %  █▋
                     paused     0:01:01

                """)
    }

    @Test(
        "No line is wider than the terminal, and a narrow one has figures only",
        arguments: [0, 20, 38, 40, 80, 200])
    func width(width: Int) throws {
        let group = try group([1, 5000, 30, 30, 7].map { $0 * Self.second })
        let lines = ZoneSummary(group, width: width).lines
        #expect(lines.count == 7)
        if width >= 38 {
            #expect(lines.allSatisfy { $0.count <= width })
            #expect(lines[2].count == width)
        }
        if width < 38 { #expect(lines.allSatisfy { !$0.contains("█") && !$0.contains("▏") }) }
    }

    @Test("Shares and times are rounded together, so that rows add up")
    func sums() throws {
        // Three times 1/3: the first gets the tenth that is left. 10.5 s each, 31.5 s in all: ends at 10.5, 21 and 31.5 s are
        // written as 11, 21 and 32, so the rows are 11, 10 and 11 s.
        let part = 10_500_000_000 as Int64
        let lines = ZoneSummary(try group([part, part, part], edges: [100, 150]), width: 0).lines
        #expect(
            lines == [
                "Heart-rate zones (bpm)", "  1  below 100  0:00:11   33.4 %",
                "  2  100 – 150  0:00:10   33.3 %",
                "  3  from 150   0:00:11   33.3 %", "     no data    0:00:00    0.0 %",
            ])
    }

    @Test("Thresholds keep one decimal where they have any, and long times have hours")
    func fractions() throws {
        let group = try group(
            [36_000, 1, 0].map { $0 * Self.second }, edges: [136.8, 218.35], type: .cyclingPower)
        let lines = ZoneSummary(group, width: 0).lines
        #expect(lines[0] == "Power zones (W)")
        #expect(lines[1] == "  1  below 136.8    10:00:00  100.0 %")
        #expect(lines[2] == "  2  136.8 – 218.4   0:00:01    0.0 %")
    }

    @Test("A workout without any time has no shares and no bars")
    func empty() throws {
        let lines = ZoneSummary(try group([0, 0, 0], edges: [100, 150]), width: 80).lines
        #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("0:00:00    0.0 %") })
    }

    @Test("Colour goes around the bar only and only where it is wanted")
    func colour() throws {
        let group = try group([10, 20, 10].map { $0 * Self.second }, edges: [100, 150])
        let plain = ZoneSummary(group, width: 60)
        let coloured = ZoneSummary(group, width: 60, isColoured: true)
        #expect(!plain.text.contains("\u{1B}"))
        // Of nine colours three zones have the first, the middle and the last: grey, bright green, magenta.
        #expect(coloured.lines[1].contains("  \u{1B}[90m█"))
        #expect(coloured.lines[2].contains("  \u{1B}[92m█"))
        #expect(coloured.lines[3].contains("  \u{1B}[35m█"))
        #expect(coloured.lines[1].hasSuffix("\u{1B}[0m"))
        let withoutCodes = coloured.text.replacing(#/\u{1B}\[[0-9]+m/#, with: "")
        #expect(withoutCodes == plain.text)
    }
}
