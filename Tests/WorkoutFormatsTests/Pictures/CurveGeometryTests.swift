import Foundation
import HealthModel
import Testing

@testable import WorkoutFormats

@Suite struct CurveGeometryTests {
    private func geometry(
        _ hard: HardWorkouts, _ quantity: PublishedQuantity = .heartRate, width: Double = 600,
        height: Double = 100
    ) throws -> CurveGeometry {
        let curve = try #require(try WorkoutCurve(hard.exported.workout, quantity))
        return CurveGeometry(curve, width: width, height: height)
    }

    @Test("Ten minutes on 600 units are a unit a second: pauses, laps and times lie where they were")
    func places() throws {
        // Paused from 200 to 260 s, laps at 150 and 400 s; the numbers are in the middle of 0-150, 150-400, 400-600.
        let geometry = try geometry(.ordinary)
        #expect(geometry.pauses == [200...260])
        #expect(geometry.lapLines == [150, 400])
        #expect(
            geometry.lapLabels == [
                .init(place: 75, text: "1"), .init(place: 275, text: "2"), .init(place: 500, text: "3"),
            ])
        #expect(geometry.timeLabels.map(\.text) == ["0", "2", "4", "6", "8", "10 min"])
        #expect(geometry.timeLabels.map(\.place) == [0, 120, 240, 360, 480, 600])
        // Ten minutes of readings each second: no gaps but for the quarter second after the resume.
        #expect(geometry.gaps.isEmpty)
    }

    @Test("Bands cover the chart from bottom to top without gaps")
    func bands() throws {
        // The waves go from 90 to 170 bpm; at 40 years and 50 bpm at rest the zones begin at 128, 141, 154 and 167.
        let bands = try geometry(.ordinary).bands
        #expect(bands.map(\.zone) == [0, 1, 2, 3, 4])
        #expect(bands.first?.bottom == 100 && bands.last?.top == 0)
        for (lower, upper) in zip(bands, bands.dropFirst()) { #expect(abs(lower.top - upper.bottom) < 1e-9) }
        // Ticks at 100, 120, 140 and 160, ends on fours, so the axis goes from 88 to 172: 128 is at 100 × (1 - 40 / 84).
        #expect(abs(bands[0].top - 100 * 44 / 84) < 1e-9)
    }

    @Test("A pause breaks the line; a lost sensor breaks it and is marked")
    func breaks() throws {
        let paused = try geometry(.ordinary).trace
        #expect(paused.count == 2)
        #expect((paused[0].last?.x ?? 0) < 200 && (paused[1].first?.x ?? 0) >= 260)

        let second: Int64 = 1_000_000_000
        let type = HKQuantityType(.heartRate)
        let series = WorkoutSeries(
            start: SampleWorkout.start,
            columns: [
                type: SampleColumn(offsets: [0, 60 * second], values: [100, 120], durations: [0, 0])
            ],
            elapsed: 100 * second)
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: SampleWorkout.start,
            end: SampleWorkout.start.addingTimeInterval(100), device: nil, metadata: nil, events: [],
            activities: [], series: series)
        let curve = try #require(WorkoutCurve(workout, .heartRate))
        // Each reading holds for ten seconds.
        let geometry = CurveGeometry(curve, width: 200, height: 100)
        #expect(geometry.gaps == [20...120, 140...200])
        #expect(geometry.trace.count == 2)
        #expect(geometry.bands.isEmpty)
    }

    @Test("Thirty hours keep the highest and the lowest second of each unit, and little more")
    func longWorkout() throws {
        let curve = try #require(try WorkoutCurve(HardWorkouts.thirtyHours.exported.workout, .cyclingPower))
        let geometry = CurveGeometry(curve, width: 600, height: 100)
        let points = geometry.trace.flatMap { $0 }
        #expect(points.count <= 4 * 601)
        let axis = curve.valueAxis(tickCount: 5)
        for column in 0..<600 {
            // 108,000 seconds are 180 in each unit.
            let values = curve.means[180 * column..<180 * (column + 1)].compactMap { $0 }
            let drawn = points.filter { Int($0.x) == column }.map(\.y)
            let highest = 100 * (1 - axis.share(of: values.max() ?? 0))
            let lowest = 100 * (1 - axis.share(of: values.min() ?? 0))
            #expect(abs((drawn.min() ?? -1) - highest) < 1e-9)
            #expect(abs((drawn.max() ?? -1) - lowest) < 1e-9)
        }
    }

    @Test("200 laps have as many numbers as there is room for")
    func manyLaps() throws {
        let labels = try geometry(.twoHundredLaps).lapLabels
        #expect(labels.first?.text == "10" && labels.count == 20)
        #expect(zip(labels, labels.dropFirst()).allSatisfy { $1.place - $0.place >= 25 })
    }

    @Test("A mean of half a minute follows the seconds and stops where they do")
    func rollingMeans() {
        // 0 for 20 s, 300 for 40 s, a gap of one, 300 again.
        let values = [Double?](repeating: 0, count: 20) + [Double?](repeating: 300, count: 40) + [nil, 300]
        let means = CurveLine.rollingMeans(values)
        // Second 20 sees 5 to 34: 15 zeros and 15 times 300. Second 0 sees 0 to 14.
        #expect(means[20] == 150)
        #expect(means[0] == 0)
        #expect(means[60] == nil && means[61] == 300)
    }

    @Test("A power curve has its points by the logarithm of time and its threshold where it is")
    func powerCurve() throws {
        let curve = PowerCurve(secondMeans: [Double?](repeating: 200, count: 3600))
        let geometry = PowerCurveGeometry(curve, threshold: 250, width: 742, height: 112)
        // Three digits on the right take 3 × 7.7 + 10 = 33.1, the left 18: between them 690.9 for log 720.
        #expect(geometry.points.first?.x == 18)
        #expect(abs((geometry.points.last?.x ?? 0) - 708.9) < 1e-9)
        let minute = 18 + 690.9 * log(12) / log(720.0)
        #expect(abs(geometry.points[4].x - minute) < 1e-9)
        // The axis goes from 0 to 1.12 × 200 = 224 or more in steps of 10, so a threshold of 250 is above it.
        #expect(geometry.threshold == nil)
        #expect(
            PowerCurveGeometry(curve, threshold: 180, width: 742, height: 112).threshold?.text == "FTP 180 W")
        #expect(geometry.durationLabels.first?.text == "5 s" && geometry.durationLabels.last?.text == "1 h")
    }
}
