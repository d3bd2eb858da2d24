import Foundation

/// Banister's training impulse (TRIMP): time weighted by how hard the heart works.
///
/// A minute at a share x of heart-rate reserve counts x · 0.64 · e^(1.92x) for men and x · 0.86 · e^(1.67x) for women
/// (Banister 1991; Morton, Fitz-Clarke and Banister, J. Appl. Physiol. 69:1171, 1990). Whoever has set neither is weighted as men
/// are, which is what GoldenCheetah does where it does not know. It is summed over the time at each heart rate: the
/// weight is not linear, so that of a session's mean would be less.
package struct TrainingImpulse: Hashable, Sendable {
    /// The heart rate at rest, in count/min.
    package let restingHeartRate: Double
    /// The highest heart rate, in count/min.
    package let maximumHeartRate: Double
    private let factor: Double
    private let exponent: Double

    /// Makes the weighting of a person; nil unless 0 < resting rate < maximum, both in count/min.
    package init?(restingHeartRate: Double?, maximumHeartRate: Double?, sex: HKBiologicalSex) {
        guard let restingHeartRate, let maximumHeartRate, restingHeartRate > 0, maximumHeartRate.isFinite,
            restingHeartRate < maximumHeartRate
        else { return nil }
        self.restingHeartRate = restingHeartRate
        self.maximumHeartRate = maximumHeartRate
        (factor, exponent) = sex == .female ? (0.86, 1.67) : (0.64, 1.92)
    }

    /// What a minute at a heart rate in count/min counts; nothing below rest, and above the maximum as at it.
    package func perMinute(at heartRate: Double) -> Double {
        guard heartRate.isFinite else { return 0 }
        let share = (heartRate - restingHeartRate) / (maximumHeartRate - restingHeartRate)
        let reserve = min(max(share, 0), 1)
        return reserve * factor * exp(exponent * reserve)
    }

    /// The impulse of the time at each heart rate, rates in count/min and times in nanoseconds.
    package func sum(heartRates: [Double], durations: [Int64]) -> Double {
        zip(heartRates, durations).reduce(0) { sum, part in
            sum + perMinute(at: part.0) * WorkoutTime.seconds(part.1) / 60
        }
    }
}
