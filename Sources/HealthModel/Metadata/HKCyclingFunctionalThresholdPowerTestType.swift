/// How functional threshold power was tested.
///
/// It is the number under ``HKMetadataKeyCyclingFunctionalThresholdPowerTestType``.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Hashable, Sendable {
    /// By an hour at the limit.
    case maxExercise60Minute = 1
    /// By twenty minutes at the limit.
    case maxExercise20Minute = 2
    /// By a load that grows until the person gives up.
    case rampTest = 3
    /// By a forecast from other exercise.
    case predictionExercise = 4
}
