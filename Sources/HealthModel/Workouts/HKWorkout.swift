public import Foundation

/// A finished workout: what was done, when, and all that was measured.
///
/// Its zones are counted by the configurations of its own time, which stay with it; changing age, threshold power or
/// zones later changes nothing in it.
public final class HKWorkout: HKSample, @unchecked Sendable {
    // Unchecked as its superclass is; what it adds is constant.

    /// What was done.
    public let workoutActivityType: HKWorkoutActivityType

    /// The parts of the workout; a workout made by a builder has at least one.
    public let workoutActivities: [HKWorkoutActivity]

    /// All that was measured, in columns.
    package let series: WorkoutSeries

    /// The zone configurations that the workout was counted by.
    package let zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration]

    /// The sensors that took part.
    package let sensors: [WorkoutSensor]

    private let configuration: HKWorkoutConfiguration
    private let events: [HKWorkoutEvent]
    private let measured: MeasuredPart
    /// What the deprecated initialisers were told instead of samples.
    package let totals: WorkoutTotals

    /// Makes a workout of all that was measured in it.
    package init(
        uuid: UUID? = nil, configuration: HKWorkoutConfiguration, start: Date, end: Date, device: HKDevice?,
        metadata: [String: Any]?, events: [HKWorkoutEvent], activities: [HKWorkoutActivity],
        series: WorkoutSeries, zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:],
        sensors: [WorkoutSensor] = [], totals: WorkoutTotals = WorkoutTotals()
    ) {
        self.configuration = configuration.duplicate
        workoutActivityType = configuration.activityType
        workoutActivities = activities
        self.series = series
        self.zoneConfigurations = zoneConfigurations
        self.sensors = sensors
        self.events = events
        self.totals = totals
        measured = MeasuredPart(of: series, zoneConfigurations: zoneConfigurations)
        super.init(
            type: .workoutType(), start: start, end: end, uuid: uuid, device: device, metadata: metadata)
    }

    /// Reads a workout from an archive with all that was measured in it, or gives nil for what cannot be one.
    public required init?(coder: NSCoder) {
        guard Self.type(in: coder) == .workoutType(),
            let configuration = coder.object(HKWorkoutConfiguration.self, named: "workoutConfiguration"),
            let events = coder.objects(HKWorkoutEvent.self, named: "workoutEvents"),
            let activities = coder.objects(HKWorkoutActivity.self, named: "workoutActivities"),
            let series = coder.decode(ArchivedSeries.self, named: "series")?.series,
            let zones = coder.decode([ArchivedZoneConfiguration].self, named: "zoneConfigurations"),
            let sensors = coder.decode([ArchivedSensor].self, named: "sensors")
        else { return nil }
        let configurations = zones.compactMap { try? $0.configuration() }
        guard configurations.count == zones.count else { return nil }
        self.configuration = configuration
        workoutActivityType = configuration.activityType
        workoutActivities = activities
        self.series = series
        zoneConfigurations = Dictionary(configurations.map { ($0.quantityType, $0) }) { first, _ in first }
        self.sensors = sensors.map(\.sensor)
        self.events = events
        totals = WorkoutTotals(
            duration: coder.decode(Double.self, named: "duration"),
            energyBurned: coder.object(HKQuantity.self, named: "totalEnergyBurned"),
            distance: coder.object(HKQuantity.self, named: "totalDistance"))
        measured = MeasuredPart(of: series, zoneConfigurations: zoneConfigurations)
        super.init(coder: coder)
    }

    /// Writes the workout into an archive with all that was measured in it.
    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(configuration, forKey: "workoutConfiguration")
        coder.encode(NSArray(array: events), forKey: "workoutEvents")
        coder.encode(NSArray(array: workoutActivities), forKey: "workoutActivities")
        coder.encode(ArchivedSeries(series), named: "series")
        let zones = zoneConfigurations.values.sorted {
            $0.quantityType.identifier < $1.quantityType.identifier
        }
        coder.encode(zones.map(ArchivedZoneConfiguration.init), named: "zoneConfigurations")
        coder.encode(sensors.map(ArchivedSensor.init), named: "sensors")
        if let duration = totals.duration { coder.encode(duration, named: "duration") }
        if let energy = totals.energyBurned { coder.encode(energy, forKey: "totalEnergyBurned") }
        if let distance = totals.distance { coder.encode(distance, forKey: "totalDistance") }
    }

    /// What the workout was meant to be: the activity and the place.
    package var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// What happened in the workout, in order of time; nil if nothing did.
    public var workoutEvents: [HKWorkoutEvent]? { events.isEmpty ? nil : events }

    /// The active time in seconds: from start to end less what was paused.
    public var duration: TimeInterval {
        totals.duration ?? WorkoutTime.seconds(measured.activeDuration)
    }

    /// The active time, in nanoseconds.
    package var activeDuration: Int64 { measured.activeDuration }

    /// The paused time, in nanoseconds.
    package var pausedDuration: Int64 { measured.pausedDuration }

    /// The active time in which no sample of a discrete type spoke, in nanoseconds.
    package func noDataDuration(for type: HKQuantityType) -> Int64 { measured.noDataDuration(for: type) }

    /// The statistics of every type that was measured.
    public var allStatistics: [HKQuantityType: HKStatistics] { measured.statistics }

    /// The statistics of a type, or nil if it was not measured.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        measured.statistics[quantityType]
    }

    /// The zones of each type that has any, with the time in each over the whole workout; nil if no type has.
    public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? {
        measured.zoneGroups.isEmpty ? nil : measured.zoneGroups
    }

    /// The zones of a type with the time in each over the whole workout, or nil if there are none.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        measured.zoneGroups[quantityType]
    }

    /// The energy burned, in kilocalories.
    @available(*, deprecated, message: "Use statistics(for:) with activeEnergyBurned.")
    public var totalEnergyBurned: HKQuantity? { totals.energyBurned ?? sum(.activeEnergyBurned) }

    /// The distance covered.
    @available(*, deprecated, message: "Use statistics(for:) with the distance type of the activity.")
    public var totalDistance: HKQuantity? {
        totals.distance ?? sum(.distanceCycling) ?? sum(.distanceWalkingRunning) ?? sum(.distanceSwimming)
            ?? sum(.distanceRowing) ?? sum(.distanceWheelchair)
    }

    /// How many swimming strokes were counted.
    @available(*, deprecated, message: "Use statistics(for:) with swimmingStrokeCount.")
    public var totalSwimmingStrokeCount: HKQuantity? { sum(.swimmingStrokeCount) }

    /// How many flights of stairs were climbed.
    @available(*, deprecated, message: "Use statistics(for:) with flightsClimbed.")
    public var totalFlightsClimbed: HKQuantity? { sum(.flightsClimbed) }

    private func sum(_ identifier: HKQuantityTypeIdentifier) -> HKQuantity? {
        statistics(for: HKQuantityType(identifier))?.sumQuantity()
    }

    package override func validate() throws(HKError) {
        try super.validate()
        for event in events { try event.validate() }
        for activity in workoutActivities { try activity.validate() }
        try totals.validate()
    }
}
