import Foundation

/// Measures of how hard a ride was, from power.
///
/// The formulas are Coggan's, published in Allen and Coggan, "Training and Racing with a Power Meter" (2006).
package enum TrainingLoad {
    /// How many seconds the rolling mean of normalized power spans.
    package static let windowLength = 30

    /// Normalized power: the fourth root of the mean of the fourth powers of the 30-second rolling mean, in watts.
    ///
    /// Only full windows count, so there is none before the 30th second, and none across a second without data. Zero
    /// watts are watts; leave paused seconds out.
    /// - Parameter secondMeans: the mean power of each active second in watts, nil where nothing was measured.
    /// - Returns: nil if no 30 seconds in a row were measured.
    package static func normalizedPower(_ secondMeans: [Double?]) -> Double? {
        var fourthPowers = 0.0
        var windowCount = 0
        var run: [Double] = []
        func finishRun() {
            guard run.count >= windowLength else { return }
            var sum = run[..<windowLength].reduce(0, +)
            for end in windowLength...run.count {
                let mean = sum / Double(windowLength)
                fourthPowers += mean * mean * mean * mean
                windowCount += 1
                if end < run.count { sum += run[end] - run[end - windowLength] }
            }
        }
        for power in secondMeans {
            if let power {
                run.append(power)
            } else {
                finishRun()
                run.removeAll(keepingCapacity: true)
            }
        }
        finishRun()
        guard windowCount > 0 else { return nil }
        return pow(max(0, fourthPowers / Double(windowCount)), 0.25)
    }

    /// Intensity factor: normalized power over functional threshold power, both in watts.
    ///
    /// - Returns: nil without a threshold above zero.
    package static func intensityFactor(
        normalizedPower: Double, functionalThresholdPower: Double
    ) -> Double? {
        guard functionalThresholdPower > 0, functionalThresholdPower.isFinite, normalizedPower.isFinite
        else { return nil }
        return normalizedPower / functionalThresholdPower
    }

    /// Training stress score: seconds × NP × IF / (FTP × 3600) × 100; an hour at threshold is 100.
    ///
    /// - Parameters:
    ///   - seconds: the time in which power was measured.
    ///   - normalizedPower: in watts.
    ///   - functionalThresholdPower: in watts.
    /// - Returns: nil without a threshold above zero.
    package static func trainingStressScore(
        seconds: Double, normalizedPower: Double, functionalThresholdPower: Double
    ) -> Double? {
        guard
            let intensity = intensityFactor(
                normalizedPower: normalizedPower, functionalThresholdPower: functionalThresholdPower)
        else { return nil }
        return seconds * normalizedPower * intensity / (functionalThresholdPower * 3600) * 100
    }

    /// Mechanical work in kilojoules: mean power in watts × seconds / 1000.
    package static func work(averagePower: Double, seconds: Double) -> Double {
        averagePower * seconds / 1000
    }
}
