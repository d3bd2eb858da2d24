package import HealthModel
package import WorkoutFormats

/// A workout that is over, with all that its files are made of.
package struct FinishedWorkout: Sendable {
    /// The workout.
    package let workout: HKWorkout
    /// What was planned.
    package let plan: WorkoutPlan

    /// The workout as it is exported.
    package var exported: ExportedWorkout {
        ExportedWorkout(workout, rider: plan.rider, profile: plan.profile, timeZone: plan.timeZone)
    }

    /// The workout as Pulsewatt's JSON.
    package var json: String { exported.document.text }
}
