/// The times at which a workout stands still, in nanoseconds from its start.
package struct PauseTimeline: Hashable, Sendable {
    /// The end of a pause that nothing has ended yet: later than any instant of a workout, safe to add to.
    package static let openEnd: Int64 = 1 << 62

    /// The pauses, ascending, apart from each other and none of them empty.
    package let ranges: [Range<Int64>]
    /// How much pause lies before each range.
    private let totalBefore: [Int64]

    /// Makes a timeline of pauses in any order; those that overlap or touch become one.
    package init(_ pauses: [Range<Int64>] = []) {
        var merged: [Range<Int64>] = []
        for pause in pauses.sorted(by: { $0.lowerBound < $1.lowerBound }) where !pause.isEmpty {
            if let last = merged.last, pause.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, pause.upperBound)
            } else {
                merged.append(pause)
            }
        }
        var total: Int64 = 0
        var totals: [Int64] = []
        for range in merged {
            totals.append(total)
            total += range.upperBound - range.lowerBound
        }
        ranges = merged
        totalBefore = totals
    }

    /// How many pauses begin at or before an instant.
    private func countStarted(by instant: Int64) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound > instant { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether an instant is paused; that of the resume is not.
    package func contains(_ instant: Int64) -> Bool {
        let started = countStarted(by: instant)
        return started > 0 && instant < ranges[started - 1].upperBound
    }

    /// When the next pause after an instant begins, or ``openEnd``.
    package func nextStart(after instant: Int64) -> Int64 {
        let started = countStarted(by: instant)
        return started < ranges.count ? ranges[started].lowerBound : Self.openEnd
    }

    /// How much of a time range is paused, in nanoseconds.
    package func duration(within range: Range<Int64>) -> Int64 {
        ranges.isEmpty ? 0 : duration(before: range.upperBound) - duration(before: range.lowerBound)
    }

    private func duration(before instant: Int64) -> Int64 {
        let started = countStarted(by: instant)
        guard started > 0 else { return 0 }
        let last = ranges[started - 1]
        return totalBefore[started - 1] + min(instant, last.upperBound) - last.lowerBound
    }

    /// The first instant that only one of two timelines says is paused, or nil if they are the same.
    func firstDifference(from other: PauseTimeline) -> Int64? {
        for index in 0..<max(ranges.count, other.ranges.count) {
            guard index < ranges.count else { return other.ranges[index].lowerBound }
            guard index < other.ranges.count else { return ranges[index].lowerBound }
            let (mine, others) = (ranges[index], other.ranges[index])
            if mine.lowerBound != others.lowerBound { return min(mine.lowerBound, others.lowerBound) }
            if mine.upperBound != others.upperBound { return min(mine.upperBound, others.upperBound) }
        }
        return nil
    }
}
