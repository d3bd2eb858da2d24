/// How much time each sample speaks for.
///
/// A sample holds until the next one of its type, at most for the hold limit and not into a pause; a sample that
/// falls into a pause speaks for nothing, so after a resume the first new sample starts again. A sample with a
/// duration of its own covers that span less what is paused in it, until the next sample takes over.
package struct SampleCoverage: Hashable, Sendable {
    /// When the workout stands still.
    package let pauses: PauseTimeline
    /// How long a sample without a duration holds at most, in nanoseconds.
    package let holdLimit: Int64

    /// Makes the rule for a workout's pauses and a type's hold limit in nanoseconds.
    package init(pauses: PauseTimeline = PauseTimeline(), holdLimit: Int64) {
        self.pauses = pauses
        self.holdLimit = holdLimit
    }

    /// When a sample ceases to speak, given when the next sample of its type begins.
    package func end(of offset: Int64, lasting duration: Int64, next: Int64) -> Int64 {
        if duration > 0 { return min(offset + duration, next) }
        if pauses.ranges.isEmpty { return min(offset + holdLimit, next) }
        if pauses.contains(offset) { return offset }
        return min(offset + holdLimit, next, pauses.nextStart(after: offset))
    }

    /// The part of a range that is not paused, in nanoseconds.
    package func activeDuration(of range: Range<Int64>) -> Int64 {
        range.upperBound - range.lowerBound - pauses.duration(within: range)
    }

    /// How much active time the sample between two others speaks for inside an interval, in nanoseconds.
    package func measuredDuration(
        of offset: Int64, lasting duration: Int64, next: Int64, within interval: Range<Int64>
    ) -> Int64 {
        let end = end(of: offset, lasting: duration, next: next)
        let lower = max(offset, interval.lowerBound)
        let upper = min(end, interval.upperBound)
        guard lower < upper else { return 0 }
        // Only a sample with its own duration can reach over a pause; the others end at it.
        return duration > 0 ? activeDuration(of: lower..<upper) : upper - lower
    }

    /// The samples that speak inside an interval with the time each speaks for.
    package func measured(_ column: SampleColumn, within interval: Range<Int64>) -> MeasuredColumn {
        // Each sample ends at the latest where the next begins: of those before the interval only the last counts.
        let first = max(0, column.firstIndex(after: interval.lowerBound) - 1)
        let last = column.firstIndex(after: interval.upperBound)
        guard first < last else { return MeasuredColumn(values: [], durations: []) }
        var durations: [Int64] = []
        durations.reserveCapacity(last - first)
        for index in first..<last {
            let next = index + 1 < column.count ? column.offsets[index + 1] : PauseTimeline.openEnd
            durations.append(
                measuredDuration(
                    of: column.offsets[index], lasting: column.durations[index], next: next, within: interval)
            )
        }
        return MeasuredColumn(values: Array(column.values[first..<last]), durations: durations)
    }
}
