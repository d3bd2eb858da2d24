import HealthModel

extension CommandOption {
    /// The activity of a workout.
    static let activity = CommandOption(
        "activity", argument: "NAME", "What it is: cycling (the default), rowing, running, ...")
}

extension ParsedArguments {
    /// Activities by the names that people type.
    private static let activities: [String: HKWorkoutActivityType] = [
        "cycling": .cycling, "cross_training": .crossTraining, "elliptical": .elliptical,
        "hand_cycling": .handCycling,
        "hiit": .highIntensityIntervalTraining, "rowing": .rowing, "running": .running,
        "skiing": .crossCountrySkiing,
        "stairs": .stairs, "strength": .traditionalStrengthTraining, "walking": .walking, "other": .other,
    ]

    /// The activity that was asked for, or nil.
    ///
    /// - Throws: ``UsageError`` that lists those that there are.
    func activityType() throws -> HKWorkoutActivityType? {
        try value(of: .activity, wanted: "one of " + Self.activities.keys.sorted().joined(separator: ", ")) {
            Self.activities[$0]
        }
    }
}
