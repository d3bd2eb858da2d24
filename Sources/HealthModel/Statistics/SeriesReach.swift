import Foundation

/// Which readings of series count in an interval, found without a pass over all of them.
///
/// A discrete reading ends at the latest where the next begins. Cumulative ones may overlap, and an early one may
/// reach further than those after it: how far all up to each reach is worked out once for a series.
package struct SeriesReach: Sendable {
    /// For each reading of a series the latest end of it and all before it.
    private var ends: [ObjectIdentifier: [Int64]] = [:]

    /// Knows of no series: of cumulative ones all readings before an interval may count in it.
    package init() {}

    /// Works out how far the readings of samples reach, of which many intervals will be asked.
    ///
    /// It is to be used only as long as the samples are there.
    package init(of samples: [HKQuantitySample]) {
        for sample in samples where sample.quantityType.aggregationStyle == .cumulative {
            guard let series = sample.series else { continue }
            var latest = Int64.min
            ends[ObjectIdentifier(series)] = zip(series.column.offsets, series.column.durations).map {
                latest = max(latest, $0 + $1)
                return latest
            }
        }
    }

    /// How many readings of a sample may count in an interval.
    func readings(of sample: HKQuantitySample, speakingIn interval: DateInterval) -> Int {
        guard let series = sample.series else { return 1 }
        func nanoseconds(_ date: Date) -> Int64 {
            WorkoutTime.nanoseconds(of: date, since: series.origin, limit: WorkoutTime.queryLimit)
        }
        return indices(
            of: series, speakingFrom: nanoseconds(interval.start), to: nanoseconds(interval.end),
            style: sample.quantityType.aggregationStyle
        ).count
    }

    /// The readings that may count between two instants, ends included, in nanoseconds from the series' origin.
    ///
    /// There may be others among them, but of those that count none is missing.
    func indices(
        of series: QuantitySeries, speakingFrom lower: Int64, to upper: Int64,
        style: HKQuantityAggregationStyle
    ) -> Range<Int> {
        let offsets = series.column.offsets
        let end = series.column.firstIndex(after: upper)
        var start = 0
        if style == .cumulative {
            guard let ends = ends[ObjectIdentifier(series)] else { return 0..<end }
            // Those that reach into the interval, and those without a duration at its very start.
            start = min(
                ends.countOfPrefix { $0 <= lower }, offsets.countOfPrefix { $0 < lower })
        } else {
            start = max(0, series.column.firstIndex(after: lower) - 1)
            // Readings at one instant belong together.
            while start > 0, offsets[start - 1] == offsets[start] { start -= 1 }
        }
        return start..<max(start, end)
    }
}
