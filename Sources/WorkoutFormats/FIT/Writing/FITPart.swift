import Foundation
import HealthModel

/// What a session or a lap says: an interval of the workout with what was measured in it.
struct FITPart {
    /// In nanoseconds from the workout's start.
    let interval: Range<Int64>
    private let measured: MeasuredPart
    private let load: PowerLoad?
    private let series: WorkoutSeries

    init(_ workout: HKWorkout, _ interval: Range<Int64>, thresholdPower: Double?) {
        self.interval = interval
        measured = MeasuredPart(
            of: workout.series, within: interval, zoneConfigurations: workout.zoneConfigurations)
        load = workout.series.powerLoad(functionalThresholdPower: thresholdPower, within: interval)
        series = workout.series
    }

    /// How long the interval is in seconds.
    var elapsed: Double {
        Self.seconds(interval.upperBound - interval.lowerBound, from: interval.lowerBound)
    }

    /// The active time in seconds, rounded so that it and the paused time add up.
    var active: Double { Self.seconds(measured.activeDuration, from: interval.lowerBound) }

    /// Nanoseconds that begin at a time of the workout in seconds, rounded as in the workout's JSON.
    static func seconds(_ nanoseconds: Int64, from start: Int64) -> Double {
        Double(CumulativeRounding.milliseconds([nanoseconds], from: start)[0]) / 1000
    }

    /// The time in each zone of a type in seconds, zone 0 and that above the last included; nil without zones.
    func zoneTimes(_ identifier: HKQuantityTypeIdentifier) -> [Double]? {
        measured.zoneGroups[HKQuantityType(identifier)].map { group in
            FITZones.times(
                milliseconds: CumulativeRounding.milliseconds(
                    group.zoneDurations.map(\.nanoseconds), from: interval.lowerBound))
        }
    }

    /// Fills in what laps and sessions both say.
    func fill(_ message: inout FITMessageContent, _ fields: FITProfile.Summary) {
        message.set(fields.totalElapsedTime, elapsed)
        message.set(fields.totalTimerTime, active)
        message.set(fields.totalDistance, distance)
        let speed = Figures(measured, .cyclingSpeed)
        message.set(fields.avgSpeed, speed.average)
        message.set(fields.maxSpeed, speed.maximum)
        let heartRate = Figures(measured, .heartRate)
        message.set(fields.avgHeartRate, heartRate.average)
        message.set(fields.maxHeartRate, heartRate.maximum)
        message.set(fields.minHeartRate, heartRate.minimum)
        let cadence = Figures(measured, .cyclingCadence)
        let average = FITCadence(cadence.average)
        message.set(fields.avgCadence, average.whole)
        message.set(fields.avgFractionalCadence, average.fraction)
        let maximum = FITCadence(cadence.maximum)
        message.set(fields.maxCadence, maximum.whole)
        message.set(fields.maxFractionalCadence, maximum.fraction)
        let power = Figures(measured, .cyclingPower)
        message.set(fields.avgPower, power.average)
        message.set(fields.maxPower, power.maximum)
        message.set(fields.normalizedPower, load?.normalizedPower)
        message.set(fields.totalWork, load.map { 1000 * $0.work })
        if let left = Figures(measured, .pedalPowerBalance).average, (0...1).contains(left) {
            // The top bit says that hundredths of a percent are the right pedal's.
            message.set(fields.leftRightBalance, 0x8000 + (10_000 * (1 - left)).rounded())
        }
        if let times = zoneTimes(.heartRate) { message.set(fields.timeInHeartRateZone, times) }
        if let times = zoneTimes(.cyclingPower) { message.set(fields.timeInPowerZone, times) }
    }

    /// Fills in what only a session says.
    func fillLoad(_ message: inout FITMessageContent, thresholdPower: Double?) {
        message.set(FITProfile.Session.trainingStressScore, load?.trainingStressScore)
        message.set(FITProfile.Session.intensityFactor, load?.intensityFactor)
        message.set(FITProfile.Session.thresholdPower, thresholdPower)
        let variability = series.heartbeats(within: interval)?.variability
        message.set(FITProfile.Session.standardDeviation, variability?.sdnn)
        message.set(FITProfile.Session.rootMeanSquareDifference, variability?.rmssd)
    }

    /// The distance in metres: what was measured as such, else the mean speed over the time that it was measured.
    private var distance: Double? {
        let column = HKQuantityType(.distanceCycling)
        if let sum = measured.statistics[column]?.sumQuantity() { return sum.value(in: column.canonicalUnit) }
        guard let speed = Figures(measured, .cyclingSpeed).average else { return nil }
        let type = HKQuantityType(.cyclingSpeed)
        return speed * WorkoutTime.seconds(measured.activeDuration - measured.noDataDuration(for: type))
    }

    /// The figures of one quantity in its canonical unit.
    private struct Figures {
        let average: Double?
        let minimum: Double?
        let maximum: Double?

        init(_ measured: MeasuredPart, _ identifier: HKQuantityTypeIdentifier) {
            let type = HKQuantityType(identifier)
            let statistics = measured.statistics[type]
            average = statistics?.averageQuantity()?.value(in: type.canonicalUnit)
            minimum = statistics?.minimumQuantity()?.value(in: type.canonicalUnit)
            maximum = statistics?.maximumQuantity()?.value(in: type.canonicalUnit)
        }
    }
}
