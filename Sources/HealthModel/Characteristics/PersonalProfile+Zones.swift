package import Foundation

extension PersonalProfile {
    /// The zones that the person prefers for a type: those the person has set, else those of the system.
    ///
    /// The system's follow from age and resting heart rate (or a measured maximum), and from functional threshold power.
    /// It is nil if neither is there and for a type that has no zones.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` where the boundaries that were set make no configuration.
    package func preferredZoneConfiguration(
        for type: HKQuantityType, at date: Date
    ) throws(HKError) -> HKWorkoutZoneConfiguration? {
        if let edges = zoneBoundaries[type] {
            return try HKWorkoutZoneConfiguration(quantityType: type, edges: edges, source: .user)
        }
        return switch type {
        case HKQuantityType(.heartRate):
            SystemZones.heartRate(
                age: characteristics.age(on: date), restingHeartRate: restingHeartRate,
                maximumHeartRate: characteristics.maximumHeartRate)
        case HKQuantityType(.cyclingPower):
            SystemZones.cyclingPower(functionalThresholdPower: functionalThresholdPower)
        default: nil
        }
    }

    /// The zones that a workout at a date is counted by: the preferred ones, for heart rate else those of a program.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` where the boundaries that were set make no configuration.
    package func workoutZoneConfigurations(
        at date: Date
    ) throws(HKError) -> [HKQuantityType: HKWorkoutZoneConfiguration] {
        var configurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            configurations[type] = try preferredZoneConfiguration(for: type, at: date)
        }
        let heartRate = HKQuantityType(.heartRate)
        if configurations[heartRate] == nil {
            configurations[heartRate] = try SystemZones.defaultHeartRate()
        }
        return configurations
    }
}
