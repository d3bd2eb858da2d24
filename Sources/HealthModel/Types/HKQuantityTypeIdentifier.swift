/// The name of a type of quantity.
///
/// A type of a name that is not listed here can be made, but it fits no unit and no store saves a sample of it.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name as it is stored, such as `HKQuantityTypeIdentifierHeartRate`.
    public let rawValue: String

    /// Makes an identifier of a stored name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HKQuantityTypeIdentifier {
    /// The heart rate.
    ///
    /// Unit `count/min`; discrete, averaged by time.
    public static let heartRate = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeartRate")

    /// The heart rate at rest.
    ///
    /// Unit `count/min`; discrete, averaged by time.
    public static let restingHeartRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRestingHeartRate")

    /// The average heart rate while walking.
    ///
    /// Unit `count/min`; discrete, averaged by time.
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage")

    /// How far the heart rate falls in the first minute after exercise.
    ///
    /// Unit `count/min`; discrete, averaged by sample.
    public static let heartRateRecoveryOneMinute = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute")

    /// Heart rate variability as the standard deviation of the intervals between beats.
    ///
    /// Unit `ms`; discrete, averaged by sample.
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")

    /// Heart rate variability as the root mean square of successive differences of beat intervals.
    ///
    /// Unit `ms`; discrete, averaged by sample.
    public static let heartRateVariabilityRMSSD = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")

    /// The maximal oxygen uptake.
    ///
    /// Unit `ml/(kg*min)`; discrete, averaged by sample.
    public static let vo2Max = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierVO2Max")

    /// The power that a cyclist puts into the pedals.
    ///
    /// Unit `W`; discrete, averaged by time.
    public static let cyclingPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingPower")

    /// Crank revolutions per minute.
    ///
    /// Unit `count/min`; discrete, averaged by time.
    public static let cyclingCadence = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingCadence")

    /// The speed of a bicycle.
    ///
    /// Unit `m/s`; discrete, averaged by time.
    public static let cyclingSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingSpeed")

    /// The power that a cyclist can hold for about an hour (FTP).
    ///
    /// Unit `W`; discrete, averaged by sample.
    public static let cyclingFunctionalThresholdPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower")

    /// Distance covered by cycling.
    ///
    /// Unit `m`; cumulative.
    public static let distanceCycling = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceCycling")

    /// Distance covered on foot.
    ///
    /// Unit `m`; cumulative.
    public static let distanceWalkingRunning = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning")

    /// Distance covered by swimming.
    ///
    /// Unit `m`; cumulative.
    public static let distanceSwimming = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceSwimming")

    /// Distance covered by rowing.
    ///
    /// Unit `m`; cumulative.
    public static let distanceRowing = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceRowing")

    /// Distance covered in a wheelchair.
    ///
    /// Unit `m`; cumulative.
    public static let distanceWheelchair = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierDistanceWheelchair")

    /// Energy that activity burned.
    ///
    /// Unit `kcal`; cumulative.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned")

    /// Energy that the resting body burned.
    ///
    /// Unit `kcal`; cumulative.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned")

    /// The power of a runner.
    ///
    /// Unit `W`; discrete, averaged by sample.
    public static let runningPower = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningPower")

    /// The speed of a runner.
    ///
    /// Unit `m/s`; discrete, averaged by sample.
    public static let runningSpeed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningSpeed")

    /// The length of a runner's stride.
    ///
    /// Unit `m`; discrete, averaged by sample.
    public static let runningStrideLength = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningStrideLength")

    /// How far a runner's body moves up and down in a step.
    ///
    /// Unit `cm`; discrete, averaged by sample.
    public static let runningVerticalOscillation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningVerticalOscillation")

    /// How long a runner's foot stays on the ground.
    ///
    /// Unit `ms`; discrete, averaged by sample.
    public static let runningGroundContactTime = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRunningGroundContactTime")

    /// The speed of a rowing boat.
    ///
    /// Unit `m/s`; discrete, averaged by sample.
    public static let rowingSpeed = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierRowingSpeed")

    /// Steps taken.
    ///
    /// Unit `count`; cumulative.
    public static let stepCount = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierStepCount")

    /// Flights of stairs climbed.
    ///
    /// Unit `count`; cumulative.
    public static let flightsClimbed = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierFlightsClimbed")

    /// Strokes swum.
    ///
    /// Unit `count`; cumulative.
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount")

    /// How hard a workout was, as the person rates it.
    ///
    /// Unit `appleEffortScore`; discrete, averaged by sample.
    public static let workoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierWorkoutEffortScore")

    /// How hard a workout was, as it is estimated.
    ///
    /// Unit `appleEffortScore`; discrete, averaged by sample.
    public static let estimatedWorkoutEffortScore = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")

    /// Energy burned per hour and kilogram of body mass.
    ///
    /// Unit `kcal/(kg*hr)`; discrete, averaged by sample.
    public static let physicalEffort = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierPhysicalEffort")

    /// The mass of the body.
    ///
    /// Unit `kg`; discrete, averaged by sample.
    public static let bodyMass = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierBodyMass")

    /// The height of the body.
    ///
    /// Unit `m`; discrete, averaged by sample.
    public static let height = HKQuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierHeight")

    /// The share of fat in the body.
    ///
    /// Unit `%`; discrete, averaged by sample.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyFatPercentage")

    /// Body mass over height squared.
    ///
    /// Unit `count`; discrete, averaged by sample.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyMassIndex")

    /// The share of oxygen in the blood's haemoglobin.
    ///
    /// Unit `%`; discrete, averaged by sample.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierOxygenSaturation")

    /// Breaths per minute.
    ///
    /// Unit `count/min`; discrete, averaged by sample.
    public static let respiratoryRate = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierRespiratoryRate")

    /// The temperature of the body.
    ///
    /// Unit `degC`; discrete, averaged by sample.
    public static let bodyTemperature = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBodyTemperature")

    /// The concentration of glucose in the blood.
    ///
    /// Unit `mg/dL`; discrete, averaged by sample.
    public static let bloodGlucose = HKQuantityTypeIdentifier(
        rawValue: "HKQuantityTypeIdentifierBloodGlucose")

    /// The left leg's share of the pedal power, from 0 to 1, as a power meter reports it.
    ///
    /// Unit `%`; discrete, averaged by time. HealthKit has no such type, hence the name of our own.
    package static let pedalPowerBalance = HKQuantityTypeIdentifier(
        rawValue: "PulsewattQuantityTypeIdentifierPedalPowerBalance")
}
