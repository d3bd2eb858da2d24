import HealthKit

func requestAccess(to store: HKHealthStore) async throws {
    try await store.requestAuthorization(
        toShare: [.workoutType(), HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)],
        read: [.workoutType(), HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)])
}

func latestRide(in store: HKHealthStore) async throws -> HKWorkout? {
    let query = HKSampleQueryDescriptor(
        predicates: [.workout(HKQuery.predicateForWorkouts(with: .cycling))],
        sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
        limit: 1)
    return try await query.result(for: store).first
}

func zoneTable(of workout: HKWorkout, for quantityType: HKQuantityType) -> [String] {
    guard let group = workout.zoneGroup(for: quantityType) else { return [] }
    return group.zoneDurations.map { zoneDuration in
        let zone = zoneDuration.zone
        let from = zone.minimum?.description ?? "0"
        let to = zone.maximum?.description ?? "open"
        return "Zone \(zone.index + 1), \(from) to \(to): \(Int(zoneDuration.duration)) s"
    }
}

func zoneTables(ofActivitiesIn workout: HKWorkout) -> [[TimeInterval]] {
    workout.workoutActivities.map { activity in
        let group = activity.zoneGroup(for: HKQuantityType(.heartRate))
        return group?.zoneDurations.map(\.duration) ?? []
    }
}
