import HealthKit
import Testing

/// The tasks of the articles, done with the code that the articles show.
@Suite struct ZoneTaskTests {
    private let person = TestPerson()

    private func date(_ second: TimeInterval) -> Date { TestPerson.epoch.addingTimeInterval(second) }

    /// A ride of a minute: 100 bpm for 20 s, 150 bpm for 30 s, then 10 s of nothing.
    private func ride(
        in store: HKHealthStore, zones: [Double]? = [91, 114, 136, 158], startingAt start: TimeInterval = 0
    ) async throws -> HKWorkout? {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
        if let zones {
            try await builder.setCustomZoneConfiguration(
                heartRateZones(upTo: zones), for: HKQuantityType(.heartRate))
        }
        try await builder.beginCollection(at: date(start))
        try await builder.addSamples([
            heartRate(100, at: start, lasting: 20), heartRate(150, at: start + 20, lasting: 30),
        ])
        try await builder.endCollection(at: date(start + 60))
        return try await builder.finishWorkout()
    }

    @Test("The zones of the latest ride are read from the store, each with its bounds and its time")
    func reading() async throws {
        let store = try await person.store()
        _ = try await ride(in: store)
        let latest = try await ride(in: store, startingAt: 3600)
        let found = try #require(try await latestRide(in: store))
        #expect(found == latest)
        #expect(
            zoneTable(of: found, for: HKQuantityType(.heartRate)) == [
                "Zone 1, 0 to 91 count/min: 0 s", "Zone 2, 91 count/min to 114 count/min: 20 s",
                "Zone 3, 114 count/min to 136 count/min: 0 s", "Zone 4, 136 count/min to 158 count/min: 30 s",
                "Zone 5, 158 count/min to open: 0 s",
            ])
        #expect(zoneTable(of: found, for: HKQuantityType(.cyclingPower)).isEmpty)
        #expect(zoneTables(ofActivitiesIn: found) == [[0, 20, 0, 30, 0]])
        #expect(found.zoneGroupsByType?.keys.map(\.identifier) == ["HKQuantityTypeIdentifierHeartRate"])
    }

    @Test("A client that may not read workouts finds none of another's")
    func readingUnauthorised() async throws {
        _ = try await ride(in: try await person.store())
        let stranger = HKHealthStore(client: "stranger", database: person.database)
        #expect(try await latestRide(in: stranger) == nil)
    }

    @Test(
        "A live workout tells its delegate of each change of zone, with where it came from",
        .timeLimit(.minutes(5)))
    @MainActor func following() async throws {
        person.set(age: 40)
        let store = try await person.store()
        try await store.save(
            HKQuantitySample(
                type: HKQuantityType(.restingHeartRate),
                quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72), start: date(-60),
                end: date(-60)))
        let manager = WorkoutManager(store: store)
        try await manager.start(at: date(0))
        let builder = try #require(manager.builder)
        #expect(manager.session?.associatedWorkoutBuilder() === builder)

        // Zones at 136.8, 147.6, 158.4 and 169.2: zone 1, zone 1 again, zone 3.
        for (second, beats) in [(0.0, 120.0), (5, 130), (10, 150)] {
            try await builder.addSamples([heartRate(beats, at: second)])
        }
        while manager.history.count < 2 { await Task.yield() }
        #expect(manager.history == ["no zone to zone 1, 0 s in zones", "zone 1 to zone 3, 10 s in zones"])
        #expect(manager.currentZone == 2)
        #expect(builder.elapsedTime(at: date(10)) == 10)

        let workout = try #require(try await manager.finish(at: date(15)))
        let group = try #require(workout.zoneGroup(for: HKQuantityType(.heartRate)))
        #expect(group.zoneDurations.map(\.duration) == [10, 0, 5, 0, 0])
        #expect(group.configuration.source == .system)
        #expect(manager.session?.state == .ended)
    }

    @Test(
        "Power zones are the person's own, else the system's, else the person is asked for a threshold power")
    func preferred() async throws {
        let store = try await person.store()
        #expect(try await powerZoneAdvice(from: store) == .askForThresholdPower)
        try await enterThresholdPower(200, on: date(-60), into: store)
        #expect(try await powerZoneAdvice(from: store) == .useSystems([110, 150, 180, 210, 240]))
        try person.set(zones: [100, 200, 300])
        #expect(try await powerZoneAdvice(from: store) == .usePersonsOwn([100, 200, 300]))
    }

    @Test("Custom zones hold for one workout; ones that are none leave the preferred ones")
    func custom() async throws {
        let store = try await person.store()
        func builder() -> HKWorkoutBuilder {
            HKWorkoutBuilder(healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
        }
        let custom = try await beginRide(with: [120, 150], in: builder(), at: date(0))
        #expect(custom?.source == .app)
        #expect(custom?.zones.map(\.index) == [0, 1, 2])
        #expect(try await beginRide(with: [150, 120], in: builder(), at: date(0)) == nil)
        #expect(try await store.preferredWorkoutZoneConfiguration(for: HKQuantityType(.heartRate)) == nil)
    }

    @Test("Custom zones that come too late are refused and change nothing")
    func customTooLate() async throws {
        let builder = HKWorkoutBuilder(
            healthStore: try await person.store(), configuration: HKWorkoutConfiguration(), device: nil)
        _ = try await beginRide(with: [120, 150], in: builder, at: date(0))
        let error = await #expect(throws: HKError.self) {
            try await builder.setCustomZoneConfiguration(
                heartRateZones(upTo: [100, 110]), for: HKQuantityType(.heartRate))
        }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try await builder.zoneConfiguration(for: HKQuantityType(.heartRate))?.zones.count == 3)
    }

    @Test("The samples of a workout are found by the workout, and those of no workout are not")
    func samplesOfAWorkout() async throws {
        let store = try await person.store()
        let workout = try #require(try await ride(in: store))
        try await store.save(heartRate(60, at: 30))
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForObjects(from: workout)))
        var values: [Double] = []
        for try await result in query.results(for: store) {
            values.append(result.quantity.doubleValue(for: HKUnit(from: "count/min")))
        }
        #expect(values == [100, 150])
    }

    @Test("A five-zone ride and a three-zone ride are compared in the same zones, and keep their own")
    func comparing() async throws {
        let store = try await person.store()
        let five = try #require(try await ride(in: store))
        let three = try #require(try await ride(in: store, zones: [120, 150], startingAt: 3600))
        let zones = try heartRateZones(upTo: [91, 114, 136, 158])
        #expect(shares(of: five, countedBy: zones) == [0, 0.4, 0, 0.6, 0])
        #expect(shares(of: three, countedBy: zones) == [0, 0.4, 0, 0.6, 0])
        #expect(
            three.zoneGroup(for: HKQuantityType(.heartRate))?.zoneDurations.map(\.duration) == [20, 0, 30])
    }

    @Test("Counting with HealthKit's calls alone gives the same, and saves nothing")
    func comparingByHand() async throws {
        let store = try await person.store()
        let workout = try #require(try await ride(in: store, zones: [120, 150]))
        let zones = try heartRateZones(upTo: [91, 114, 136, 158])
        let group = try #require(try await zoneGroup(of: workout, sortedInto: zones, in: store))
        #expect(group.zoneDurations.map(\.duration) == [0, 20, 0, 30, 0])
        let workouts = HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
        #expect(try await workouts.result(for: store) == [workout])
    }

    @Test("The rides of a week are added up in the same zones")
    func comparingWeeks() async throws {
        let store = try await person.store()
        let week = 7 * 86_400.0
        for (start, zones) in [(0, [91.0, 114, 136, 158]), (3600, [120, 150]), (2 * week, [120, 150])] {
            _ = try await ride(in: store, zones: zones, startingAt: start)
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let totals = try await weeks(
            in: DateInterval(start: date(-week), end: date(4 * week)),
            countedBy: heartRateZones(upTo: [120, 150]), calendar: calendar, from: store)
        #expect(totals == [[40, 0, 60], [0, 0, 0], [20, 0, 30]])
    }

    @Test("Workouts are picked by activity and by active time")
    func workoutPredicates() async throws {
        let store = try await person.store()
        let workout = try #require(try await ride(in: store))
        #expect(HKQuery.predicateForWorkouts(with: .cycling).evaluate(with: workout))
        #expect(!HKQuery.predicateForWorkouts(with: .running).evaluate(with: workout))
        #expect(
            HKQuery.predicateForWorkouts(with: .greaterThanOrEqualTo, duration: 60).evaluate(with: workout))
        #expect(!HKQuery.predicateForWorkouts(with: .greaterThan, duration: 60).evaluate(with: workout))
    }
}
