import Foundation
import HealthModel
import TestKit
import Testing

private typealias Bench = BuilderTestBench

@Suite struct HKLiveWorkoutBuilderTests {
    private let bench: BuilderTestBench

    init() throws {
        bench = try BuilderTestBench()
    }

    private var heartRateZones: [TimeInterval]? {
        bench.builder.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration)
    }

    @Test("Zone updates come only when the zone changes, with both zones and the running totals")
    func zoneUpdates() async throws {
        try await bench.begin()
        for (second, value) in [(0.0, 90.0), (1, 95), (2, 110), (3, 119.5), (4, 120)] {
            try await bench.builder.addSamples([Bench.sample(value, at: second)])
        }
        #expect(bench.listener.zoneChanges == ["->0", "0>1", "1>2"])
        let last = try #require(bench.listener.zoneUpdates.last)
        #expect(last.lastSampleProcessedDate == Bench.date(4))
        #expect(last.previousZoneDuration?.duration == 2)
        #expect(last.currentZoneDuration?.duration == 0)
        #expect(last.zoneGroup?.zoneDurations.map(\.duration) == [2, 2, 0, 0])
        #expect(last.zoneGroup?.configuration.quantityType == Bench.heartRate)
    }

    @Test("A dropout is told as no zone when time is said to have passed the hold limit")
    func dropoutByAdvance() async throws {
        try await bench.begin()
        try await bench.builder.addSamples([Bench.sample(110, at: 0)])
        bench.builder.advance(to: Bench.date(9.999))
        #expect(bench.listener.zoneChanges == ["->1"])
        bench.builder.advance(to: Bench.date(10))
        #expect(bench.listener.zoneChanges == ["->1", "1>-"])
        #expect(bench.listener.zoneUpdates.last?.previousZoneDuration?.duration == 10)
        bench.builder.advance(to: Bench.date(30))
        #expect(heartRateZones == [0, 10, 0, 0])
        #expect(bench.listener.zoneChanges.count == 2)
    }

    @Test("A dropout that nobody told of is told when the next sample comes")
    func dropoutBySample() async throws {
        try await bench.begin()
        bench.builder.collect(Bench.heartRate, value: 110, at: 0)
        bench.builder.collect(Bench.heartRate, value: 112, at: 25_000_000_000)
        #expect(bench.listener.zoneChanges == ["->1", "1>-", "->1"])
        #expect(bench.listener.zoneUpdates[1].lastSampleProcessedDate == Bench.start)
    }

    @Test("The clock of one sensor ends the hold of another that has fallen silent")
    func silentSensor() async throws {
        try await bench.builder.setCustomZoneConfiguration(
            Bench.zones(100, 200, type: Bench.power), for: Bench.power)
        try await bench.begin()
        bench.builder.collect(Bench.power, value: 150, at: 0)
        for second in 0...6 {
            bench.builder.collect(Bench.heartRate, value: 90, at: Int64(second) * 1_000_000_000)
        }
        let power = bench.listener.zoneUpdates.filter {
            $0.zoneGroup?.configuration.quantityType == Bench.power
        }
        #expect(power.map { $0.currentZoneDuration?.zone.index } == [1, nil])
        #expect(power.last?.previousZoneDuration?.duration == 5)
    }

    @Test("A pause leaves the zone and counts nothing until the first sample after the resume")
    func pause() async throws {
        try await bench.begin()
        bench.builder.collect(Bench.heartRate, value: 110, at: 0)
        bench.session.pause(at: Bench.date(4))
        #expect(bench.listener.zoneChanges == ["->1", "1>-"])
        #expect(bench.builder.isPaused)
        bench.builder.collect(Bench.heartRate, value: 150, at: 6_000_000_000)
        bench.session.resume(at: Bench.date(8))
        bench.builder.advance(to: Bench.date(9))
        #expect(bench.listener.zoneChanges.count == 2)
        bench.builder.collect(Bench.heartRate, value: 130, at: 10_000_000_000)
        bench.builder.advance(to: Bench.date(12))
        #expect(bench.listener.zoneChanges == ["->1", "1>-", "->2"])
        #expect(heartRateZones == [0, 4, 2, 0])
        #expect(bench.builder.zoneGroup(for: Bench.heartRate)?.noDataDuration == 2_000_000_000)
        #expect(bench.builder.elapsedTime(at: Bench.date(12)) == 8)
        #expect(bench.builder.workoutEvents.map(\.type) == [.pause, .resume])
    }

    @Test("Pauses that are added as events, late and after the samples, count as those of the session")
    func lateEvents() async throws {
        try await bench.begin()
        for second in 0..<20 {
            bench.builder.collect(Bench.heartRate, value: 110, at: Int64(second) * 1_000_000_000)
        }
        bench.builder.advance(to: Bench.date(20))
        #expect(heartRateZones == [0, 20, 0, 0])
        try await bench.builder.addWorkoutEvents([
            Bench.event(.resume, at: 9.5), Bench.event(.pause, at: 5),
        ])
        // 5 s before the pause; the first sample after the resume is that of second 10.
        #expect(heartRateZones == [0, 15, 0, 0])
        #expect(bench.builder.zoneGroup(for: Bench.heartRate)?.noDataDuration == 500_000_000)
        #expect(bench.builder.elapsedTime(at: Bench.date(20)) == 15.5)
    }

    @Test("Samples and readings without objects end in the same totals, in any order of arrival")
    func orderOfArrival() async throws {
        let readings = (0..<200).map { index in
            let value = 80 + (index * 37) % 90
            return (second: Double(index) * 0.7, value: Double(value))
        }
        var generator = SplitMix64(seed: 3)
        var results: [WorkoutSeries] = []
        var zones: [[TimeInterval]?] = []
        for round in 0..<3 {
            let bench = try BuilderTestBench()
            try await bench.begin()
            switch round {
            case 0:
                for reading in readings {
                    bench.builder.collect(
                        Bench.heartRate, value: reading.value,
                        at: Int64((reading.second * 1e6).rounded()) * 1000)
                }
            case 1:
                try await bench.builder.addSamples(
                    readings.map { Bench.sample($0.value, at: $0.second) }.shuffled(using: &generator))
            default:
                for reading in readings.shuffled(using: &generator) {
                    try await bench.builder.addSamples([Bench.sample(reading.value, at: reading.second)])
                }
            }
            try await bench.builder.endCollection(at: Bench.date(150))
            results.append(bench.builder.collectedSeries())
            zones.append(bench.builder.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration))
        }
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
        #expect(zones[0] == zones[1])
        #expect(zones[0] == zones[2])
        #expect(zones[0]?.reduce(0, +).rounded() == 149)
    }

    @Test("A finished workout says exactly what the live totals said")
    func finished() async throws {
        try await bench.begin()
        for second in 0..<30 where !(10..<25).contains(second) {
            bench.builder.collect(
                Bench.heartRate, value: Double(90 + 2 * second), at: Int64(second) * 1_000_000_000)
        }
        try await bench.builder.endCollection(at: Bench.date(30))
        let live = try #require(bench.builder.zoneGroup(for: Bench.heartRate))
        let workout = try #require(try await bench.builder.finishWorkout())
        let group = try #require(workout.zoneGroup(for: Bench.heartRate))
        // 90...98 bpm for 5 s; 100...108 for 5 s and the last held for 9 s more; 140...148 for 5 s; 5 s no data.
        #expect(group.zoneDurations.map(\.duration) == [5, 14, 0, 5])
        #expect(live.zoneDurations.map(\.nanoseconds) == group.zoneDurations.map(\.nanoseconds))
        #expect(group.noDataDuration == 6_000_000_000)
        #expect(workout.noDataDuration(for: Bench.heartRate) == 6_000_000_000)
        #expect(workout.duration == 30)
        #expect(workout.zoneGroupsByType?.count == 1)
        #expect(workout.workoutActivities.count == 1)
        #expect(
            workout.workoutActivities[0].zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [
                5, 14, 0, 5,
            ])
        #expect(group.configuration.source == .app)
    }

    @Test("Activities have zones and statistics of their own time")
    func activities() async throws {
        let bench = try BuilderTestBench(activity: .swimBikeRun)
        try await bench.begin()
        let ride = HKWorkoutConfiguration()
        ride.activityType = .cycling
        let run = HKWorkoutConfiguration()
        run.activityType = .running
        bench.session.beginNewActivity(configuration: ride, date: Bench.start, metadata: nil)
        for second in 0..<10 {
            bench.builder.collect(Bench.heartRate, value: 90, at: Int64(second) * 1_000_000_000)
        }
        #expect(bench.builder.currentWorkoutActivity?.workoutConfiguration.activityType == .cycling)
        bench.session.beginNewActivity(configuration: run, date: Bench.date(10), metadata: nil)
        for second in 10..<16 {
            bench.builder.collect(Bench.heartRate, value: 130, at: Int64(second) * 1_000_000_000)
        }
        bench.session.stopActivity(with: Bench.date(16))
        #expect(bench.builder.currentWorkoutActivity == nil)
        try await bench.builder.endCollection(at: Bench.date(16))
        let workout = try #require(try await bench.builder.finishWorkout())
        let activities = workout.workoutActivities
        #expect(activities.map(\.workoutConfiguration.activityType) == [.cycling, .running])
        #expect(activities.map(\.duration) == [10, 6])
        #expect(
            activities[0].zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [10, 0, 0, 0])
        #expect(activities[1].zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [0, 0, 6, 0])
        let unit = HKUnit.count().unitDivided(by: .minute())
        #expect(
            activities.map { $0.statistics(for: Bench.heartRate)?.averageQuantity()?.doubleValue(for: unit) }
                == [90, 130])
        #expect(workout.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [10, 0, 6, 0])
        #expect(
            bench.listener.lines.filter { $0 != "data HKQuantityTypeIdentifierHeartRate" && $0 != "zone" }
                == ["begin cycling", "end cycling", "begin running", "end running"])
    }

    @Test("What the session did before collection began counts from the workout's start")
    func pauseBeforeBegin() async throws {
        bench.session.startActivity(with: Bench.date(-20))
        bench.session.pause(at: Bench.date(-10))
        try await bench.builder.beginCollection(at: Bench.start)
        #expect(bench.builder.isPaused)
        bench.session.resume(at: Bench.date(5))
        #expect(bench.builder.elapsedTime(at: Bench.date(15)) == 10)
        #expect(bench.builder.workoutEvents.map { $0.dateInterval.start } == [Bench.start, Bench.date(5)])
    }

    @Test("A builder that does not collect the session's events goes on while the session is paused")
    func noSessionEvents() async throws {
        bench.builder.shouldCollectWorkoutEvents = false
        try await bench.begin()
        bench.session.pause(at: Bench.date(2))
        #expect(bench.builder.workoutEvents.isEmpty)
        #expect(bench.builder.elapsedTime(at: Bench.date(10)) == 10)
    }

    @Test("A data source keeps out the types that it does not collect")
    func dataSource() async throws {
        try await bench.begin()
        let source = HKLiveWorkoutDataSource(
            healthStore: bench.store, workoutConfiguration: bench.builder.workoutConfiguration)
        bench.builder.dataSource = source
        source.disableCollection(for: Bench.power)
        #expect(!bench.builder.collect(Bench.power, value: 200, at: 0))
        source.enableCollection(
            for: Bench.power,
            predicate: NSPredicate { sample, _ in
                ((sample as? HKQuantitySample)?.quantity.doubleValue(for: .watt()) ?? 0) > 150
            })
        #expect(!bench.builder.collect(Bench.power, value: 100, at: 0))
        #expect(bench.builder.collect(Bench.power, value: 200, at: 0))
        #expect(bench.builder.collectedSeries().columns[Bench.power]?.values == [200])
    }

    @Test(
        "A reading that makes no sense is not taken",
        arguments: [(Double.nan, Int64(0)), (.infinity, 0), (120, -1), (120, .max), (120, .min)])
    func nonsense(value: Double, nanoseconds: Int64) async throws {
        try await bench.begin()
        #expect(!bench.builder.collect(Bench.heartRate, value: value, at: nanoseconds))
        #expect(bench.builder.collectedSeries().columns.isEmpty)
    }

    @Test("Heartbeats become RR intervals that do not reach over a gap")
    func heartbeats() async throws {
        try await bench.begin()
        for (milliseconds, gap) in [(0, true), (800, false), (1650, false), (9000, true), (9700, false)] {
            #expect(bench.builder.collectHeartbeat(at: Int64(milliseconds) * 1_000_000, precededByGap: gap))
        }
        #expect(bench.builder.collectedSeries().heartbeats.intervalRuns == [[800, 850], [700]])
    }

    @Test("Beats of the workout's series builder become part of the workout, and are saved once")
    func seriesBuilder() async throws {
        #expect(bench.builder.seriesBuilder(for: .heartbeat()) == nil)
        try await bench.begin()
        let series = try #require(
            bench.builder.seriesBuilder(for: .heartbeat()) as? HKHeartbeatSeriesBuilder)
        #expect(bench.builder.seriesBuilder(for: .heartbeat()) === series)
        #expect(bench.builder.seriesBuilder(for: .workoutRoute()) == nil)
        for (seconds, gap) in [(1.0, true), (1.8, false), (2.65, false)] {
            try await series.addHeartbeat(at: seconds, precededByGap: gap)
        }
        #expect(bench.builder.collectedSeries().heartbeats.intervalRuns == [[800, 850]])
        #expect(
            bench.listener.lines == Array(repeating: "data \(HKSeriesType.heartbeat().identifier)", count: 3))
        let saved = try await series.finishSeries()
        try await bench.builder.endCollection(at: Bench.date(5))
        let workout = try #require(try await bench.builder.finishWorkout())
        #expect(workout.series.heartbeats.count == 3)
        let stored = try await bench.store.database.samples(SampleRequest(type: HKSeriesType.heartbeat()))
            .stored
        #expect(stored.map(\.sample) == [saved])
    }

    @Test("A heartbeat series that is added as a sample becomes part of the workout")
    func heartbeatSample() async throws {
        try await bench.begin()
        let sample = HKHeartbeatSeriesSample(
            heartbeats: [(0.0, true), (0.75, false)].map {
                HKHeartbeatSeriesQueryDescriptor.Heartbeat(timeIntervalSinceStart: $0.0, precededByGap: $0.1)
            }, start: Bench.date(10), device: nil, metadata: nil)
        try await bench.builder.addSamples([sample])
        #expect(bench.builder.collectedSeries().heartbeats.offsets == [10_000_000_000, 10_750_000_000])
    }

    @Test("The builder of a session is the same at each call, and knows its session")
    func identity() {
        #expect(bench.session.associatedWorkoutBuilder() === bench.builder)
        #expect(bench.builder.workoutSession === bench.session)
    }
}
