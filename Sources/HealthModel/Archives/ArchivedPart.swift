/// What a part of a workout measured, as an archive holds it.
struct ArchivedPart: Codable {
    private struct Duration: Codable {
        let type: String
        let nanoseconds: Int64
    }

    private let start: Int64
    private let active: Int64
    private let paused: Int64
    private let statistics: [ArchivedStatistics]
    private let zoneGroups: [ArchivedZoneGroup]
    private let measured: [Duration]

    init(_ part: MeasuredPart) {
        start = part.interval.lowerBound
        active = part.activeDuration
        paused = part.pausedDuration
        statistics = part.statistics.sorted { $0.key.identifier < $1.key.identifier }
            .map { ArchivedStatistics($0.value) }
        zoneGroups = part.zoneGroups.sorted { $0.key.identifier < $1.key.identifier }
            .map { ArchivedZoneGroup($0.value) }
        measured = part.measuredDurations.sorted { $0.key.identifier < $1.key.identifier }
            .map { Duration(type: $0.key.identifier, nanoseconds: $0.value) }
    }

    /// The part, or nil if the archive holds none that could be a workout's.
    var part: MeasuredPart? {
        let durations = [start, active, paused] + measured.map(\.nanoseconds)
        let statistics = statistics.compactMap(\.statistics)
        let groups = zoneGroups.compactMap(\.group)
        guard durations.allSatisfy((0...WorkoutTime.limit).contains),
            statistics.count == self.statistics.count, groups.count == zoneGroups.count
        else { return nil }
        let measured = measured.map {
            (HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0.type)), $0.nanoseconds)
        }
        return MeasuredPart(
            start: start, activeDuration: active, pausedDuration: paused,
            statistics: Dictionary(statistics.map { ($0.quantityType, $0) }) { first, _ in first },
            zoneGroups: Dictionary(groups.map { ($0.configuration.quantityType, $0) }) { first, _ in first },
            measuredDurations: Dictionary(measured) { first, _ in first })
    }
}
