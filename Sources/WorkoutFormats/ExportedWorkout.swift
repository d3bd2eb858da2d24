package import Foundation
package import HealthModel

/// A finished workout with all that a file of it is made of.
///
/// What the workout itself knows (its time zone, its threshold power, whether its sensors were simulated) lies in its
/// metadata, so that it is the same whether the workout has just ended or comes from the database.
package struct ExportedWorkout: Sendable {
    /// The workout, with its series and sensors.
    package let workout: HKWorkout
    /// The name of the person, if one is known.
    package let rider: String?
    /// What is known of the person at the time of the workout.
    package let profile: PersonalProfile
    /// The zone in whose local time dates are written.
    package let timeZone: TimeZone
    /// Whether a simulator took the place of the sensors.
    package let isSimulated: Bool
    /// The threshold in watts that load is worked out by; without it there is neither intensity factor nor stress score.
    package let functionalThresholdPower: Double?

    /// Takes a workout; its metadata says the rest.
    ///
    /// - Parameters:
    ///   - workout: the finished workout, with its series and sensors.
    ///   - rider: the name of the person, if one is known.
    ///   - profile: what is known of the person at the time of the workout.
    ///   - timeZone: the zone for local times, where the workout names none.
    package init(
        _ workout: HKWorkout, rider: String?, profile: PersonalProfile = PersonalProfile(),
        timeZone: TimeZone = .gmt
    ) {
        self.workout = workout
        self.rider = rider
        self.profile = profile
        let metadata = workout.metadata ?? [:]
        let name = metadata[HKMetadataKeyTimeZone] as? String
        self.timeZone = name.flatMap { TimeZone(identifier: $0) } ?? timeZone
        isSimulated = metadata[HKMetadataKeyPulsewattSimulated] as? Bool ?? false
        let threshold = metadata[HKMetadataKeyPulsewattFunctionalThresholdPower] as? HKQuantity
        functionalThresholdPower = threshold?.value(in: .watt())
    }

    /// The workout as Pulsewatt's own JSON.
    package var document: WorkoutDocument {
        WorkoutDocument(
            workout, rider: rider, timeZone: timeZone, isSimulated: isSimulated,
            functionalThresholdPower: functionalThresholdPower)
    }
}
