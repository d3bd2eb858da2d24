import Foundation
import TestKit
import Testing

@testable import HealthModel

private let second: Int64 = 1_000_000_000
private let power = HKQuantityType(.cyclingPower)

@Suite struct WorkoutSeriesTests {
    private func series(
        _ samples: [(Double, Double)], pauses: [Range<Int64>] = [], until end: Double
    ) -> WorkoutSeries {
        WorkoutSeries(
            start: Date(timeIntervalSinceReferenceDate: 0),
            columns: [
                power: SampleColumn(
                    offsets: samples.map { Int64(($0.0 * 1e9).rounded()) }, values: samples.map(\.1),
                    durations: samples.map { _ in 0 })
            ], pauses: pauses, elapsed: Int64(end * 1e9))
    }

    @Test("Each second says the time-weighted mean of what the sensor said in it")
    func secondMeans() {
        // 100 W from 0.5 s, 200 W from 1.25 s, 300 W from 1.75 s, silent from 6.75 s (hold limit 5 s).
        let means = series([(0.5, 100), (1.25, 200), (1.75, 300)], until: 9).secondMeans(for: power)
        // Second 0: only 100 was said. Second 1: 0.25 × 100 + 0.5 × 200 + 0.25 × 300 = 200.
        #expect(means == [100, 200, 300, 300, 300, 300, 300, nil, nil])
    }

    @Test("A paused second says nothing, and a partly paused one what was said before")
    func pausedSeconds() {
        let means = series(
            [(0, 100), (5, 300)], pauses: [2 * second + 500_000_000..<4 * second], until: 6.5
        ).secondMeans(for: power)
        #expect(means == [100, 100, 100, nil, nil, 300, 300])
    }

    @Test("The means of some seconds are those of the whole workout", arguments: 0..<20)
    func someSeconds(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let elapsed = Int64.random(in: 1...60 * second, using: &random)
        var offsets: [Int64] = []
        var durations: [Int64] = []
        while offsets.last ?? 0 < elapsed + second {
            offsets.append((offsets.last ?? 0) + Int64.random(in: 1...7 * second, using: &random))
            durations.append(
                Bool.random(using: &random) ? 0 : Int64.random(in: 1...20 * second, using: &random))
        }
        let values = offsets.map { _ in Double.random(in: 0...400, using: &random) }
        let pause = Int64.random(in: 0...elapsed, using: &random)
        let series = WorkoutSeries(
            start: Date(timeIntervalSinceReferenceDate: 0),
            columns: [power: SampleColumn(offsets: offsets, values: values, durations: durations)],
            pauses: [pause..<pause + 3 * second], elapsed: elapsed)
        let whole = series.secondMeans(for: power)
        for first in whole.indices {
            for end in [first, first + 1, (first + whole.count) / 2, whole.count] where end >= first {
                #expect(series.secondMeans(for: power, in: first..<end) == Array(whole[first..<end]))
            }
        }
        #expect(series.secondMeans(for: power, in: whole.count..<whole.count + 3) == [])
    }

    @Test("A type without samples says nothing in every second")
    func noSamples() {
        #expect(series([], until: 2.1).secondMeans(for: power) == [nil, nil, nil])
        #expect(series([], until: 0).secondMeans(for: power) == [])
    }

    @Test("The zones of laps add up to those of the workout")
    func laps() throws {
        let configuration = try HKWorkoutZoneConfiguration(
            quantityType: power, edges: [150, 250], source: .app)
        let samples = (0..<50).map { index -> (Double, Double) in
            let watts = 100 + (index * 53) % 200
            return (Double(index) * 1.37, Double(watts))
        }
        let ride = series(samples, pauses: [20 * second..<24 * second], until: 70)
        let cuts: [Int64] = [0, 13 * second + 7, 22 * second, 41 * second + 999, 70 * second]
        let whole = try #require(ride.zoneTotals(configuration))
        let parts = zip(cuts, cuts.dropFirst()).compactMap { ride.zoneTotals(configuration, within: $0..<$1) }
        #expect(parts.count == 4)
        for zone in 0..<3 {
            #expect(parts.map { $0.zones[zone] }.reduce(0, +) == whole.zones[zone])
        }
        #expect(parts.map(\.noData).reduce(0, +) == whole.noData)
        #expect(parts.map(\.paused).reduce(0, +) == 4 * second)
        #expect(whole.elapsed == 70 * second)
    }

    @Test("A lap has the statistics of its own time, what holds from before included")
    func lapStatistics() throws {
        let ride = series([(0, 100), (4, 200), (8, 600)], until: 12)
        let lap = try #require(ride.summary(for: power, within: 2 * second..<8 * second))
        // 2 s at 100 W and 4 s at 200 W: 1000 / 6.
        #expect(try #require(lap.average).rounded() == 167)
        #expect(lap.minimum == 100)
        #expect(lap.maximum == 200)
        #expect(lap.measuredDuration == 6 * second)
        #expect(ride.summary(for: power)?.maximum == 600)
        #expect(ride.summary(for: HKQuantityType(.heartRate)) == nil)
    }

    @Test("An interval beyond the workout is cut to it")
    func beyond() throws {
        let configuration = try HKWorkoutZoneConfiguration(
            quantityType: power, edges: [150, 250], source: .app)
        let totals = try #require(
            series([(0, 100)], until: 3).zoneTotals(configuration, within: -5 * second..<100 * second))
        #expect(totals.elapsed == 3 * second)
    }

    @Test(
        "A date becomes nanoseconds by rounding to the whole microsecond",
        arguments: [(0.0000004, Int64(0)), (0.0000016, 2000), (1.5, 1_500_000_000), (-2, -2_000_000_000)])
    func rounding(seconds: Double, nanoseconds: Int64) {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(WorkoutTime.nanoseconds(of: start.addingTimeInterval(seconds), since: start) == nanoseconds)
    }

    @Test("Dates out of all proportion come out as the limit", arguments: [Date.distantFuture, .distantPast])
    func extremes(date: Date) {
        let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let nanoseconds = WorkoutTime.nanoseconds(of: date, since: start)
        #expect(nanoseconds.magnitude == WorkoutTime.limit.magnitude)
        #expect((nanoseconds > 0) == (date > start))
    }

    @Test("What cannot be a sample or a pause, as of a damaged file, is left out and never traps")
    func damaged() {
        let column = SampleColumn(
            offsets: [.min, -1, 0, second, 2 * second, 3 * second, .max],
            values: [1, 2, .nan, .infinity, 5, 6, 7], durations: [0, 0, 0, 0, -1, .max, 0])
        #expect(column.offsets == [-1])
        let series = WorkoutSeries(
            start: Date(timeIntervalSinceReferenceDate: 0), columns: [power: column],
            pauses: [.min..<0, 3..<7, 5 ..< .max], elapsed: 10)
        #expect(series.pauses == [3..<10])
        #expect(series.secondMeans(for: power) == [2])
        #expect(WorkoutSeries(start: .distantPast, elapsed: .max).elapsed == WorkoutTime.limit)
        #expect(WorkoutSeries(start: .distantPast, elapsed: .min).elapsed == 0)
    }
}
