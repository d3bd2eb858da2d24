import HealthModel

/// The zones of a quantity as FIT files have them.
///
/// Garmin's arrays count from a zone 0 that lies below zone 1: the boundaries are the upper edges of zones 0 to n, and
/// there is one time more, that above the last edge. Ours are zones 1 to n, as people count them: zone 0 ends at 0 and
/// zone n at the greatest value that the field holds or, for heart rate, at the person's maximum; both outer times are
/// none, because our first zone has no floor and our last no ceiling.
///
/// Boundaries are whole numbers there. A fraction is rounded up: a whole reading is at or above 75.6 exactly where it is
/// at or above 76, so a reader who counts again comes to the same zones. The times are always those of our own edges.
struct FITZones {
    /// The upper edges of zone 0 and of ours.
    let boundaries: [Double]
    /// How the edges were worked out, as the profile numbers it.
    let calculation: Int

    /// Takes a configuration; `ceiling` is the edge above the last zone.
    init(_ configuration: HKWorkoutZoneConfiguration, ceiling: Double) {
        let edges = configuration.boundaries.edges.map { min($0.rounded(.up), ceiling) }
        boundaries = [0] + edges + [ceiling]
        switch configuration.source {
        case .system:
            calculation =
                configuration.quantityType == HKQuantityType(.heartRate)
                ? FITProfile.ZonesTarget.percentOfHeartRateReserve
                : FITProfile.ZonesTarget.percentOfThresholdPower
        case .user, .app: calculation = FITProfile.ZonesTarget.custom
        }
    }

    /// Times of zones 0 to n and of that above, in seconds.
    static func times(milliseconds: [Int64]) -> [Double] {
        [0] + milliseconds.map { Double($0) / 1000 } + [0]
    }

    /// The heart-rate zones of a workout, or nil if it has none.
    static func heartRate(of workout: HKWorkout, maximum: Double?) -> FITZones? {
        guard let group = workout.zoneGroup(for: HKQuantityType(.heartRate)) else { return nil }
        let limit = Double(FITProfile.HeartRateZone.highBPM.type.integers?.upperBound ?? 0)
        let lastEdge = group.configuration.boundaries.edges.last ?? 0
        let measured = workout.statistics(for: HKQuantityType(.heartRate))?.maximumQuantity()?
            .value(in: HKQuantityType(.heartRate).canonicalUnit)
        // A maximum that the workout itself disproves would put time above the last zone.
        let isUsable = maximum.map { $0 > lastEdge && $0 <= limit && $0 > measured ?? 0 } ?? false
        return FITZones(group.configuration, ceiling: isUsable ? (maximum ?? limit).rounded(.up) : limit)
    }

    /// The power zones of a workout, or nil if it has none.
    static func power(of workout: HKWorkout) -> FITZones? {
        workout.zoneGroup(for: HKQuantityType(.cyclingPower)).map {
            FITZones(
                $0.configuration,
                ceiling: Double(FITProfile.PowerZone.highValue.type.integers?.upperBound ?? 0))
        }
    }
}
