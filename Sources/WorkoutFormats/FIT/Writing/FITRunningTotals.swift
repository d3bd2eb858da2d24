import HealthModel

/// Sums that grow over a workout, as they are when each second begins.
enum FITRunningTotals {
    /// The distance in metres: what was measured as such, else speed over the time that it was measured.
    static func distance(of series: WorkoutSeries) -> [Double]? {
        if let column = column(.distanceCycling, series) {
            return totals(series) { add in
                for index in 0..<column.count {
                    let offset = column.offsets[index]
                    let duration = column.durations[index]
                    add(offset..<(offset + duration), column.values[index])
                }
            }
        }
        return integral(.cyclingSpeed, series)
    }

    /// The work in joules.
    static func work(of series: WorkoutSeries) -> [Double]? { integral(.cyclingPower, series) }

    /// A rate a second, added up over the active time in which its samples speak.
    private static func integral(_ quantity: FITQuantity, _ series: WorkoutSeries) -> [Double]? {
        guard let type = quantity.type, let column = column(quantity, series) else { return nil }
        let coverage = series.coverage(of: type)
        return totals(series) { add in
            for index in 0..<column.count {
                let offset = column.offsets[index]
                let next = index + 1 < column.count ? column.offsets[index + 1] : PauseTimeline.openEnd
                let end = coverage.end(of: offset, lasting: column.durations[index], next: next)
                guard offset < end else { continue }
                let active = Double(coverage.activeDuration(of: offset..<end)) / 1e9
                add(offset..<end, column.values[index] * active)
            }
        }
    }

    private static func column(_ quantity: FITQuantity, _ series: WorkoutSeries) -> SampleColumn? {
        guard let type = quantity.type, let column = series.columns[type], !column.isEmpty else { return nil }
        return column
    }

    /// Spreads amounts evenly over their spans and adds up what lies before each second.
    private static func totals(
        _ series: WorkoutSeries, _ amounts: ((Range<Int64>, Double) -> Void) -> Void
    ) -> [Double] {
        let second: Int64 = 1_000_000_000
        let count = max(1, Int((series.elapsed + second - 1) / second))
        var within = [Double](repeating: 0, count: count)
        amounts { span, amount in
            let span = span.isEmpty ? span.lowerBound..<(span.lowerBound + 1) : span
            let length = Double(span.upperBound - span.lowerBound)
            var lower = max(0, span.lowerBound)
            let end = min(span.upperBound, Int64(count) * second)
            while lower < end {
                let slot = Int(lower / second)
                let upper = min(end, Int64(slot + 1) * second)
                within[slot] += amount * (Double(upper - lower) / length)
                lower = upper
            }
        }
        var total = 0.0
        return within.map { amount in
            defer { total += amount }
            return total
        }
    }
}
