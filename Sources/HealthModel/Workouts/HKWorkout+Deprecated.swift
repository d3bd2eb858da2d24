public import Foundation

/// Workouts made without a builder, as code from before iOS 17 makes them. They have no series, so no zones.
extension HKWorkout {
    /// Makes a workout of a start and an end.
    @available(*, deprecated, message: "Use HKWorkoutBuilder.")
    public convenience init(activityType: HKWorkoutActivityType, start: Date, end: Date) {
        self.init(activityType, start, end, [], WorkoutTotals(), nil, nil)
    }

    /// Makes a workout with events and totals.
    @available(*, deprecated, message: "Use HKWorkoutBuilder.")
    public convenience init(
        activityType: HKWorkoutActivityType, start: Date, end: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            activityType, start, end, workoutEvents ?? [],
            WorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), nil, metadata)
    }

    /// Makes a workout with events, totals and a device.
    @available(*, deprecated, message: "Use HKWorkoutBuilder.")
    public convenience init(
        activityType: HKWorkoutActivityType, start: Date, end: Date, workoutEvents: [HKWorkoutEvent]?,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType, start, end, workoutEvents ?? [],
            WorkoutTotals(energyBurned: totalEnergyBurned, distance: totalDistance), device, metadata)
    }

    /// Makes a workout of a duration in seconds, where 0 is from start to end.
    @available(*, deprecated, message: "Use HKWorkoutBuilder.")
    public convenience init(
        activityType: HKWorkoutActivityType, start: Date, end: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            activityType, start, end, [],
            WorkoutTotals(
                duration: duration == 0 ? nil : duration, energyBurned: totalEnergyBurned,
                distance: totalDistance), nil, metadata)
    }

    /// Makes a workout of a duration in seconds, where 0 is from start to end, and a device.
    @available(*, deprecated, message: "Use HKWorkoutBuilder.")
    public convenience init(
        activityType: HKWorkoutActivityType, start: Date, end: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            activityType, start, end, [],
            WorkoutTotals(
                duration: duration == 0 ? nil : duration, energyBurned: totalEnergyBurned,
                distance: totalDistance), device, metadata)
    }

    private convenience init(
        _ activityType: HKWorkoutActivityType, _ start: Date, _ end: Date, _ events: [HKWorkoutEvent],
        _ totals: WorkoutTotals, _ device: HKDevice?, _ metadata: [String: Any]?
    ) {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activityType
        let sorted = events.sorted { $0.dateInterval.start < $1.dateInterval.start }
        let series = WorkoutSeries(
            start: start, pauses: PauseTimeline(events: sorted, since: start).ranges,
            elapsed: WorkoutTime.nanoseconds(of: end, since: start))
        let activity = HKWorkoutActivity(
            uuid: UUID(), workoutConfiguration: configuration, start: start, end: end, metadata: nil,
            events: sorted, measured: MeasuredPart(of: series, zoneConfigurations: [:]))
        self.init(
            configuration: configuration, start: start, end: end, device: device, metadata: metadata,
            events: sorted, activities: [activity], series: series, totals: totals)
    }
}
