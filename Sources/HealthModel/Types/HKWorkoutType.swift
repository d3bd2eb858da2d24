/// The type of workouts.
public final class HKWorkoutType: HKSampleType, @unchecked Sendable {
    // Unchecked as its superclass is: the whole family holds only constants.

    static let shared = HKWorkoutType(named: HKWorkoutTypeIdentifier)
}

/// The name of the type of workouts.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"
