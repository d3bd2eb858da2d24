import Foundation

/// Fitness, fatigue and form: the performance management chart at the end of a day.
///
/// Chronic (42 days) and acute (7 days) training load are exponentially weighted means of a day's load; each day moves
/// them by (load − mean) · (1 − e^(−1/days)), the form of GoldenCheetah (PMCData.cpp).
/// Programs that move them by (load − mean) / days come out up to 7 % higher in acute load. Before the first day both are 0.
package struct TrainingBalance: Hashable, Sendable {
    /// The time constant of ``chronicTrainingLoad``, in days.
    package static let chronicDays = 42.0
    /// The time constant of ``acuteTrainingLoad``, in days.
    package static let acuteDays = 7.0

    private static let chronicShare = 1 - exp(-1 / chronicDays)
    private static let acuteShare = 1 - exp(-1 / acuteDays)

    /// Chronic training load (CTL): what one is used to.
    package private(set) var chronicTrainingLoad = 0.0
    /// Acute training load (ATL): what one has done of late.
    package private(set) var acuteTrainingLoad = 0.0
    /// Training stress balance (TSB): CTL less ATL, both of the evening before.
    package private(set) var trainingStressBalance = 0.0

    /// Makes the balance of somebody who has not begun to train.
    package init() {}

    /// Goes on by a day with this load in all; 0 for one without a workout.
    package mutating func endDay(load: Double) {
        trainingStressBalance = chronicTrainingLoad - acuteTrainingLoad
        chronicTrainingLoad += (load - chronicTrainingLoad) * Self.chronicShare
        acuteTrainingLoad += (load - acuteTrainingLoad) * Self.acuteShare
    }
}
