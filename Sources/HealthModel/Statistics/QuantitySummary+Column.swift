extension QuantitySummary {
    /// Sums up the samples of a column over an interval.
    ///
    /// A sample from before the interval counts where it still speaks inside. One at the very end of the interval
    /// belongs to the next, unless `includesEnd`. A cumulative sample that lies partly outside counts by its share.
    package init(
        of column: SampleColumn, within interval: Range<Int64>, includesEnd: Bool = true,
        style: HKQuantityAggregationStyle, coverage: SampleCoverage
    ) {
        self.init(style: style)
        for index in column.indices(within: interval, style: style) {
            let next = column.offset(after: index)
            add(
                column, at: index, next: next, within: interval, includesEnd: includesEnd, coverage: coverage)
        }
    }

    /// Adds one sample of a column, as far as it lies in an interval.
    mutating func add(
        _ column: SampleColumn, at index: Int, next: Int64, within interval: Range<Int64>, includesEnd: Bool,
        coverage: SampleCoverage
    ) {
        let offset = column.offsets[index]
        let duration = column.durations[index]
        let isInside =
            offset >= interval.lowerBound
            && (offset < interval.upperBound || includesEnd && offset == interval.upperBound)
        let span = offset..<(offset + duration)
        if style == .cumulative {
            let covered = span.clamped(to: interval)
            let length = covered.upperBound - covered.lowerBound
            guard isInside || length > 0 else { return }
            let share = duration > 0 ? Double(length) / Double(duration) : 1
            add(column.values[index], at: span, speakingFor: length, share: share, isPaused: false)
            return
        }
        let measured = coverage.measuredDuration(of: offset, lasting: duration, next: next, within: interval)
        guard isInside || measured > 0 else { return }
        add(
            column.values[index], at: span, speakingFor: measured,
            isPaused: coverage.pauses.contains(offset))
    }
}

extension SampleColumn {
    /// When the sample after one begins, or a time later than any.
    func offset(after index: Int) -> Int64 {
        index + 1 < offsets.count ? offsets[index + 1] : PauseTimeline.openEnd
    }

    /// The samples that can matter to an interval.
    ///
    /// A discrete sample ends at the latest where the next begins, so of those before the interval only the last
    /// counts; cumulative ones may overlap, so that all before may.
    fileprivate func indices(within interval: Range<Int64>, style: HKQuantityAggregationStyle) -> Range<Int> {
        let end = firstIndex(after: interval.upperBound)
        let start = style == .cumulative ? 0 : max(0, firstIndex(after: interval.lowerBound) - 1)
        return start..<max(start, end)
    }
}
