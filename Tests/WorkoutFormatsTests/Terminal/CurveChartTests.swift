import Foundation
import HealthModel
import Testing
import WorkoutFormats

@Suite struct CurveChartTests {
    private let heartRate = HKQuantityType(.heartRate)

    /// Twenty seconds of a heart rate that changes on the second, with a pause, a gap and a lap where wanted.
    private func workout(
        _ values: [Double], type: HKQuantityTypeIdentifier = .heartRate, edges: [Double]? = [100, 150],
        pauses: [Range<Int64>] = [], lapAt lap: Double? = nil
    ) throws -> HKWorkout {
        let second: Int64 = 1_000_000_000
        let type = HKQuantityType(type)
        let offsets = values.indices.map { Int64($0) * second }
        let series = WorkoutSeries(
            start: SampleWorkout.start,
            columns: [
                type: SampleColumn(
                    offsets: offsets.filter { !values[Int($0 / second)].isNaN },
                    values: values.filter { !$0.isNaN },
                    durations: values.filter { !$0.isNaN }.map { _ in second })
            ],
            pauses: pauses.map { $0.lowerBound * second..<$0.upperBound * second },
            elapsed: Int64(values.count) * second)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        return HKWorkout(
            configuration: configuration, start: SampleWorkout.start,
            end: SampleWorkout.start.addingTimeInterval(Double(values.count)), device: nil, metadata: nil,
            events: lap.map { [SampleWorkout.event(.lap, at: $0)] } ?? [], activities: [], series: series,
            zoneConfigurations: try edges.map {
                [type: try HKWorkoutZoneConfiguration(quantityType: type, edges: $0, source: .app)]
            } ?? [:])
    }

    /// Four steps of five seconds.
    private let staircase = [60.0, 110, 150, 210].flatMap { [Double](repeating: $0, count: 5) }

    @Test("A staircase is drawn step by step, with round values, times and zone numbers")
    func steps() throws {
        // The axis from 60 to 210 has 16 rows of dots, ten beats apart: 60 is in row 15 from the top, 110 in 10, 150
        // in 6, 210 in 0. Twenty columns hold a second each. The first dot of a higher step goes down to the lower.
        // Zone 1 is 60 to 100 (middle 80: row 13 of dots, the last of characters), zone 2 up to 150 (125: 8 or 9),
        // zone 3 up to 210 (180: 3).
        let chart = try #require(CurveChart(workout(staircase), type: heartRate, width: 29, height: 4))
        #expect(
            chart.text == """
                Heart rate (bpm)
                  200 ┤               ⡏⠉⠉⠉⠉ 3
                  150 ┤          ⡤⠤⠤⠤⠤⠃
                  100 ┤     ⡤⠤⠤⠤⠤⠃          2
                      │⣀⣀⣀⣀⣀⠇               1
                      └┬──────────────┬────
                       0            15 s

                """)
    }

    @Test("Pauses and gaps are blank; pauses are dotted and laps marked below")
    func marks() throws {
        // Paused from 5 to 8 s; no reading at 10, 11, 16 and 17 s; a lap at 12 s.
        var values = staircase
        for index in [10, 11, 16, 17] { values[index] = .nan }
        let chart = try #require(
            CurveChart(
                workout(values, edges: nil, pauses: [5..<8], lapAt: 12), type: heartRate, width: 27, height: 4
            ))
        #expect(
            chart.text == """
                Heart rate (bpm)
                  200 ┤               ⡏  ⠉⠉
                  150 ┤            ⠤⠤⠤⠃
                  100 ┤        ⠤⠤
                      │⣀⣀⣀⣀⣀
                      └┬────···────▲──┬────
                       0            15 s
                       ▲ lap   · paused

                """)
    }

    @Test("A peak of one second is seen however long the workout is")
    func peak() throws {
        var values = [Double](repeating: 100, count: 3600)
        values[1801] = 300
        let chart = try #require(
            CurveChart(
                workout(values, type: .cyclingPower, edges: nil), type: HKQuantityType(.cyclingPower),
                width: 40))
        // The axis goes from 0 to 300: the peak touches the top row.
        #expect(chart.lines[0] == "Power (W)")
        #expect(chart.lines[1].hasPrefix("  300 ┤"))
        #expect(chart.lines[1].contains { ("\u{2801}"..."\u{28FF}").contains($0) })
        #expect(chart.lines[9].hasPrefix("      │") && chart.lines[10].hasPrefix("    0 ┤"))
    }

    @Test("Colours are those of the zones, around what they colour only")
    func colour() throws {
        let workout = try workout(staircase)
        let plain = try #require(CurveChart(workout, type: heartRate, width: 29, height: 4))
        let coloured = try #require(
            CurveChart(workout, type: heartRate, width: 29, height: 4, isColoured: true))
        #expect(!plain.text.contains("\u{1B}"))
        #expect(coloured.text.replacing(#/\u{1B}\[[0-9]+m/#, with: "") == plain.text)
        // Of three zones the first is grey, the middle one bright green, the last magenta; 150 is in the last.
        #expect(coloured.lines[4].contains("\u{1B}[90m⣀⣀⣀⣀⣀"))
        #expect(coloured.lines[3].contains("\u{1B}[92m⡤⠤⠤⠤⠤"))
        #expect(coloured.lines[2].contains("\u{1B}[35m⡤⠤⠤⠤⠤"))
        #expect(coloured.lines[4].hasSuffix(" \u{1B}[90m1\u{1B}[0m"))
    }

    @Test(
        "No line is wider than the terminal; without room only the heading is left",
        arguments: [0, 18, 19, 40, 200])
    func width(width: Int) throws {
        let lines = try #require(CurveChart(workout(staircase), type: heartRate, width: width)).lines
        if width < 19 {
            #expect(lines == ["Heart rate (bpm)"])
        } else {
            #expect(lines.count == 13)
            #expect(lines.allSatisfy { $0.count <= width })
        }
    }

    @Test("What was not measured, or has no name, has no chart")
    func nothing() throws {
        let workout = try workout(staircase)
        #expect(CurveChart(workout, type: HKQuantityType(.cyclingPower), width: 80) == nil)
        #expect(CurveChart(workout, type: HKQuantityType(.bodyMass), width: 80) == nil)
        #expect(CurveChart(try self.workout([]), type: heartRate, width: 80) == nil)
    }
}
