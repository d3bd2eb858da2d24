public import Foundation

/// Statistics of one type for every interval of a calendar.
public final class HKStatisticsCollection: NSObject, Sendable {
    private let quantityType: HKQuantityType
    private let buckets: CalendarBuckets
    private let statisticsByIndex: [Int: HKStatistics]
    private let allSources: Set<HKSource>

    init(
        type: HKQuantityType, buckets: CalendarBuckets, statistics: [Int: HKStatistics],
        sources: Set<HKSource>
    ) {
        quantityType = type
        self.buckets = buckets
        statisticsByIndex = statistics
        allSources = sources
    }

    /// The statistics of the interval that a date lies in, or nil if nothing was measured in it.
    public func statistics(for date: Date) -> HKStatistics? {
        date.isOrdinary ? statisticsByIndex[buckets.index(of: date)] : nil
    }

    /// The statistics of all intervals in which something was measured, in order of time.
    public func statistics() -> [HKStatistics] {
        statisticsByIndex.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Gives the statistics of every interval from the one that a date lies in to that of another, in order.
    ///
    /// An interval in which nothing was measured has statistics whose quantities are nil. The block sets its second
    /// argument to end early.
    public func enumerateStatistics(
        from startDate: Date, to endDate: Date,
        with block: (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        guard startDate.isOrdinary, endDate.isOrdinary, startDate <= endDate else { return }
        var stop = ObjCBool(false)
        var index = buckets.index(of: startDate)
        while !stop.boolValue, buckets.start(of: index) <= endDate {
            block(statisticsByIndex[index] ?? emptyStatistics(index), &stop)
            index += 1
        }
    }

    /// The programs whose samples were counted.
    public func sources() -> Set<HKSource> { allSources }

    private func emptyStatistics(_ index: Int) -> HKStatistics {
        let interval = buckets.interval(of: index)
        return HKStatistics(
            quantityType: quantityType, startDate: interval.start, endDate: interval.end,
            origin: interval.start,
            summary: QuantitySummary(style: quantityType.aggregationStyle))
    }
}
