public import Foundation

extension HKQuery {
    /// Picks the samples that belong to a workout: those that were added to its builder.
    public static func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        let uuid = workout.uuid
        var bounds = SampleBounds()
        bounds.workouts = [uuid]
        let dates = DateBounds(lower: workout.startDate, upper: workout.endDate)
        return BoundedPredicate(bounds, about: dates) { $0.workouts.contains(uuid) }
    }

    /// Picks workouts of an activity.
    public static func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        NSPredicate { object, _ in (object as? HKWorkout)?.workoutActivityType == workoutActivityType }
    }

    /// Picks workouts whose active time compares so with a duration in seconds.
    public static func predicateForWorkouts(
        with operatorType: PredicateComparison.Operator, duration: TimeInterval
    ) -> NSPredicate {
        NSPredicate { object, _ in
            guard let workout = object as? HKWorkout else { return false }
            return PredicateComparison.isFulfilled(
                operatorType, by: workout.duration.compared(with: duration))
        }
    }
}

extension HKSamplePredicate where Sample == HKWorkout {
    /// Workouts.
    public static func workout(_ predicate: NSPredicate? = nil) -> Self {
        Self(HKObjectType.workoutType(), predicate)
    }
}
