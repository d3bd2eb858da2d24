import TestKit
import Testing

@testable import HealthModel

private let second: Int64 = 1_000_000_000

@Suite struct ZoneTotalsTests {
    /// Zones below 100, from 100 to 120, from 120 to 140, from 140 on; a hold of 10 s.
    private func totals(
        _ samples: [(Double, Double)], durations: [Double]? = nil, pauses: [Range<Int64>] = [],
        until end: Int64, from start: Int64 = 0
    ) -> ZoneTotals {
        let column = SampleColumn(
            offsets: samples.map { Int64($0.0 * 1e9) }, values: samples.map(\.1),
            durations: (durations ?? samples.map { _ in 0 }).map { Int64($0 * 1e9) })
        return ZoneTotals(
            of: column, within: start..<end, boundaries: ZoneBoundaries([100, 120, 140]),
            coverage: SampleCoverage(pauses: PauseTimeline(pauses), holdLimit: 10 * second))
    }

    @Test("A sample holds until the next and the last one for the hold limit")
    func holding() {
        let totals = totals([(0, 90), (4, 110), (7.5, 130)], until: 30 * second)
        #expect(totals.zones == [4 * second, 3_500_000_000, 10 * second, 0])
        #expect(totals.noData == 12_500_000_000)
        #expect(totals.paused == 0)
    }

    @Test(
        "A value on a boundary belongs to the zone above it",
        arguments: [(99.999, 0), (100, 1), (119.999, 1), (120, 2), (139.999, 2), (140, 3), (1000, 3), (0, 0)])
    func boundary(value: Double, zone: Int) {
        let totals = totals([(0, value)], until: second)
        #expect(totals.zones.firstIndex(of: second) == zone)
    }

    @Test("Time before the first sample is no data")
    func beforeFirst() {
        let totals = totals([(3, 90)], until: 5 * second)
        #expect(totals.zones == [2 * second, 0, 0, 0])
        #expect(totals.noData == 3 * second)
    }

    @Test("Nothing is held across a pause: after the resume the first new sample starts again")
    func pause() {
        // 90 from 0 s, pause from 2 s to 5 s, next sample at 6 s: 2 s in zone 0, 1 s without data, 4 s in zone 1.
        let totals = totals([(0, 90), (6, 110)], pauses: [2 * second..<5 * second], until: 10 * second)
        #expect(totals.zones == [2 * second, 4 * second, 0, 0])
        #expect(totals.noData == second)
        #expect(totals.paused == 3 * second)
        #expect(totals.elapsed == 10 * second)
    }

    @Test("A sample within a pause counts for nothing, one at the resume counts")
    func samplesAroundResume() {
        let paused = totals([(3, 90)], pauses: [2 * second..<5 * second], until: 10 * second)
        #expect(paused.zones == [0, 0, 0, 0])
        let resumed = totals([(5, 90)], pauses: [2 * second..<5 * second], until: 10 * second)
        #expect(resumed.zones == [5 * second, 0, 0, 0])
    }

    @Test("A sample with a duration covers its own span, beyond the hold limit and less what is paused")
    func ownDuration() {
        let totals = totals(
            [(0, 130)], durations: [30], pauses: [10 * second..<15 * second], until: 40 * second)
        #expect(totals.zones == [0, 0, 25 * second, 0])
        #expect(totals.paused == 5 * second)
        #expect(totals.noData == 10 * second)
    }

    @Test("An interval takes over the sample that still holds when it begins")
    func interval() {
        let totals = totals([(0, 90), (8, 130)], until: 9 * second, from: 5 * second)
        #expect(totals.zones == [3 * second, 0, second, 0])
        #expect(totals.noData == 0)
    }

    @Test("A workout without samples is all no data", arguments: [0, 1, 3600])
    func empty(seconds: Int64) {
        #expect(totals([], until: seconds * second).noData == seconds * second)
    }

    @Test("Of two samples at one instant the longer wins, of equally long ones the higher, in either order")
    func ties() {
        let lower = RandomRide.Sample(offset: 5, value: 100, duration: 0)
        let higher = RandomRide.Sample(offset: 5, value: 150, duration: 0)
        let longer = RandomRide.Sample(offset: 5, value: 90, duration: 3)
        func values(_ samples: [RandomRide.Sample]) -> [Double] {
            SampleColumn(
                offsets: samples.map(\.offset), values: samples.map(\.value),
                durations: samples.map(\.duration)
            ).values
        }
        #expect(values([lower, higher]) == [150])
        #expect(values([higher, lower]) == [150])
        #expect(values([longer, higher]) == [90])
        #expect(values([higher, longer]) == [90])
    }
}

@Suite struct ZoneAccountingPropertyTests {
    @Test("Zones, no data and pauses are what counting every nanosecond gives, and together the interval")
    func matchesCounting() {
        for seed in 0..<2000 as Range<UInt64> {
            let ride = RandomRide(seed: seed)
            let totals = ride.totals
            let counted = ride.countedTotals(within: ride.interval)
            #expect(totals.zones == counted.zones, "seed \(seed)")
            #expect(totals.noData == counted.noData, "seed \(seed)")
            #expect(totals.paused == counted.paused, "seed \(seed)")
            #expect(totals.elapsed == Int64(ride.interval.count), "seed \(seed)")
        }
    }

    @Test("Shuffling the order of arrival changes nothing")
    func shuffling() {
        for seed in 0..<500 as Range<UInt64> {
            let ride = RandomRide(seed: seed)
            var generator = SplitMix64(seed: seed ^ 0xABCD)
            let shuffled = ride.samples.shuffled(using: &generator)
            #expect(ride.column(of: shuffled) == ride.column(of: ride.samples), "seed \(seed)")
        }
    }

    @Test("Live totals are at every moment those of the batch, whatever arrives in whatever order")
    func liveIsBatch() {
        for seed in 0..<1000 as Range<UInt64> {
            var ride = RandomRide(seed: seed)
            var generator = SplitMix64(seed: seed ^ 0x1234)
            if seed.isMultiple(of: 2) { ride.samples.sort { $0.offset < $1.offset } }
            var live = RunningSeries(style: .discreteTemporallyWeighted, holdLimit: ride.holdLimit)
            live.setBoundaries(ZoneBoundaries(ride.boundaries))
            var pauses = PauseTimeline()
            var arrived: [RandomRide.Sample] = []
            var now: Int64 = 0
            let pauseArrival = Int.random(in: 0...ride.samples.count, using: &generator)
            for (index, sample) in ride.samples.enumerated() {
                if index == pauseArrival {
                    let changed = PauseTimeline(ride.pauses)
                    if let instant = changed.firstDifference(from: pauses) { live.takeBack(from: instant) }
                    pauses = changed
                }
                live.add(sample.value, at: sample.offset, lasting: sample.duration)
                arrived.append(sample)
                now = max(now, sample.offset + sample.duration + Int64.random(in: 0...3, using: &generator))
                // Sometimes totals are not asked for, so that much is settled at once.
                guard Bool.random(using: &generator) else { continue }
                let coverage = SampleCoverage(pauses: pauses, holdLimit: ride.holdLimit)
                let column = ride.column(of: arrived)
                let batch = ZoneTotals(
                    of: column, within: 0..<now, boundaries: ZoneBoundaries(ride.boundaries),
                    coverage: coverage)
                #expect(live.zoneTotals(at: now, pauses: pauses) == batch, "seed \(seed)")
                let summary = QuantitySummary(
                    of: column, within: 0..<now, style: .discreteTemporallyWeighted, coverage: coverage)
                #expect(live.summary(at: now, pauses: pauses) == summary, "seed \(seed)")
            }
        }
    }

    @Test("Late samples among thousands give the totals of sorted arrival")
    func checkpoints() {
        var generator = SplitMix64(seed: 7)
        var offsets = (0..<5000).map { Int64($0) * 250_000_000 }
        // A few hundred arrive far too late.
        for _ in 0..<300 {
            let from = Int.random(in: 0..<4000, using: &generator)
            offsets.append(offsets.remove(at: from))
        }
        var live = RunningSeries(style: .discreteTemporallyWeighted, holdLimit: 10 * second)
        live.setBoundaries(ZoneBoundaries([100, 120, 140]))
        for (index, offset) in offsets.enumerated() {
            live.add(Double(80 + (offset / 250_000_000) % 80), at: offset, lasting: 0)
            if index % 7 == 0 {
                _ = live.zoneTotals(at: 5000 * 250_000_000, pauses: PauseTimeline())
            }
        }
        // 62 * 20 is 1240. Values run 80...159 over and over, each 0.25 s: 62 full rounds and 40 values more.
        let totals = live.zoneTotals(at: 5000 * 250_000_000, pauses: PauseTimeline())
        let quarter: Int64 = 250_000_000
        let expected: [Int64] = [1260 * quarter, 1260 * quarter, 1240 * quarter, 1240 * quarter]
        #expect(totals?.zones == expected)
        #expect(totals?.noData == 0)
    }

    @Test("The measured column that is stored gives the zones of any interval again without the samples")
    func rebucketing() {
        for seed in 0..<500 as Range<UInt64> {
            let ride = RandomRide(seed: seed)
            let stored = ride.coverage.measured(ride.column(of: ride.samples), within: ride.interval)
            #expect(
                ZoneBoundaries(ride.boundaries).durations(of: stored) == ride.totals.zones, "seed \(seed)")
            // Two zones instead: the edges between must not matter.
            let coarse = ZoneBoundaries([ride.boundaries[0]]).durations(of: stored)
            #expect(coarse == [ride.totals.zones[0], ride.totals.zones[1...].reduce(0, +)], "seed \(seed)")
        }
    }
}
