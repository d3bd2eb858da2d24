import HealthKit

func shares(of workout: HKWorkout, countedBy configuration: HKWorkoutZoneConfiguration) -> [Double]? {
    guard let group = workout.zoneGroup(countedBy: configuration) else { return nil }
    let total = group.zoneDurations.reduce(0) { $0 + $1.duration }
    return group.zoneDurations.map { total > 0 ? $0.duration / total : 0 }
}

func weeks(
    in interval: DateInterval, countedBy configuration: HKWorkoutZoneConfiguration, calendar: Calendar,
    from store: HKHealthStore
) async throws -> [[TimeInterval]] {
    let periods = try await store.workoutZonePeriods(
        countedBy: configuration, in: interval, by: .weekOfYear, calendar: calendar)
    return periods.map { $0.zoneGroup.zoneDurations.map(\.duration) }
}

func samples(
    of workout: HKWorkout, _ quantityType: HKQuantityType, in store: HKHealthStore
) async throws -> [HKQuantitySample] {
    let query = HKQuantitySeriesSampleQueryDescriptor(
        predicate: .quantitySample(type: quantityType, predicate: HKQuery.predicateForObjects(from: workout)))
    var samples: [HKQuantitySample] = []
    for try await result in query.results(for: store) {
        let interval = result.dateInterval
        samples.append(
            HKQuantitySample(
                type: quantityType, quantity: result.quantity, start: interval.start, end: interval.end))
    }
    return samples
}

func zoneGroup(
    of workout: HKWorkout, sortedInto configuration: HKWorkoutZoneConfiguration, in store: HKHealthStore
) async throws -> HKWorkoutZoneGroup? {
    let quantityType = configuration.quantityType
    let builder = HKWorkoutBuilder(
        healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
    defer { builder.discardWorkout() }
    try await builder.setCustomZoneConfiguration(configuration, for: quantityType)
    try await builder.beginCollection(at: workout.startDate)
    try await builder.addWorkoutEvents(workout.workoutEvents ?? [])
    try await builder.addSamples(samples(of: workout, quantityType, in: store))
    try await builder.endCollection(at: workout.endDate)
    return builder.zoneGroup(for: quantityType)
}
