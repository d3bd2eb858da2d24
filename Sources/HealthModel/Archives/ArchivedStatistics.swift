import Foundation

/// Statistics as an archive holds them.
struct ArchivedStatistics: Codable {
    private struct Part: Codable {
        let name: String
        let bundleIdentifier: String
        let summary: QuantitySummary
    }

    private let type: String
    private let start: Double
    private let end: Double
    private let origin: Double
    private let summary: QuantitySummary
    private let parts: [Part]?
    private let options: UInt

    init(_ statistics: HKStatistics) {
        type = statistics.quantityType.identifier
        start = statistics.startDate.timeIntervalSinceReferenceDate
        end = statistics.endDate.timeIntervalSinceReferenceDate
        origin = statistics.origin.timeIntervalSinceReferenceDate
        summary = statistics.summary
        parts = statistics.sources?.compactMap { source in
            statistics.summaryBySource[source].map {
                Part(name: source.name, bundleIdentifier: source.bundleIdentifier, summary: $0)
            }
        }
        options = statistics.options.rawValue
    }

    /// The statistics, or nil if the archive holds none that could be of samples.
    var statistics: HKStatistics? {
        let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type))
        let dates = [start, end, origin].map(Date.init(timeIntervalSinceReferenceDate:))
        guard dates.allSatisfy(\.isOrdinary), dates[0] <= dates[1],
            ([summary] + (parts ?? []).map(\.summary)).allSatisfy({ $0.style == type.aggregationStyle })
        else { return nil }
        let pairs = parts?.map {
            (HKSource(name: $0.name, bundleIdentifier: $0.bundleIdentifier), $0.summary)
        }
        return HKStatistics(
            quantityType: type, startDate: dates[0], endDate: dates[1], origin: dates[2], summary: summary,
            summaryBySource: pairs.map { Dictionary($0) { first, _ in first } },
            options: HKStatisticsOptions(rawValue: options))
    }
}
