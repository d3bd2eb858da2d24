import Foundation

/// A question for statistics that makes sense: a quantity type, and options that fit it.
struct StatisticsRequest: Sendable {
    let predicate: HKSamplePredicate<HKQuantitySample>
    let type: HKQuantityType
    let options: HKStatisticsOptions

    /// - Throws: `HKError` with `errorInvalidArgument` for options that do not fit the type.
    init(
        _ predicate: HKSamplePredicate<HKQuantitySample>, _ options: HKStatisticsOptions
    ) throws(HKError) {
        guard let type = predicate.sampleType as? HKQuantityType, type.isKnown else {
            throw HKError(.errorInvalidArgument, "\(predicate.sampleType) is not a quantity type.")
        }
        try options.validate(for: type)
        self.predicate = predicate
        self.type = type
        self.options = options
    }

    /// The dates between which the predicate looks, as far as it says.
    private var bounds: DateBounds { predicate.nsPredicate?.dateBounds ?? .unbounded }

    /// The statistics of all samples, over the predicate's dates or, where it is open, from the first to the last.
    func statistics(in store: HKHealthStore) async throws(HKError) -> HKStatistics? {
        let samples = try await samples(in: store)
        guard let first = samples.map(\.startDate).min(), let last = samples.map(\.endDate).max() else {
            return nil
        }
        let start = bounds.lower == .distantPast ? first : bounds.lower
        let end = bounds.upper == .distantFuture ? last : bounds.upper
        return HKStatistics.of(samples, type: type, from: start, to: end, options: options)
    }

    /// The statistics of each interval of the calendar in which there are any.
    func collection(
        _ anchorDate: Date, _ intervalComponents: DateComponents, in store: HKHealthStore
    ) async throws(HKError) -> HKStatisticsCollection {
        let buckets = try CalendarBuckets(anchor: anchorDate, components: intervalComponents)
        let samples = try await samples(in: store)
        let reach = SeriesReach(of: samples)
        let parts = try sort(samples, into: buckets).map { index, samples in
            (index: index, interval: buckets.interval(of: index), samples: samples)
        }
        // Each reading is counted once without asking.
        var remaining = samples.reduce(Self.assignmentLimit) { $0 + $1.count }
        for part in parts where type.aggregationStyle == .cumulative {
            for sample in part.samples {
                remaining -= reach.readings(of: sample, speakingIn: part.interval)
                if remaining < 0 { throw tooMany(sample) }
            }
        }
        var statistics: [Int: HKStatistics] = [:]
        for part in parts {
            statistics[part.index] = HKStatistics.of(
                part.samples, type: type, from: part.interval.start, to: part.interval.end,
                options: options, reach: reach)
        }
        return HKStatisticsCollection(
            type: type, buckets: buckets, statistics: statistics,
            sources: Set(samples.map(\.sourceRevision.source)))
    }

    private func samples(in store: HKHealthStore) async throws(HKError) -> [HKQuantitySample] {
        try await store.fetch([predicate]).filter { !$0.hasUndeterminedDuration }
            .sorted { $0.startDate < $1.startDate }
    }

    /// How many times samples may be counted in intervals, and readings again in others: a sample of a year in intervals
    /// of a second is a mistake.
    private static let assignmentLimit = 10_000_000

    /// Puts every sample into each interval in which it speaks.
    private func sort(
        _ samples: [HKQuantitySample], into buckets: CalendarBuckets
    ) throws(HKError) -> [Int: [HKQuantitySample]] {
        let hold =
            type.aggregationStyle == .discreteTemporallyWeighted
            ? WorkoutTime.seconds(HoldLimit.nanoseconds(for: type)) : 0
        var sorted: [Int: [HKQuantitySample]] = [:]
        var remaining = Self.assignmentLimit
        // Samples come in order of time, so the interval of one is mostly that of the next.
        var first = 0
        var dates = buckets.interval(of: first)
        for sample in samples {
            if sample.startDate < dates.start || sample.startDate >= dates.end {
                first = buckets.index(of: sample.startDate)
                dates = buckets.interval(of: first)
            }
            // The last reading of a series is a moment too, or may be.
            let holds = sample.startDate == sample.endDate || sample.series != nil
            let end = holds ? sample.endDate.addingTimeInterval(hold) : sample.endDate
            var last = first
            if end > dates.end {
                last = buckets.index(of: end)
                // What ends where an interval starts is not in it.
                if buckets.start(of: last) == end { last -= 1 }
            }
            remaining -= last - first + 1
            if remaining < 0 { throw tooMany(sample) }
            for index in first...last { sorted[index, default: []].append(sample) }
        }
        return sorted
    }

    private func tooMany(_ sample: HKQuantitySample) -> HKError {
        HKError(.errorDataSizeExceeded, "The intervals are too short for samples as long as \(sample).")
    }
}
