import HealthModel
import TestKit

/// A small random workout whose every nanosecond can be looked at.
struct RandomRide {
    struct Sample: Equatable {
        var offset: Int64
        var value: Double
        var duration: Int64
    }

    var samples: [Sample]
    var pauses: [Range<Int64>]
    var interval: Range<Int64>
    var boundaries: [Double]
    var holdLimit: Int64
    /// Longer than any interval that is asked for.
    static let length: Int64 = 120

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        func random(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
        let edges = Set((0..<random(2...8)).map { _ in Double(random(1...12)) }).sorted()
        boundaries = edges
        // Values are often exactly on a boundary, offsets often equal: the edges are where faults live.
        samples = (0..<random(0...30)).map { _ in
            Sample(
                offset: random(0...Self.length), value: Double(random(0...13)),
                duration: random(0...3) == 0 ? random(1...40) : 0)
        }
        pauses = (0..<random(0...4)).map { _ in
            let start = random(0...Self.length)
            return start..<start + random(0...30)
        }
        let start = random(0...60)
        interval = start..<random(start...Self.length)
        holdLimit = random(1...25)
    }

    /// Where an instant goes, found without any of the product's code: `.some(nil)` is no data, nil is paused.
    func zone(at instant: Int64) -> Int?? {
        if pauses.contains(where: { $0.contains(instant) }) { return nil }
        let ties = samples.filter { $0.offset <= instant }
        guard let newest = ties.map(\.offset).max() else { return .some(nil) }
        let candidates = ties.filter { $0.offset == newest }
        let longest = candidates.map(\.duration).max() ?? 0
        let value = candidates.filter { $0.duration == longest }.map(\.value).max() ?? 0
        let speaks: Bool
        if longest > 0 {
            speaks = instant < newest + longest
        } else {
            let wasPaused = (newest...instant).contains { moment in pauses.contains { $0.contains(moment) } }
            speaks = instant < newest + holdLimit && !wasPaused
        }
        return .some(speaks ? boundaries.filter { value >= $0 }.count : nil)
    }

    /// The time in each zone, without data and paused, counted nanosecond by nanosecond.
    func countedTotals(within interval: Range<Int64>) -> (zones: [Int64], noData: Int64, paused: Int64) {
        var zones = [Int64](repeating: 0, count: boundaries.count + 1)
        var noData: Int64 = 0
        var paused: Int64 = 0
        for instant in interval {
            switch zone(at: instant) {
            case .none: paused += 1
            case .some(.none): noData += 1
            case .some(.some(let zone)): zones[zone] += 1
            }
        }
        return (zones, noData, paused)
    }

    func column(of samples: [Sample]) -> SampleColumn {
        SampleColumn(
            offsets: samples.map(\.offset), values: samples.map(\.value), durations: samples.map(\.duration))
    }

    var coverage: SampleCoverage {
        SampleCoverage(pauses: PauseTimeline(pauses), holdLimit: holdLimit)
    }

    var totals: ZoneTotals {
        ZoneTotals(
            of: column(of: samples), within: interval, boundaries: ZoneBoundaries(boundaries),
            coverage: coverage)
    }
}
