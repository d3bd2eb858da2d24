import Foundation
import HealthModel
import Testing

private typealias Bench = BuilderTestBench

@Suite struct HKWorkoutBuilderOrderTests {
    private let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())

    private func makeBuilder(begun: Bool = true) async throws -> HKWorkoutBuilder {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
        if begun {
            try await builder.setCustomZoneConfiguration(Bench.zones(100, 120, 140), for: Bench.heartRate)
            try await builder.beginCollection(at: Bench.start)
        }
        return builder
    }

    @Test("Nothing can be added before the workout has begun")
    func beforeBegin() async throws {
        let builder = try await makeBuilder(begun: false)
        await expectRefusal {
            try await builder.addSamples([Bench.sample(100, at: 0)])
        }
        await expectRefusal {
            try await builder.addWorkoutEvents([Bench.event(.pause, at: 1)])
        }
        await expectRefusal {
            try await builder.endCollection(at: Bench.date(10))
        }
        await expectRefusal { _ = try await builder.finishWorkout() }
        #expect(builder.startDate == nil)
        #expect(builder.workoutEvents.isEmpty)
        #expect(builder.elapsedTime(at: Bench.date(5)) == 0)
    }

    @Test("A workout begins, ends and is finished once")
    func once() async throws {
        let builder = try await makeBuilder()
        await expectRefusal {
            try await builder.beginCollection(at: Bench.date(5))
        }
        #expect(builder.startDate == Bench.start)
        await expectRefusal { _ = try await builder.finishWorkout() }
        try await builder.endCollection(at: Bench.date(60))
        await expectRefusal {
            try await builder.endCollection(at: Bench.date(70))
        }
        #expect(builder.endDate == Bench.date(60))
        let workout = try await builder.finishWorkout()
        #expect(workout?.duration == 60)
        await expectRefusal { _ = try await builder.finishWorkout() }
        await expectRefusal {
            try await builder.addSamples([Bench.sample(100, at: 0)])
        }
        await expectRefusal { try await builder.addMetadata(["a": 1]) }
    }

    @Test("A custom configuration after the begin is refused and changes nothing; nil takes one back before")
    func customConfiguration() async throws {
        let builder = try await makeBuilder(begun: false)
        try await builder.setCustomZoneConfiguration(Bench.zones(100, 120), for: Bench.heartRate)
        try await builder.setCustomZoneConfiguration(nil, for: Bench.heartRate)
        let before = try await builder.zoneConfiguration(for: Bench.heartRate)
        #expect(before == nil)
        try await builder.setCustomZoneConfiguration(Bench.zones(90, 130), for: Bench.heartRate)
        try await builder.beginCollection(at: Bench.start)
        await expectRefusal {
            try await builder.setCustomZoneConfiguration(Bench.zones(100, 120), for: Bench.heartRate)
        }
        await expectRefusal {
            try await builder.setCustomZoneConfiguration(nil, for: Bench.heartRate)
        }
        let configuration = try #require(try await builder.zoneConfiguration(for: Bench.heartRate))
        #expect(try configuration == Bench.zones(90, 130))
    }

    @Test("A configuration of another type, or for a type without zones, is refused")
    func mismatchedConfiguration() async throws {
        let builder = try await makeBuilder(begun: false)
        await expectRefusal {
            try await builder.setCustomZoneConfiguration(Bench.zones(100, 120), for: Bench.power)
        }
        await expectRefusal {
            try await builder.setCustomZoneConfiguration(nil, for: HKQuantityType(.cyclingCadence))
        }
    }

    @Test("The person's preferred zones apply where no custom ones are set, and are frozen at the begin")
    func preferredConfiguration() async throws {
        try store.database.setZoneBoundaries([110, 150], for: Bench.heartRate)
        let builder = try await makeBuilder(begun: false)
        try await builder.beginCollection(at: Bench.start)
        try store.database.setZoneBoundaries([50, 60], for: Bench.heartRate)
        try await builder.addSamples([Bench.sample(120, at: 0, lasting: 4)])
        try await builder.endCollection(at: Bench.date(4))
        let group = try #require(try await builder.finishWorkout()?.zoneGroup(for: Bench.heartRate))
        #expect(group.configuration.source == .user)
        #expect(group.zoneDurations.map(\.duration) == [0, 4, 0])
    }

    @Test("A sample before the start is refused with an error that names it, and with it all that came along")
    func beforeStart() async throws {
        let builder = try await makeBuilder()
        do {
            try await builder.addSamples([Bench.sample(100, at: 1), Bench.sample(111, at: -0.5)])
            Issue.record("The sample was taken.")
        } catch let error as HKError {
            #expect(error.code == .errorInvalidArgument)
            #expect(error.description.contains("111 count/min"))
        }
        #expect(builder.statistics(for: Bench.heartRate) == nil)
    }

    @Test("A sample that does not fit its type is refused")
    func badUnit() async throws {
        let builder = try await makeBuilder()
        let watts = HKQuantitySample(
            type: Bench.heartRate, quantity: HKQuantity(unit: .watt(), doubleValue: 100), start: Bench.start,
            end: Bench.start)
        await expectRefusal { try await builder.addSamples([watts]) }
        await expectRefusal {
            try await builder.addSamples([Bench.sample(.nan, at: 1)])
        }
    }

    @Test("After the end samples from before it still land in their place, later ones are refused")
    func afterEnd() async throws {
        let builder = try await makeBuilder()
        try await builder.addSamples([Bench.sample(90, at: 0), Bench.sample(110, at: 8)])
        try await builder.endCollection(at: Bench.date(10))
        #expect(builder.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [8, 2, 0, 0])
        try await builder.addSamples([Bench.sample(130, at: 4)])
        #expect(builder.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [4, 2, 4, 0])
        await expectRefusal {
            try await builder.addSamples([Bench.sample(130, at: 10.5)])
        }
    }

    @Test("An end before samples that are there leaves those out")
    func earlyEnd() async throws {
        let builder = try await makeBuilder()
        try await builder.addSamples([Bench.sample(90, at: 0), Bench.sample(110, at: 8)])
        try await builder.endCollection(at: Bench.date(5))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [5, 0, 0, 0])
        #expect(workout.series.columns[Bench.heartRate]?.count == 1)
    }

    @Test("A resume that no pause comes before is refused")
    func firstResume() async throws {
        let builder = try await makeBuilder()
        await expectRefusal {
            try await builder.addWorkoutEvents([Bench.event(.lap, at: 1), Bench.event(.resume, at: 2)])
        }
        #expect(builder.workoutEvents.isEmpty)
    }

    @Test("A pause at the end lasts to the end")
    func openPause() async throws {
        let builder = try await makeBuilder()
        try await builder.addSamples([Bench.sample(90, at: 0)])
        try await builder.addWorkoutEvents([Bench.event(.pause, at: 3)])
        try await builder.endCollection(at: Bench.date(10))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration == 3)
        #expect(workout.pausedDuration == 7_000_000_000)
        #expect(workout.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [3, 0, 0, 0])
    }

    @Test("Metadata merges as a dictionary does, and stays as it was when a value is refused")
    func metadata() async throws {
        let builder = try await makeBuilder()
        try await builder.addMetadata(["name": "ride", "laps": 3])
        try await builder.addMetadata(["laps": 4])
        await expectRefusal {
            try await builder.addMetadata(["name": "other", "bad": [1, 2]])
        }
        #expect(builder.metadata["name"] as? String == "ride")
        #expect(builder.metadata["laps"] as? Int == 4)
    }

    @Test("The calls with handlers run in the order in which they are made")
    func completionForms() async throws {
        let builder = try await makeBuilder(begun: false)
        builder.beginCollection(withStart: Bench.start) { _, _ in }
        builder.add([Bench.sample(90, at: 0)]) { _, _ in }
        builder.addWorkoutEvents([Bench.event(.pause, at: 5)]) { _, _ in }
        builder.addMetadata(["a": 1]) { _, _ in }
        builder.endCollection(withEnd: Bench.date(10)) { _, _ in }
        let workout = await withCheckedContinuation { continuation in
            builder.finishWorkout { workout, _ in continuation.resume(returning: workout) }
        }
        #expect(workout?.duration == 5)
        #expect(workout?.metadata?["a"] as? Int == 1)
    }

    @Test("A client without permission can neither begin nor add")
    func permission() async throws {
        let store = HKHealthStore(client: "guest", database: InMemoryHealthDatabase())
        let builder = HKWorkoutBuilder(
            healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
        await expectRefusal(.errorAuthorizationNotDetermined) {
            try await builder.beginCollection(at: Bench.start)
        }
        try await store.requestAuthorization(toShare: [.workoutType()], read: [])
        try await builder.beginCollection(at: Bench.start)
        await expectRefusal(.errorAuthorizationNotDetermined) {
            try await builder.addSamples([Bench.sample(90, at: 0)])
        }
    }

    @Test("A finished workout and its samples are in the store")
    func saved() async throws {
        let builder = try await makeBuilder()
        let sample = Bench.sample(90, at: 0)
        try await builder.addSamples([sample])
        try await builder.endCollection(at: Bench.date(10))
        let workout = try #require(try await builder.finishWorkout())
        let stored = try await store.database.samples(SampleRequest(type: .workoutType())).stored.map(
            \.sample)
        #expect(stored == [workout])
        let samples = try await store.database.samples(SampleRequest(type: Bench.heartRate)).stored.map(
            \.sample)
        #expect(samples == [sample])
    }

    @Test("A discarded workout takes nothing more")
    func discarded() async throws {
        let builder = try await makeBuilder()
        builder.discardWorkout()
        await expectRefusal {
            try await builder.addSamples([Bench.sample(100, at: 0)])
        }
        await expectRefusal {
            try await builder.endCollection(at: Bench.date(1))
        }
    }

    @Test("Activities can be added, ended and described; strangers are refused")
    func activities() async throws {
        let builder = try await makeBuilder()
        let activity = HKWorkoutActivity(
            workoutConfiguration: builder.workoutConfiguration, start: Bench.date(2), end: nil, metadata: nil)
        try await builder.addWorkoutActivity(activity)
        try await builder.addSamples([Bench.sample(90, at: 0)])
        try await builder.addSamples([Bench.sample(110, at: 4)])
        try await builder.updateActivity(uuid: activity.uuid, adding: ["lap": "first"])
        try await builder.updateActivity(uuid: activity.uuid, end: Bench.date(6))
        let added = try #require(builder.workoutActivities.first)
        #expect(added.duration == 4)
        #expect(added.metadata?["lap"] as? String == "first")
        #expect(added.zoneGroup(for: Bench.heartRate)?.zoneDurations.map(\.duration) == [2, 2, 0, 0])
        await expectRefusal { try await builder.addWorkoutActivity(activity) }
        await expectRefusal {
            try await builder.updateActivity(uuid: UUID(), end: Bench.date(6))
        }
        await expectRefusal {
            try await builder.updateActivity(uuid: activity.uuid, end: Bench.date(1))
        }
    }
}
