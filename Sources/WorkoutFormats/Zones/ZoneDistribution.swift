import HealthModel

/// The time in each zone, without data and paused, as a person reads it in the terminal and in pictures.
///
/// People count zones from 1. Times are rounded together, so that they add up to the elapsed time; so are shares, which
/// are of the active time and add up to 100 %.
struct ZoneDistribution {
    /// A zone or what lies beside the zones.
    struct Row {
        /// The index of the zone, or nil for what lies beside them.
        let zone: Int?
        /// The zone's thresholds, the upper of which is in the next zone, or what else the row is.
        let label: String
        /// In nanoseconds.
        let duration: Int64
        /// In whole seconds.
        let seconds: Int64
        /// The share of the active time in tenths of a percent; nil for the pause.
        let tenthsOfPercent: Int64?
    }

    let type: HKQuantityType
    /// How many zones there are.
    let zoneCount: Int
    /// The zones, lowest first, then the time without data and, where there is any, the paused time.
    let rows: [Row]

    /// Lays out a group of zones beside a paused time in nanoseconds.
    init(_ group: HKWorkoutZoneGroup, pausedDuration: Int64) {
        type = group.configuration.quantityType
        let unit = type.canonicalUnit
        zoneCount = group.configuration.zones.count
        let durations = group.zoneDurations.map(\.nanoseconds) + [group.noDataDuration]
        let seconds = CumulativeRounding.split(durations + [pausedDuration], unit: 1_000_000_000)
        let shares = Self.tenthsOfPercent(durations)
        var rows = group.zoneDurations.enumerated().map { index, zone in
            Row(
                zone: index, label: Self.bounds(zone.zone, in: unit), duration: zone.nanoseconds,
                seconds: seconds[index], tenthsOfPercent: shares[index])
        }
        rows.append(
            Row(
                zone: nil, label: "no data", duration: group.noDataDuration, seconds: seconds[rows.count],
                tenthsOfPercent: shares[rows.count]))
        if pausedDuration > 0 {
            rows.append(
                Row(
                    zone: nil, label: "paused", duration: pausedDuration, seconds: seconds[rows.count],
                    tenthsOfPercent: nil))
        }
        self.rows = rows
    }

    /// The quantity whose zones these are, with its unit.
    var heading: (title: String, unit: String) {
        switch PublishedQuantity(type) {
        case .heartRate: ("Heart-rate zones", "bpm")
        case .cyclingPower: ("Power zones", "W")
        default: ("Zones", "\(type.canonicalUnit)")
        }
    }

    private static func bounds(_ zone: HKWorkoutZone, in unit: HKUnit) -> String {
        let minimum = zone.minimum?.value(in: unit).map(NumberText.short)
        let maximum = zone.maximum?.value(in: unit).map(NumberText.short)
        return switch (minimum, maximum) {
        case (nil, nil): "all"
        case (nil, let maximum?): "below \(maximum)"
        case (let minimum?, nil): "from \(minimum)"
        case (let minimum?, let maximum?): "\(minimum) – \(maximum)"
        }
    }

    /// The shares of parts in tenths of a percent; those that were rounded down most get what is left to 100 %.
    static func tenthsOfPercent(_ parts: [Int64]) -> [Int64] {
        let total = parts.reduce(0, +)
        guard total > 0 else { return parts.map { _ in 0 } }
        // A workout of months times a thousand needs more than 64 bits.
        let exact = parts.map { total.dividingFullWidth($0.multipliedFullWidth(by: 1000)) }
        var shares = exact.map(\.quotient)
        let largest = exact.indices.sorted { exact[$0].remainder > exact[$1].remainder }
        for index in largest.prefix(Int(1000 - shares.reduce(0, +))) { shares[index] += 1 }
        return shares
    }
}
