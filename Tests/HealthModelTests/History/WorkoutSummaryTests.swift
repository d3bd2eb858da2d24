import Foundation
import HealthModel
import Testing

private let second: Int64 = 1_000_000_000
private let rate = HKQuantityType(.heartRate)
private let power = HKQuantityType(.cyclingPower)
private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

@Suite struct WorkoutSummaryTests {
    /// A minute at 200 W with a pause from 40 s to 50 s and a heart rate of 100, then 130 from 20 s on.
    private func workout(
        at start: Date = start, metadata: [String: Any]? = nil,
        location: HKWorkoutSessionLocationType = .unknown
    ) throws -> HKWorkout {
        let watts = (0..<60).map { Int64($0) * second }
        let series = WorkoutSeries(
            start: start,
            columns: [
                power: SampleColumn(
                    offsets: watts, values: watts.map { _ in 200 }, durations: watts.map { _ in 0 }),
                rate: SampleColumn(
                    offsets: (0..<60).map { Int64($0) * second },
                    values: (0..<60).map { $0 < 20 ? 100 : 130 },
                    durations: Array(repeating: 0, count: 60)),
                HKQuantityType(.distanceCycling): SampleColumn(
                    offsets: [0, 30 * second], values: [150.5, 200], durations: [second, second]),
            ], pauses: [40 * second..<50 * second], elapsed: 60 * second)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = location
        return HKWorkout(
            configuration: configuration, start: start, end: start.addingTimeInterval(60), device: nil,
            metadata: metadata, events: [], activities: [], series: series,
            zoneConfigurations: [
                rate: try HKWorkoutZoneConfiguration(quantityType: rate, edges: [110, 140], source: .user)
            ])
    }

    @Test("A summary says what the workout measured")
    func measures() throws {
        let workout = try workout()
        let summary = WorkoutSummary(workout)
        #expect(summary.uuid == workout.uuid)
        #expect(summary.activityType == .cycling)
        #expect(summary.start == start)
        #expect(summary.end == start.addingTimeInterval(60))
        #expect(summary.elapsed == 60 * second)
        #expect(summary.paused == 10 * second)
        #expect(summary.activeDuration == 50 * second)
        // 20 s at 100, then 130 for the 20 s to the pause and the 10 s after it.
        #expect(
            summary.measures[rate]
                == WorkoutSummary.Measure(
                    average: 118, minimum: 100, maximum: 130, measuredDuration: 50 * second))
        #expect(summary.measures[HKQuantityType(.distanceCycling)]?.sum == 350.5)
        #expect(summary.measures[HKQuantityType(.distanceCycling)]?.average == nil)
        #expect(summary.powerMeasured == 50 * second)
        #expect(summary.normalizedPower == 200)
        #expect(summary.zoneConfigurations[rate]?.source == .user)
    }

    @Test("What the metadata says of place, time zone, simulator and threshold is in the summary")
    func metadata() throws {
        let plain = WorkoutSummary(try workout())
        #expect(plain.isIndoor == nil)
        #expect(plain.timeZone == nil)
        #expect(!plain.isSimulated)
        #expect(plain.functionalThresholdPower == nil)
        let told = WorkoutSummary(
            try workout(
                metadata: [
                    HKMetadataKeyIndoorWorkout: true, HKMetadataKeyTimeZone: "Europe/Vienna",
                    HKMetadataKeyPulsewattSimulated: true,
                    HKMetadataKeyPulsewattFunctionalThresholdPower: HKQuantity(
                        unit: .watt(), doubleValue: 250),
                ], location: .outdoor))
        #expect(told.isIndoor == true)
        #expect(told.timeZone?.identifier == "Europe/Vienna")
        #expect(told.isSimulated)
        #expect(told.functionalThresholdPower == 250)
        #expect(WorkoutSummary(try workout(location: .outdoor)).isIndoor == false)
        #expect(WorkoutSummary(try workout(location: .indoor)).isIndoor == true)
    }

    @Test("The load of a summary is that of the workout's power")
    func load() throws {
        let workout = try workout(
            metadata: [
                HKMetadataKeyPulsewattFunctionalThresholdPower: HKQuantity(unit: .watt(), doubleValue: 250)
            ])
        let load = try #require(WorkoutSummary(workout).powerLoad)
        #expect(load == workout.series.powerLoad(functionalThresholdPower: 250))
        // 200 / 250; 50 s × 200 W × 0.8 / (250 W × 3600 s) × 100; 200 W × 50 s.
        #expect(load.intensityFactor == 0.8)
        #expect(abs((load.trainingStressScore ?? 0) - 8.0 / 9) < 1e-12)
        #expect(load.work == 10)
        #expect(
            WorkoutSummary(
                uuid: UUID(), activityType: .cycling, isIndoor: nil, isSimulated: false, start: start,
                end: start, timeZone: nil, elapsed: 0, paused: 0
            ).powerLoad == nil)
    }

    @Test("Zones counted from a summary are those counted from the samples")
    func zones() throws {
        let workout = try workout()
        let summary = WorkoutSummary(workout)
        let own = try #require(summary.zoneConfigurations[rate])
        let group = try #require(summary.zoneGroup(countedBy: own))
        #expect(group.zoneDurations.map(\.nanoseconds) == [20 * second, 30 * second, 0])
        #expect(group.noDataDuration == 0)
        let other = try HKWorkoutZoneConfiguration(
            quantityType: power, edges: [100, 200, 300], source: .app)
        #expect(
            summary.zoneGroup(countedBy: other)?.zoneDurations.map(\.nanoseconds)
                == workout.zoneGroup(countedBy: other)?.zoneDurations.map(\.nanoseconds))
        #expect(WorkoutSummary(workout, withDistributions: false).zoneGroup(countedBy: own) == nil)
    }
}
