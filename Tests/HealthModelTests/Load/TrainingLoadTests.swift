import Foundation
import HealthModel
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct TrainingLoadTests {
    @Test("Steady power is its own normalized power, from the thirtieth second on")
    func steady() {
        #expect(TrainingLoad.normalizedPower([Double?](repeating: 200, count: 29)) == nil)
        #expect(TrainingLoad.normalizedPower([Double?](repeating: 200, count: 30)) == 200)
        #expect(TrainingLoad.normalizedPower([]) == nil)
    }

    @Test("Half a minute at 100 W and half at 300 W are 223.07 W, over 31 full windows")
    func step() throws {
        // The means are 100 + 200 k / 30 for k = 0...30; with the sums of k, k², k³ and k⁴ over 0...30 (465, 9455,
        // 216225, 5273999) the mean of their fourth powers is 2.4761e9, whose fourth root is 223.07.
        let powers = [Double?](repeating: 100, count: 30) + [Double?](repeating: 300, count: 30)
        let normalized = try #require(TrainingLoad.normalizedPower(powers))
        #expect(abs(normalized - 223.0695) < 0.001)
    }

    @Test("Zero watts count")
    func zeros() throws {
        // 60 s at 0 W and one window of 200 W at the very end: means 0 (31 times), then 200 k / 30.
        let powers = [Double?](repeating: 0, count: 30) + [Double?](repeating: 240, count: 1)
        // Means: 0 and 8; fourth powers 0 and 4096; mean 2048; root 6.7272.
        let normalized = try #require(TrainingLoad.normalizedPower(powers))
        #expect(abs(normalized - 6.7272) < 0.0001)
    }

    @Test("A second without data ends a run of windows")
    func gap() {
        let half = [Double?](repeating: 200, count: 20)
        #expect(TrainingLoad.normalizedPower(half + [nil] + half) == nil)
        let whole = [Double?](repeating: 200, count: 30)
        #expect(TrainingLoad.normalizedPower(half + [nil] + whole) == 200)
    }

    @Test("An hour at threshold power has intensity 1 and a stress score of 100")
    func threshold() {
        #expect(TrainingLoad.intensityFactor(normalizedPower: 250, functionalThresholdPower: 250) == 1)
        #expect(
            TrainingLoad.trainingStressScore(
                seconds: 3600, normalizedPower: 250, functionalThresholdPower: 250) == 100)
        // Two hours at 80 %: 7200 × 200 × 0.8 / (250 × 3600) × 100 = 128.
        #expect(
            TrainingLoad.trainingStressScore(
                seconds: 7200, normalizedPower: 200, functionalThresholdPower: 250) == 128)
    }

    @Test("Without a threshold power there is no intensity", arguments: [0, -250, .infinity, .nan])
    func noThreshold(threshold: Double) {
        #expect(
            TrainingLoad.intensityFactor(normalizedPower: 200, functionalThresholdPower: threshold) == nil)
        #expect(
            TrainingLoad.trainingStressScore(
                seconds: 60, normalizedPower: 200, functionalThresholdPower: threshold) == nil)
    }

    @Test("A ride with a pause has the load of its active time")
    func pausedRide() throws {
        // 200 W for 40 s, of which 10...20 s are paused; samples once a second.
        let offsets = (0..<40).map { Int64($0) * second }
        let series = WorkoutSeries(
            start: Date(timeIntervalSinceReferenceDate: 0),
            columns: [
                HKQuantityType(.cyclingPower): SampleColumn(
                    offsets: offsets, values: [Double](repeating: 200, count: 40),
                    durations: [Int64](repeating: 0, count: 40))
            ],
            pauses: [10 * second..<20 * second], elapsed: 40 * second)
        let load = try #require(series.powerLoad(functionalThresholdPower: 200))
        // 30 active seconds are just one window.
        #expect(load.normalizedPower == 200)
        #expect(load.intensityFactor == 1)
        #expect(load.work == 6)
        #expect(try #require(load.trainingStressScore).rounded(toPlaces: 6) == 0.833333)
        #expect(series.powerLoad(functionalThresholdPower: nil)?.trainingStressScore == nil)
        #expect(series.powerLoad(functionalThresholdPower: 200, within: 0..<10 * second)?.work == 2)
        #expect(
            series.powerLoad(functionalThresholdPower: 200, within: 0..<10 * second)?.normalizedPower == nil)
    }
}

extension Double {
    fileprivate func rounded(toPlaces places: Int) -> Double {
        let factor = pow(10, Double(places))
        return (self * factor).rounded() / factor
    }
}
