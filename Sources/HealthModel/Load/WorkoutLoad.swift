/// How hard a workout was, by its heart rate and by its power.
package struct WorkoutLoad: Hashable, Sendable {
    /// The training impulse over the time at each heart rate; nil without heart rates or the person's range of them.
    package let trainingImpulse: Double?
    /// The training stress score; nil without power or a threshold.
    package let trainingStressScore: Double?

    /// Works out the load of a workout.
    ///
    /// Its threshold is the one that it keeps, and where it keeps none the one of its date; the range of heart rates is
    /// that of its date.
    /// - Parameters:
    ///   - summary: the workout, with its distributions if the impulse is wanted.
    ///   - history: what is known of the person over time.
    package init(of summary: WorkoutSummary, _ history: PersonalHistory) {
        let rates = summary.distributions[HKQuantityType(.heartRate)].flatMap { $0.values.isEmpty ? nil : $0 }
        trainingImpulse = rates.flatMap { rates in
            history.trainingImpulse(on: summary.start)?.sum(
                heartRates: rates.values, durations: rates.durations)
        }
        trainingStressScore = summary.withThreshold(of: history).powerLoad?.trainingStressScore
    }

    /// One of the two.
    package subscript(load: TrainingTrend.Load) -> Double? {
        switch load {
        case .trainingStressScore: trainingStressScore
        case .trainingImpulse: trainingImpulse
        }
    }
}

extension WorkoutSummary {
    /// The summary with the threshold that its load is told by: the one that the workout keeps, else that of its date.
    package func withThreshold(of history: PersonalHistory) -> WorkoutSummary {
        var summary = self
        summary.functionalThresholdPower =
            functionalThresholdPower ?? history.value(of: .cyclingFunctionalThresholdPower, at: start)
        return summary
    }
}
