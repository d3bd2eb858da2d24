/// What a quantity type measures and how its samples combine.
struct QuantityTypeProperties: Sendable {
    let canonicalUnit: HKUnit
    let aggregationStyle: HKQuantityAggregationStyle

    /// The properties of a type, or nil if no type has this name.
    static func of(_ identifier: HKQuantityTypeIdentifier) -> QuantityTypeProperties? {
        all[identifier]
    }

    /// The identifiers of all types.
    static var identifiers: [HKQuantityTypeIdentifier] { Array(all.keys) }

    /// Rates are kept by the minute, not by the second as Apple lists heart rate: it is what sensors send and what
    /// everyone writes, so whole beats stay whole numbers.
    private static let all: [HKQuantityTypeIdentifier: QuantityTypeProperties] = {
        let table: [HKQuantityTypeIdentifier: (String, HKQuantityAggregationStyle)] = [
            .heartRate: ("count/min", .discreteTemporallyWeighted),
            .restingHeartRate: ("count/min", .discreteTemporallyWeighted),
            .walkingHeartRateAverage: ("count/min", .discreteTemporallyWeighted),
            .heartRateRecoveryOneMinute: ("count/min", .discreteArithmetic),
            .heartRateVariabilitySDNN: ("ms", .discreteArithmetic),
            .heartRateVariabilityRMSSD: ("ms", .discreteArithmetic),
            .vo2Max: ("ml/(kg*min)", .discreteArithmetic),
            .cyclingPower: ("W", .discreteTemporallyWeighted),
            .cyclingCadence: ("count/min", .discreteTemporallyWeighted),
            .cyclingSpeed: ("m/s", .discreteTemporallyWeighted),
            .cyclingFunctionalThresholdPower: ("W", .discreteArithmetic),
            .distanceCycling: ("m", .cumulative),
            .distanceWalkingRunning: ("m", .cumulative),
            .distanceSwimming: ("m", .cumulative),
            .distanceRowing: ("m", .cumulative),
            .distanceWheelchair: ("m", .cumulative),
            .activeEnergyBurned: ("kcal", .cumulative),
            .basalEnergyBurned: ("kcal", .cumulative),
            .runningPower: ("W", .discreteArithmetic),
            .runningSpeed: ("m/s", .discreteArithmetic),
            .runningStrideLength: ("m", .discreteArithmetic),
            .runningVerticalOscillation: ("cm", .discreteArithmetic),
            .runningGroundContactTime: ("ms", .discreteArithmetic),
            .rowingSpeed: ("m/s", .discreteArithmetic),
            .stepCount: ("count", .cumulative),
            .flightsClimbed: ("count", .cumulative),
            .swimmingStrokeCount: ("count", .cumulative),
            .workoutEffortScore: ("appleEffortScore", .discreteArithmetic),
            .estimatedWorkoutEffortScore: ("appleEffortScore", .discreteArithmetic),
            .physicalEffort: ("kcal/(kg*hr)", .discreteArithmetic),
            .bodyMass: ("kg", .discreteArithmetic),
            .height: ("m", .discreteArithmetic),
            .bodyFatPercentage: ("%", .discreteArithmetic),
            .bodyMassIndex: ("count", .discreteArithmetic),
            .oxygenSaturation: ("%", .discreteArithmetic),
            .respiratoryRate: ("count/min", .discreteArithmetic),
            .bodyTemperature: ("degC", .discreteArithmetic),
            .bloodGlucose: ("mg/dL", .discreteArithmetic),
            .pedalPowerBalance: ("%", .discreteTemporallyWeighted),
        ]
        return table.mapValues {
            QuantityTypeProperties(canonicalUnit: HKUnit(from: $0.0), aggregationStyle: $0.1)
        }
    }()
}
