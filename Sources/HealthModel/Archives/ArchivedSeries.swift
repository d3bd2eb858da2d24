import Foundation

/// The series of a workout as an archive holds it.
struct ArchivedSeries: Codable {
    private struct Column: Codable {
        let type: String
        let samples: SampleColumn
    }

    private let start: Double
    private let columns: [Column]
    private let heartbeats: HeartbeatColumn
    private let pauses: [[Int64]]
    private let elapsed: Int64

    init(_ series: WorkoutSeries) {
        start = series.start.timeIntervalSinceReferenceDate
        columns = series.columns.sorted { $0.key.identifier < $1.key.identifier }
            .map { Column(type: $0.key.identifier, samples: $0.value) }
        heartbeats = series.heartbeats
        pauses = series.pauses.map { [$0.lowerBound, $0.upperBound] }
        elapsed = series.elapsed
    }

    /// The series, or nil if the archive holds none that could be a workout's.
    var series: WorkoutSeries? {
        var ranges: [Range<Int64>] = []
        for pause in pauses {
            guard pause.count == 2, pause[0] <= pause[1] else { return nil }
            ranges.append(pause[0]..<pause[1])
        }
        let date = Date(timeIntervalSinceReferenceDate: start)
        guard date.isOrdinary else { return nil }
        let pairs = columns.map { (HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0.type)), $0.samples) }
        return WorkoutSeries(
            start: date, columns: Dictionary(pairs) { first, _ in first }, heartbeats: heartbeats,
            pauses: ranges, elapsed: elapsed)
    }
}
