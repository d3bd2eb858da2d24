import Foundation
import HealthModel
import Testing

@Suite struct PowerCurveTests {
    /// The power of a duration in a curve of some second means.
    private func best(_ means: [Double?], over duration: Int) -> Double? {
        PowerCurve(secondMeans: means).bests.first { $0.duration == duration }?.power
    }

    @Test("The durations are those that riders compare")
    func durations() {
        #expect(PowerCurve.durations == [5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600])
    }

    @Test("A sprint is best over its own length and thins out over longer windows")
    func sprint() {
        // 20 s at 100 W, 5 s at 700 W, 20 s at 100 W: 10 s hold (5 × 700 + 5 × 100) / 10 = 400 W, 15 s 300 W,
        // 30 s (3500 + 2500) / 30 = 200 W. There are no 60 s.
        let means =
            [Double?](repeating: 100, count: 20) + [Double?](repeating: 700, count: 5)
            + [Double?](repeating: 100, count: 20)
        let curve = PowerCurve(secondMeans: means)
        #expect(curve.bests.map(\.duration) == [5, 10, 15, 30])
        #expect(curve.bests.map(\.power) == [700, 400, 300, 200])
    }

    @Test("A window must fit exactly", arguments: [(4, nil), (5, 250), (6, 250)] as [(Int, Double?)])
    func shortest(count: Int, power: Double?) {
        #expect(best([Double?](repeating: 250, count: count), over: 5) == power)
    }

    @Test("A second without data breaks a window, a zero does not")
    func gap() {
        let four = [Double?](repeating: 300, count: 4)
        #expect(best(four + [nil] + four, over: 5) == nil)
        #expect(best(four + [0] + four, over: 5) == 240)
        // The best of several runs, wherever it is: 5 × 200 before the gap, 5 × 210 after it.
        #expect(
            best(
                [Double?](repeating: 200, count: 5) + [nil] + [Double?](repeating: 210, count: 5), over: 5)
                == 210)
    }

    @Test("Negative power counts as it is, and what no rider reaches ends no other window")
    func extremes() {
        #expect(best([Double?](repeating: -20, count: 5), over: 5) == -20)
        #expect(best([Double?](repeating: 65535, count: 5), over: 5) == 65535)
        let huge = [Double?](repeating: .greatestFiniteMagnitude, count: 3)
        let bests = PowerCurve(secondMeans: [Double?](repeating: 100, count: 5) + huge).bests
        #expect(bests.allSatisfy { $0.power.isFinite })
        // Four seconds at 100 W vanish beside one at the limit; with two of those the sum is out of range.
        #expect(bests.first?.power == .greatestFiniteMagnitude / 5)
        #expect(PowerCurve(secondMeans: []).bests.isEmpty)
    }

    @Test("In a workout a window goes on after a pause, and a lost sensor breaks it")
    func workout() throws {
        let second: Int64 = 1_000_000_000
        // Ten seconds of elapsed time in which 3 to 5 s are paused: eight active seconds at 100, 200, … 800 W.
        let active = [0, 1, 2, 5, 6, 7, 8, 9] as [Int64]
        let column = SampleColumn(
            offsets: active.map { $0 * second }, values: (1...8).map { 100 * Double($0) },
            durations: active.map { _ in second })
        let power = HKQuantityType(.cyclingPower)
        var series = WorkoutSeries(
            start: Date(timeIntervalSince1970: 1_796_014_800), columns: [power: column],
            pauses: [3 * second..<5 * second], elapsed: 10 * second)
        // Best five: 400 to 800 W, mean 600; in the first six seconds there are four active ones only.
        #expect(series.powerCurve()?.bests == [.init(duration: 5, power: 600)])
        #expect(series.powerCurve(within: 0..<6 * second) == nil)
        #expect(series.powerCurve(within: 0..<7 * second)?.bests.first?.power == 300)
        series.pauses = []
        #expect(series.powerCurve()?.bests == [.init(duration: 5, power: 600)])
        series.columns = [:]
        #expect(series.powerCurve() == nil)
    }
}
