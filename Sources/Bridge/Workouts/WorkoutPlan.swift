package import Foundation
package import HealthModel

/// What is known of a workout before it starts.
package struct WorkoutPlan: Sendable {
    /// The activity.
    package var activityType: HKWorkoutActivityType
    /// Whether it takes place indoors.
    package var isIndoor: Bool
    /// Whose workout it is.
    package var rider: String
    /// The time zone that its times are written in.
    package var timeZone: TimeZone
    /// Whether its sensors are simulated.
    package var isSimulated: Bool
    /// What is known of the rider when it starts: zones and load follow from it.
    package var profile: PersonalProfile

    /// Makes a plan in a time zone; an indoor ride of the default rider unless told otherwise.
    package init(
        activityType: HKWorkoutActivityType = .cycling, isIndoor: Bool = true,
        rider: String = KnownSensors.defaultRider, timeZone: TimeZone, isSimulated: Bool = false,
        profile: PersonalProfile = PersonalProfile()
    ) {
        self.activityType = activityType
        self.isIndoor = isIndoor
        self.rider = rider
        self.timeZone = timeZone
        self.isSimulated = isSimulated
        self.profile = profile
    }

    /// Makes a plan in the time zone of the rider, and in the machine's for a rider who has none.
    package init(
        activityType: HKWorkoutActivityType = .cycling, isIndoor: Bool = true,
        rider: String = KnownSensors.defaultRider, isSimulated: Bool = false,
        profile: PersonalProfile = PersonalProfile()
    ) {
        self.init(
            activityType: activityType, isIndoor: isIndoor, rider: rider,
            timeZone: profile.characteristics.timeZone ?? .current, isSimulated: isSimulated, profile: profile
        )
    }

    /// Whether the rider has heart-rate zones at a date: own ones, or those that follow from age and resting rate.
    package func hasHeartRateZones(at date: Date) -> Bool {
        profile.zoneBoundaries[HKQuantityType(.heartRate)] != nil
            || SystemZones.heartRate(
                age: profile.characteristics.age(on: date), restingHeartRate: profile.restingHeartRate,
                maximumHeartRate: profile.characteristics.maximumHeartRate) != nil
    }
}
