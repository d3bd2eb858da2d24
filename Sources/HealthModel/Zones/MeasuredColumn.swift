/// Values with the time that each was measured for: what is left of samples once gaps and pauses are worked out.
///
/// Kept beside a stored workout it lets any zone configuration be applied in one pass, without the pauses, the
/// hold limit or the samples' times.
package struct MeasuredColumn: Hashable, Sendable {
    /// The values, in the canonical unit of their type.
    package let values: [Double]
    /// How long each value was measured for, in nanoseconds; as many as there are values.
    package let durations: [Int64]

    /// Makes a column of equally many values and durations in nanoseconds; a surplus of either is left out.
    package init(values: [Double], durations: [Int64]) {
        let count = min(values.count, durations.count)
        self.values = values.count == count ? values : Array(values.prefix(count))
        self.durations = durations.count == count ? durations : Array(durations.prefix(count))
    }

    /// All measured time, in nanoseconds.
    package var total: Int64 { durations.reduce(0, &+) }
}
