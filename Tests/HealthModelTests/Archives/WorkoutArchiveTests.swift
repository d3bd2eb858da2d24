import Foundation
import HealthModel
import TestKit
import Testing

@Suite struct WorkoutArchiveTests {
    private typealias Bench = BuilderTestBench

    /// A finished minute with heart rate, power and distance, a pause from 20 s to 30 s, and two activities.
    private func ride() async throws -> HKWorkout {
        let bench = try Bench()
        try await bench.begin()
        let builder = bench.builder
        try await builder.addSamples([
            Bench.sample(90, at: 0), Bench.sample(120, at: 5), Bench.sample(150, at: 12),
            Bench.sample(130, at: 40), Bench.sample(200, at: 3, lasting: 4, type: Bench.power),
            Bench.sample(55, at: 10, lasting: 20, type: HKQuantityType(.distanceCycling)),
        ])
        try await builder.addWorkoutEvents([
            Bench.event(.pause, at: 20), Bench.event(.resume, at: 30),
            HKWorkoutEvent(
                type: .lap, dateInterval: DateInterval(start: Bench.date(0), duration: 20),
                metadata: ["n": 1]),
        ])
        let run = HKWorkoutConfiguration()
        run.activityType = .running
        try await builder.addWorkoutActivity(
            HKWorkoutActivity(
                workoutConfiguration: run, start: Bench.date(4), end: Bench.date(45), metadata: ["leg": "run"]
            ))
        try await builder.addMetadata([HKMetadataKeyIndoorWorkout: true])
        try await builder.endCollection(at: Bench.date(60))
        return try #require(try await builder.finishWorkout())
    }

    private func expectSame(
        _ read: [HKQuantityType: HKStatistics], _ written: [HKQuantityType: HKStatistics]
    ) {
        #expect(Set(read.keys) == Set(written.keys))
        for (type, statistics) in written {
            let other = read[type]
            #expect(other?.averageQuantity() == statistics.averageQuantity())
            #expect(other?.minimumQuantity() == statistics.minimumQuantity())
            #expect(other?.maximumQuantity() == statistics.maximumQuantity())
            #expect(other?.mostRecentQuantity() == statistics.mostRecentQuantity())
            #expect(other?.mostRecentQuantityDateInterval() == statistics.mostRecentQuantityDateInterval())
            #expect(other?.sumQuantity() == statistics.sumQuantity())
            #expect(other?.duration() == statistics.duration())
            #expect(other?.sources == statistics.sources)
            #expect(other?.startDate == statistics.startDate)
            #expect(other?.endDate == statistics.endDate)
        }
    }

    private func expectSame(
        _ read: [HKQuantityType: HKWorkoutZoneGroup]?, _ written: [HKQuantityType: HKWorkoutZoneGroup]?
    ) {
        #expect(read?.count == written?.count)
        for (type, group) in written ?? [:] {
            let other = read?[type]
            #expect(other.map { $0.configuration == group.configuration } == true)
            #expect(other?.zoneDurations.map(\.nanoseconds) == group.zoneDurations.map(\.nanoseconds))
            #expect(other?.noDataDuration == group.noDataDuration)
            #expect(
                other?.zoneDurations.map(\.zone.maximum?.description)
                    == group.zoneDurations.map(\.zone.maximum?.description))
        }
    }

    @Test("A workout comes back from an archive with its zones, statistics, events and activities")
    func workout() async throws {
        let workout = try await ride()
        // 5 s at 90; 7 s at 120; 8 s at 150 up to the pause; 10 s at 130 from 40 s on; 20 s silent: 10 + 10.
        let durations = workout.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration)
        #expect(durations == [5, 0, 17, 8])
        let read = try #require(try archived(workout))
        #expect(read == workout)
        #expect(read.workoutActivityType == .cycling)
        #expect(read.workoutConfiguration == workout.workoutConfiguration)
        #expect(read.duration == 50)
        #expect(read.startDate == workout.startDate)
        #expect(read.endDate == workout.endDate)
        #expect(read.series == workout.series)
        #expect(read.workoutEvents == workout.workoutEvents)
        #expect(read.workoutEvents?.count == 3)
        #expect(read.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == true)
        #expect(read.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [5, 0, 17, 8])
        expectSame(read.zoneGroupsByType, workout.zoneGroupsByType)
        expectSame(read.allStatistics, workout.allStatistics)
        #expect(read.workoutActivities == workout.workoutActivities)
        for (activity, other) in zip(workout.workoutActivities, read.workoutActivities) {
            expectSame(other.zoneGroupsByType, activity.zoneGroupsByType)
            expectSame(other.allStatistics, activity.allStatistics)
        }
    }

    @Test("The zones of a workout from an archive can be counted anew in another configuration")
    func otherZones() async throws {
        let read = try #require(try archived(try await ride()))
        let group = read.zoneGroup(countedBy: try Bench.zones(91, 125, 140, 160))
        #expect(group?.zoneDurations.map(\.duration) == [5, 7, 10, 8, 0])
    }

    @Test("An activity comes back from an archive by itself, with what was measured in it")
    func activity() async throws {
        let activity = try #require(try await ride().workoutActivities.first)
        #expect(activity.duration == 31)
        let read = try #require(try archived(activity))
        #expect(read == activity)
        #expect(read.workoutConfiguration.activityType == .running)
        #expect(read.startDate == Bench.date(4))
        #expect(read.endDate == Bench.date(45))
        #expect(read.duration == 31)
        #expect(read.pausedDuration == 10_000_000_000)
        #expect(read.metadata?["leg"] as? String == "run")
        #expect(read.workoutEvents == activity.workoutEvents)
        // 1 s at 90, 7 s at 120, 8 s at 150, 5 s at 130.
        #expect(read.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [1, 0, 12, 8])
        #expect(read.noDataDuration(for: Bench.heartRate) == 10_000_000_000)
        expectSame(read.allStatistics, activity.allStatistics)
    }

    @Test("An activity that is not part of a workout comes back from an archive as it was made")
    func looseActivity() throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .swimming
        configuration.lapLength = HKQuantity(unit: .yard(), doubleValue: 25)
        let activity = HKWorkoutActivity(
            workoutConfiguration: configuration, start: Bench.date(0), end: nil, metadata: nil)
        let read = try #require(try archived(activity))
        #expect(read == activity)
        #expect(read.workoutConfiguration == configuration)
        #expect(read.endDate == nil)
        #expect(read.metadata == nil)
        #expect(read.allStatistics.isEmpty)
        #expect(read.zoneGroupsByType == nil)
    }

    @Test("A workout that was made of totals keeps them in an archive")
    func totals() throws {
        let workout = HKWorkout(
            configuration: HKWorkoutConfiguration(), start: Bench.date(0), end: Bench.date(60), device: nil,
            metadata: nil, events: [], activities: [],
            series: WorkoutSeries(start: Bench.date(0), elapsed: 60_000_000_000),
            sensors: [
                WorkoutSensor(
                    address: "C0:FF:EE:00:00:01", name: "H1", batteryPercent: 80,
                    provides: [Bench.heartRate])
            ],
            totals: WorkoutTotals(
                duration: 30, energyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 99),
                distance: HKQuantity(unit: .mile(), doubleValue: 2)))
        let read = try #require(try archived(workout))
        #expect(read.duration == 30)
        #expect(read.sensors == workout.sensors)
        #expect(read.workoutEvents == nil)
        #expect(read.zoneGroupsByType == nil)
        #expect(read.totals.energyBurned == HKQuantity(unit: .kilocalorie(), doubleValue: 99))
        #expect(read.totals.distance == HKQuantity(unit: .mile(), doubleValue: 2))
    }

    @Test("Events come back from an archive, and one that ends before it starts is refused")
    func events() throws {
        let event = HKWorkoutEvent(
            type: .segment, dateInterval: DateInterval(start: Bench.date(1), duration: 2.5),
            metadata: [HKMetadataKeyAverageSpeed: HKQuantity(unit: HKUnit(from: "m/s"), doubleValue: 3)])
        #expect(try archived(event) == event)
        for duration in [-1, .nan, .infinity] as [Double] {
            #expect(try reread(event, with: NSNumber(value: duration), for: "duration") == nil)
        }
        let never = NSDate(timeIntervalSinceReferenceDate: .nan)
        #expect(try reread(event, with: never, for: "start") == nil)
        #expect(try reread(event, with: NSNumber(value: 99), for: "type") == nil)
    }

    @Test(
        "A workout from an archive in which something else stands in the place of a part is nil",
        arguments: [
            "uuid", "sampleType", "startDate", "workoutConfiguration", "workoutEvents", "workoutActivities",
            "series", "zoneConfigurations", "sensors",
        ])
    func broken(_ key: String) async throws {
        let workout = try await ride()
        #expect(try reread(workout) == workout)
        #expect(try reread(workout, with: NSString(string: "?"), for: key) == nil)
        #expect(try reread(workout, with: NSArray(array: [NSDate()]), for: key) == nil)
        #expect(
            try reread(workout, with: NSData(data: Data(repeating: 7, count: 99)), for: key) == nil
        )
    }

    @Test(
        "Damaged bytes in a workout's archive give nil or a workout that answers, and never a trap",
        arguments: ["series", "zoneConfigurations", "sensors"])
    func damaged(_ key: String) async throws {
        let workout = try await ride()
        let whole = try #require(try archivedBytes(of: workout, for: key))
        var generator = SplitMix64(seed: 27)
        var refused = 0
        for _ in 0..<100 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            let damaged = NSData(data: bytes)
            guard let read = try reread(workout, with: damaged, for: key) else {
                refused += 1
                continue
            }
            #expect(read.uuid == workout.uuid)
            #expect(read.pausedDuration >= 0)
            for type in read.series.columns.keys { #expect(read.noDataDuration(for: type) >= 0) }
            for statistics in read.allStatistics.values { _ = statistics.mostRecentQuantityDateInterval() }
            for group in read.zoneGroupsByType?.values ?? [:].values {
                #expect(group.zoneDurations.allSatisfy { $0.nanoseconds >= 0 })
            }
        }
        #expect(refused > 0)
    }

    @Test("Damaged bytes of what an activity measured give nil or an activity that answers, and never a trap")
    func damagedActivity() async throws {
        let activity = try #require(try await ride().workoutActivities.first)
        let whole = try #require(try archivedBytes(of: activity, for: "measured"))
        var generator = SplitMix64(seed: 72)
        var refused = 0
        for _ in 0..<200 {
            var bytes = whole
            let index = Int.random(in: bytes.indices, using: &generator)
            bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
            let damaged = NSData(data: bytes)
            guard let read = try reread(activity, with: damaged, for: "measured")
            else {
                refused += 1
                continue
            }
            for (type, statistics) in read.allStatistics {
                _ = statistics.mostRecentQuantityDateInterval()
                _ = statistics.averageQuantity()
                _ = read.noDataDuration(for: type)
            }
            for group in read.zoneGroupsByType?.values ?? [:].values {
                #expect(group.zoneDurations.allSatisfy { $0.duration >= 0 })
            }
        }
        #expect(refused > 0)
    }
}
