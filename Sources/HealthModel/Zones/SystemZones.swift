/// The zone configurations that follow from what is known of a person.
package enum SystemZones {
    /// The heart rates, in beats per minute, between the five zones that a program sets where none are configured.
    ///
    /// They are the thresholds of Apple's sample for iOS 27; a program sets them as a configuration of source app.
    package static let defaultHeartRateBoundaries: [Double] = [91, 114, 136, 158]

    /// What a program counts heart rate by where the person has no zones; the source is app.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which cannot happen with these boundaries.
    package static func defaultHeartRate() throws(HKError) -> HKWorkoutZoneConfiguration {
        try HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate), edges: defaultHeartRateBoundaries, source: .app)
    }

    /// The percentages of heart-rate reserve between the five heart-rate zones.
    ///
    /// Percentages, not shares: 108 × 70 / 100 is 75.6, while 108 × 0.7 is a little less.
    package static let heartRateReservePercentages: [Double] = [60, 70, 80, 90]

    /// The percentages of functional threshold power between the six power zones.
    package static let thresholdPowerPercentages: [Double] = [55, 75, 90, 105, 120]

    /// Five zones of heart-rate reserve (Karvonen: resting + share × (maximum − resting)).
    ///
    /// - Parameters:
    ///   - age: the age in years, from which the maximum is 220 − age (Fox, Naughton and Haskell 1971).
    ///   - restingHeartRate: in beats per minute.
    ///   - maximumHeartRate: a measured maximum in beats per minute; it replaces the formula.
    /// - Returns: nil if the resting rate or both age and maximum are missing, or make no sense together.
    package static func heartRate(
        age: Int?, restingHeartRate: Double?, maximumHeartRate: Double? = nil
    ) -> HKWorkoutZoneConfiguration? {
        guard let resting = restingHeartRate, resting.isFinite, resting > 0,
            let maximum = maximumHeartRate ?? age.map({ 220 - Double($0) }), maximum.isFinite
        else { return nil }
        let edges = heartRateReservePercentages.map { resting + (maximum - resting) * $0 / 100 }
        return try? HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.heartRate), edges: edges, source: .system)
    }

    /// Six zones by shares of functional threshold power (Coggan's, the last two as one).
    ///
    /// - Parameter functionalThresholdPower: in watts.
    /// - Returns: nil without a threshold power above zero.
    package static func cyclingPower(functionalThresholdPower: Double?) -> HKWorkoutZoneConfiguration? {
        guard let threshold = functionalThresholdPower else { return nil }
        return try? HKWorkoutZoneConfiguration(
            quantityType: HKQuantityType(.cyclingPower),
            edges: thresholdPowerPercentages.map { threshold * $0 / 100 },
            source: .system)
    }
}
