/// A zone configuration as an archive holds it, with the thresholds in the units that they were given in.
struct ArchivedZoneConfiguration: Codable {
    private struct Boundary: Codable {
        let value: Double
        let unit: String
    }

    private let type: String
    private let boundaries: [Boundary]
    private let source: HKWorkoutZoneConfiguration.Source

    init(_ configuration: HKWorkoutZoneConfiguration) {
        type = configuration.quantityType.identifier
        boundaries = configuration.zones.compactMap(\.maximum).map {
            Boundary(value: $0.value, unit: $0.unit.unitString)
        }
        source = configuration.source
    }

    /// The configuration.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for what cannot be one.
    func configuration() throws(HKError) -> HKWorkoutZoneConfiguration {
        try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(HKQuantityTypeIdentifier(rawValue: type)),
            zoneBoundaries: boundaries.map {
                HKQuantity(unit: HKUnit(from: $0.unit), doubleValue: $0.value)
            }, source: source)
    }
}

/// A zone group as an archive holds it.
struct ArchivedZoneGroup: Codable {
    private let configuration: ArchivedZoneConfiguration
    private let durations: [Int64]
    private let noData: Int64

    init(_ group: HKWorkoutZoneGroup) {
        configuration = ArchivedZoneConfiguration(group.configuration)
        durations = group.zoneDurations.map(\.nanoseconds)
        noData = group.noDataDuration
    }

    /// The group, or nil if the archive holds none that could be a workout's.
    var group: HKWorkoutZoneGroup? {
        guard let configuration = try? configuration.configuration(),
            durations.count == configuration.zones.count,
            (durations + [noData]).allSatisfy((0...WorkoutTime.limit).contains)
        else { return nil }
        return HKWorkoutZoneGroup(
            configuration: configuration, totals: ZoneTotals(zones: durations, noData: noData, paused: 0))
    }
}
