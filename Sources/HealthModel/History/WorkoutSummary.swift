package import Foundation

/// What lists and trends need of a finished workout, without its samples.
///
/// All of it follows from the workout, and a database keeps it beside the workout, so that ten years of them are
/// looked through without reading a single series. It is frozen as the workout is.
package struct WorkoutSummary: Sendable {
    /// What the samples of a type amount to over the whole workout, in its canonical unit.
    package struct Measure: Hashable, Sendable {
        /// The average of a discrete type.
        package var average: Double?
        /// The lowest value of a discrete type.
        package var minimum: Double?
        /// The highest value of a discrete type.
        package var maximum: Double?
        /// The sum of a cumulative type.
        package var sum: Double?
        /// How long was measured, in nanoseconds.
        package var measuredDuration: Int64

        /// Makes a measure of its numbers.
        package init(
            average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil, sum: Double? = nil,
            measuredDuration: Int64
        ) {
            self.average = average
            self.minimum = minimum
            self.maximum = maximum
            self.sum = sum
            self.measuredDuration = measuredDuration
        }
    }

    /// The identifier of the workout.
    package var uuid: UUID
    package var activityType: HKWorkoutActivityType
    /// Whether it took place indoors, if that is known.
    package var isIndoor: Bool?
    /// Whether a simulator took the place of the sensors.
    package var isSimulated: Bool
    package var start: Date
    package var end: Date
    /// The zone in whose local time the workout was, if it names one.
    package var timeZone: TimeZone?
    /// How long it was, pauses included, in nanoseconds.
    package var elapsed: Int64
    /// The paused time, in nanoseconds.
    package var paused: Int64
    /// What was measured, by type.
    package var measures: [HKQuantityType: Measure]
    /// In watts; nil below 30 measured seconds in a row.
    package var normalizedPower: Double?
    /// The threshold that the workout's load was worked out by, in watts.
    package var functionalThresholdPower: Double?
    /// The zone configurations that the workout was counted by.
    package var zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration]
    /// The time at each value of the types that have zones; empty where it was not asked for.
    package var distributions: [HKQuantityType: ValueDistribution]

    /// Makes a summary of its parts, as a database keeps them.
    package init(
        uuid: UUID, activityType: HKWorkoutActivityType, isIndoor: Bool?, isSimulated: Bool, start: Date,
        end: Date, timeZone: TimeZone?, elapsed: Int64, paused: Int64,
        measures: [HKQuantityType: Measure] = [:], normalizedPower: Double? = nil,
        functionalThresholdPower: Double? = nil,
        zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:],
        distributions: [HKQuantityType: ValueDistribution] = [:]
    ) {
        self.uuid = uuid
        self.activityType = activityType
        self.isIndoor = isIndoor
        self.isSimulated = isSimulated
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.elapsed = elapsed
        self.paused = paused
        self.measures = measures
        self.normalizedPower = normalizedPower
        self.functionalThresholdPower = functionalThresholdPower
        self.zoneConfigurations = zoneConfigurations
        self.distributions = distributions
    }

    /// Sums up a workout.
    ///
    /// - Parameters:
    ///   - workout: the finished workout.
    ///   - withDistributions: whether the time at each value is worked out.
    package init(_ workout: HKWorkout, withDistributions: Bool = true) {
        let metadata = workout.metadata ?? [:]
        let name = metadata[HKMetadataKeyTimeZone] as? String
        let threshold = metadata[HKMetadataKeyPulsewattFunctionalThresholdPower] as? HKQuantity
        self.init(
            uuid: workout.uuid, activityType: workout.workoutActivityType, isIndoor: workout.isIndoor,
            isSimulated: metadata[HKMetadataKeyPulsewattSimulated] as? Bool ?? false,
            start: workout.startDate, end: workout.endDate,
            timeZone: name.flatMap { TimeZone(identifier: $0) }, elapsed: workout.series.elapsed,
            paused: workout.pausedDuration,
            measures: workout.allStatistics.mapValues { Measure($0.summary) },
            normalizedPower: workout.series.powerLoad(functionalThresholdPower: nil)?.normalizedPower,
            functionalThresholdPower: threshold?.value(in: .watt()),
            zoneConfigurations: workout.zoneConfigurations)
        guard withDistributions else { return }
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            distributions[type] = ValueDistribution(of: workout.series, type)
        }
    }

    /// The active time, in nanoseconds.
    package var activeDuration: Int64 { elapsed - paused }

    private static let power = HKQuantityType(.cyclingPower)

    /// How long power was measured, in nanoseconds.
    package var powerMeasured: Int64 { measures[Self.power]?.measuredDuration ?? 0 }

    /// How hard the workout was by its power and the threshold of its time; nil if no power was measured.
    package var powerLoad: PowerLoad? {
        guard let power = measures[Self.power], power.measuredDuration > 0, let average = power.average else {
            return nil
        }
        return PowerLoad(
            normalizedPower: normalizedPower, averagePower: average,
            seconds: WorkoutTime.seconds(power.measuredDuration),
            functionalThresholdPower: functionalThresholdPower)
    }

    /// The zones of a configuration with the time in each, as `HKWorkout.zoneGroup(countedBy:)` gives them.
    ///
    /// - Returns: nil if the type was not measured or the summary has no distributions.
    package func zoneGroup(countedBy configuration: HKWorkoutZoneConfiguration) -> HKWorkoutZoneGroup? {
        distributions[configuration.quantityType].map {
            HKWorkoutZoneGroup(
                configuration: configuration,
                totals: ZoneTotals(
                    zones: $0.zoneDurations(configuration.boundaries), noData: $0.noData, paused: paused))
        }
    }
}

extension WorkoutSummary.Measure {
    fileprivate init(_ summary: QuantitySummary) {
        self.init(
            average: summary.average, minimum: summary.minimum, maximum: summary.maximum, sum: summary.sum,
            measuredDuration: summary.measuredDuration)
    }
}

extension HKWorkout {
    /// Whether the workout took place indoors: what its metadata says, else what it was meant to be; nil if unknown.
    package var isIndoor: Bool? {
        if let told = metadata?[HKMetadataKeyIndoorWorkout] as? Bool { return told }
        return switch workoutConfiguration.locationType {
        case .indoor: true
        case .outdoor: false
        case .unknown: nil
        }
    }
}
