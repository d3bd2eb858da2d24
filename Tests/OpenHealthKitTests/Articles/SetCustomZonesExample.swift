import HealthKit

func heartRateZones(upTo beatsPerMinute: [Double]) throws -> HKWorkoutZoneConfiguration {
    let unit = HKUnit.count().unitDivided(by: .minute())
    return try HKWorkoutZoneConfiguration(
        quantityType: HKQuantityType(.heartRate),
        zoneBoundaries: beatsPerMinute.map { HKQuantity(unit: unit, doubleValue: $0) })
}

func beginRide(
    with boundaries: [Double], in builder: HKWorkoutBuilder, at date: Date
) async throws -> HKWorkoutZoneConfiguration? {
    let heartRate = HKQuantityType(.heartRate)
    do {
        try await builder.setCustomZoneConfiguration(heartRateZones(upTo: boundaries), for: heartRate)
    } catch HKError.errorInvalidArgument {
        // Not a set of zones: go on with the preferred ones.
        try await builder.setCustomZoneConfiguration(nil, for: heartRate)
    }
    try await builder.beginCollection(at: date)
    return try await builder.zoneConfiguration(for: heartRate)
}
