/// How much time was spent at each value of a type: what is left of samples when their order is let go.
///
/// How long a sample speaks depends on the other samples, the pauses and the hold limit, never on zones. So the time
/// at each value is enough to count by any zones, to the nanosecond, and a year of workouts is a few thousand values.
package struct ValueDistribution: Hashable, Sendable {
    /// The values, each once, ascending, with the time at each.
    private let measured: MeasuredColumn
    /// The active time in which no sample spoke, in nanoseconds.
    package let noData: Int64

    /// The values, each once, ascending, in the canonical unit of their type.
    package var values: [Double] { measured.values }
    /// The time at each value, in nanoseconds; none is 0.
    package var durations: [Int64] { measured.durations }
    /// All measured time, in nanoseconds.
    package var total: Int64 { measured.total }

    /// Makes a distribution of values in any order, each with the time at it in nanoseconds.
    ///
    /// Equal values become one; those without time are left out.
    /// - Parameters:
    ///   - column: the values with the time at each.
    ///   - noData: the active time in which no sample spoke, in nanoseconds.
    package init(of column: MeasuredColumn, noData: Int64) {
        self.noData = noData
        if Self.isDistribution(column) {
            measured = column
            return
        }
        var times: [Double: Int64] = [:]
        for (value, duration) in zip(column.values, column.durations) where duration > 0 {
            times[value, default: 0] += duration
        }
        let sorted = times.sorted { $0.key < $1.key }
        measured = MeasuredColumn(values: sorted.map(\.key), durations: sorted.map(\.value))
    }

    private static func isDistribution(_ column: MeasuredColumn) -> Bool {
        zip(column.values, column.values.dropFirst()).allSatisfy { $0 < $1 }
            && column.durations.allSatisfy { $0 > 0 }
    }

    /// Makes the distribution of a type over an interval of a workout; nil if no sensor provided the type.
    ///
    /// The interval is in nanoseconds from the start; without one, it is the whole workout.
    package init?(of series: WorkoutSeries, _ type: HKQuantityType, within interval: Range<Int64>? = nil) {
        let interval = series.clamped(interval)
        guard series.columns[type]?.isEmpty == false,
            let column = series.measuredColumn(for: type, within: interval)
        else { return nil }
        self.init(of: column, noData: series.activeDuration(within: interval) - column.total)
    }

    /// The time in each zone, in nanoseconds: what the samples themselves give.
    package func zoneDurations(_ boundaries: ZoneBoundaries) -> [Int64] {
        boundaries.durations(of: measured)
    }

    /// The time-weighted mean, in the canonical unit of the type, or nil if no time was measured.
    package var mean: Double? {
        let total = total
        guard total > 0 else { return nil }
        return zip(values, durations).reduce(0) { $0 + $1.0 * (Double($1.1) / Double(total)) }
    }

    /// Two distributions together.
    package static func + (left: ValueDistribution, right: ValueDistribution) -> ValueDistribution {
        ValueDistribution(
            of: MeasuredColumn(
                values: left.values + right.values, durations: left.durations + right.durations),
            noData: left.noData + right.noData)
    }
}
