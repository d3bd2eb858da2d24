public import Foundation

/// What the samples of a quantity type amount to over an interval.
///
/// Averages of temporally weighted types, heart rate among them, are weighted by time over what was measured: gaps
/// and pauses do not count. What there is nothing of is nil.
public final class HKStatistics: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The type of the samples.
    public let quantityType: HKQuantityType

    /// When the interval begins.
    public let startDate: Date

    /// When the interval ends.
    public let endDate: Date

    /// The programs whose samples were counted; nil if they were not told apart.
    public let sources: [HKSource]?

    let summary: QuantitySummary
    let summaryBySource: [HKSource: QuantitySummary]
    let options: HKStatisticsOptions
    /// What the summary's offsets count from.
    let origin: Date

    /// Makes statistics of sums.
    ///
    /// - Parameters:
    ///   - quantityType: the type of the samples.
    ///   - startDate: when the interval begins.
    ///   - endDate: when it ends.
    ///   - origin: what offsets in the sums count from.
    ///   - summary: the sums over all samples.
    ///   - summaryBySource: the sums over those of each source, nil if they were not told apart.
    ///   - options: what may be asked.
    package init(
        quantityType: HKQuantityType, startDate: Date, endDate: Date, origin: Date, summary: QuantitySummary,
        summaryBySource: [HKSource: QuantitySummary]? = nil, options: HKStatisticsOptions = .everything
    ) {
        self.quantityType = quantityType
        self.startDate = startDate
        self.endDate = endDate
        self.origin = origin
        self.summary = summary
        self.summaryBySource = summaryBySource ?? [:]
        self.options = options
        sources = summaryBySource?.keys.sorted { $0.bundleIdentifier < $1.bundleIdentifier }
    }

    private func quantity(_ value: Double?, for option: HKStatisticsOptions) -> HKQuantity? {
        guard options.contains(option), let value, value.isFinite else { return nil }
        return HKQuantity(unit: quantityType.canonicalUnit, doubleValue: value)
    }

    /// The average of a discrete type.
    public func averageQuantity() -> HKQuantity? { quantity(summary.average, for: .discreteAverage) }

    /// The lowest value of a discrete type.
    public func minimumQuantity() -> HKQuantity? { quantity(summary.minimum, for: .discreteMin) }

    /// The highest value of a discrete type.
    public func maximumQuantity() -> HKQuantity? { quantity(summary.maximum, for: .discreteMax) }

    /// The latest value.
    public func mostRecentQuantity() -> HKQuantity? { quantity(summary.mostRecent, for: .mostRecent) }

    /// The sum of a cumulative type.
    public func sumQuantity() -> HKQuantity? { quantity(summary.sum, for: .cumulativeSum) }

    /// When the latest value was taken.
    public func mostRecentQuantityDateInterval() -> DateInterval? { dateInterval(summary) }

    /// How long was measured, in seconds.
    public func duration() -> HKQuantity? { duration(summary) }

    /// The average over the samples of a source.
    public func averageQuantity(for source: HKSource) -> HKQuantity? {
        quantity(summaryBySource[source]?.average, for: .discreteAverage)
    }

    /// The lowest value of a source.
    public func minimumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(summaryBySource[source]?.minimum, for: .discreteMin)
    }

    /// The highest value of a source.
    public func maximumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(summaryBySource[source]?.maximum, for: .discreteMax)
    }

    /// The latest value of a source.
    public func mostRecentQuantity(for source: HKSource) -> HKQuantity? {
        quantity(summaryBySource[source]?.mostRecent, for: .mostRecent)
    }

    /// The sum over the samples of a source.
    public func sumQuantity(for source: HKSource) -> HKQuantity? {
        quantity(summaryBySource[source]?.sum, for: .cumulativeSum)
    }

    /// When the latest value of a source was taken.
    public func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
        summaryBySource[source].flatMap(dateInterval)
    }

    /// How long a source measured, in seconds.
    public func duration(for source: HKSource) -> HKQuantity? {
        summaryBySource[source].flatMap(duration)
    }

    private func dateInterval(_ summary: QuantitySummary) -> DateInterval? {
        guard options.contains(.mostRecent), let interval = summary.mostRecentInterval else { return nil }
        return DateInterval(
            start: WorkoutTime.date(at: interval.lowerBound, since: origin),
            duration: WorkoutTime.seconds(interval.upperBound - interval.lowerBound))
    }

    private func duration(_ summary: QuantitySummary) -> HKQuantity? {
        guard options.contains(.duration) else { return nil }
        return HKQuantity(
            unit: .second(), doubleValue: WorkoutTime.seconds(summary.measuredDuration))
    }

    /// The statistics themselves, which never change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Statistics can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads statistics from an archive, or gives nil for what cannot be any.
    public convenience init?(coder: NSCoder) {
        guard let read = coder.decode(ArchivedStatistics.self, named: "statistics")?.statistics else {
            return nil
        }
        self.init(
            quantityType: read.quantityType, startDate: read.startDate, endDate: read.endDate,
            origin: read.origin, summary: read.summary,
            summaryBySource: read.sources == nil ? nil : read.summaryBySource, options: read.options)
    }

    /// Writes the statistics into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(ArchivedStatistics(self), named: "statistics")
    }
}
