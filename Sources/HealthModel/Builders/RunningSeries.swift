/// The samples of one type in a workout that is under way, with totals that grow with them.
///
/// Every sample but the last has its time settled, because it ends at the latest where the next begins; the last
/// one's time is counted when totals are asked for. A late sample takes back what was settled after it. So totals
/// are at any moment, whatever the order of arrival, those of ``ZoneTotals`` over the same samples: they come from
/// the same rule, ``SampleCoverage``, in the same order.
struct RunningSeries: Sendable {
    let style: HKQuantityAggregationStyle
    let holdLimit: Int64
    private(set) var column = SampleColumn()
    private(set) var boundaries: ZoneBoundaries?

    private var settled: Settled
    /// What was settled at every 1024th sample, so that a late sample costs a step back and not a fresh start.
    private var checkpoints: [Settled] = []
    private static let checkpointDistance = 1024

    private struct Settled {
        var count = 0
        var zones: [Int64] = []
        var summary: QuantitySummary
    }

    init(style: HKQuantityAggregationStyle, holdLimit: Int64) {
        self.style = style
        self.holdLimit = holdLimit
        settled = Settled(summary: QuantitySummary(style: style))
    }

    /// Sets the zones that time is accounted to, from the first sample on.
    mutating func setBoundaries(_ boundaries: ZoneBoundaries?) {
        self.boundaries = boundaries
        checkpoints = []
        settled = empty
    }

    private var empty: Settled {
        Settled(
            zones: [Int64](repeating: 0, count: boundaries?.zoneCount ?? 0),
            summary: QuantitySummary(style: style))
    }

    /// Adds a sample, whenever it arrives.
    mutating func add(_ value: Double, at offset: Int64, lasting duration: Int64) {
        if let last = column.offsets.last, offset <= last {
            takeBack(from: offset)
            column.insert(
                value, at: offset, lasting: duration, keepsTies: style != .discreteTemporallyWeighted)
        } else {
            column.append(value, at: offset, lasting: duration)
        }
    }

    /// Takes back what was settled at and after an instant, because a sample or a pause there has become known.
    mutating func takeBack(from instant: Int64) {
        // The last sample before the instant may end there now; one at the instant may be replaced.
        let keptCount = max(0, column.firstIndex(after: instant - 1) - 1)
        guard settled.count > keptCount else { return }
        while let last = checkpoints.last, last.count > keptCount { checkpoints.removeLast() }
        settled = checkpoints.last ?? empty
    }

    /// Drops all samples after an instant, because the workout ended there.
    mutating func removeAll(after instant: Int64) {
        takeBack(from: instant)
        column.removeAll(after: instant)
    }

    private mutating func settle(_ pauses: PauseTimeline) {
        let coverage = SampleCoverage(pauses: pauses, holdLimit: holdLimit)
        while settled.count < column.count - 1 {
            count(settled.count, until: PauseTimeline.openEnd, coverage: coverage, into: &settled)
            settled.count += 1
            if settled.count % Self.checkpointDistance == 0 { checkpoints.append(settled) }
        }
    }

    private func count(_ index: Int, until end: Int64, coverage: SampleCoverage, into totals: inout Settled) {
        let next = column.offset(after: index)
        if let boundaries {
            totals.zones[boundaries.zone(of: column.values[index])] += coverage.measuredDuration(
                of: column.offsets[index], lasting: column.durations[index], next: next, within: 0..<end)
        }
        totals.summary.add(
            column, at: index, next: next, within: 0..<end, includesEnd: true, coverage: coverage)
    }

    private mutating func totals(at now: Int64, pauses: PauseTimeline) -> Settled {
        settle(pauses)
        var totals = settled
        if !column.isEmpty {
            let coverage = SampleCoverage(pauses: pauses, holdLimit: holdLimit)
            count(column.count - 1, until: now, coverage: coverage, into: &totals)
        }
        return totals
    }

    /// The time in each zone from the start until now, or nil without zones.
    ///
    /// `now` is not before any sample.
    mutating func zoneTotals(at now: Int64, pauses: PauseTimeline) -> ZoneTotals? {
        guard boundaries != nil else { return nil }
        return ZoneTotals(zones: totals(at: now, pauses: pauses).zones, interval: 0..<now, pauses: pauses)
    }

    /// What the samples from the start until now amount to.
    mutating func summary(at now: Int64, pauses: PauseTimeline) -> QuantitySummary {
        totals(at: now, pauses: pauses).summary
    }

    /// When the last sample ceases to speak, or nil without samples.
    func lapse(pauses: PauseTimeline) -> Int64? {
        guard let offset = column.offsets.last, let duration = column.durations.last else { return nil }
        return SampleCoverage(pauses: pauses, holdLimit: holdLimit)
            .end(of: offset, lasting: duration, next: PauseTimeline.openEnd)
    }

    /// The zone at an instant that is not before any sample, or nil where no sample speaks or there are no zones.
    ///
    /// A sample with a duration arrives at its end: it speaks then too, so that the next may follow on without a gap.
    func zone(at now: Int64, pauses: PauseTimeline) -> Int? {
        guard let boundaries, let value = column.values.last, let duration = column.durations.last,
            let lapse = lapse(pauses: pauses), now < lapse || duration > 0 && now == lapse,
            !pauses.contains(now)
        else { return nil }
        return boundaries.zone(of: value)
    }
}
