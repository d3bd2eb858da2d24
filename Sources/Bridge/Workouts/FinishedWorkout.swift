package import HealthModel
internal import WorkoutFormats

/// A workout that is over, with all that its file is made of.
package struct FinishedWorkout: Sendable {
    /// The workout.
    package let workout: HKWorkout
    /// What was planned.
    package let plan: WorkoutPlan

    /// The workout as Pulsewatt's JSON.
    package var json: String {
        WorkoutDocument(workout, rider: plan.rider, timeZone: plan.timeZone, isSimulated: plan.isSimulated)
            .text
    }
}
