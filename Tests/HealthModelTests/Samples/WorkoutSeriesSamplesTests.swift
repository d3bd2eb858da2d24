import Foundation
import HealthModel
import Testing

@Suite struct WorkoutSeriesSamplesTests {
    private let database = InMemoryHealthDatabase()
    private let heartRate = HKQuantityType(.heartRate)
    private let power = HKQuantityType(.cyclingPower)
    private var store: HKHealthStore { HKHealthStore(client: HKHealthStore.owner, database: database) }
    private let second: Int64 = 1_000_000_000

    /// A finished minute of which sensors sent heart rates of 100 at 1 s and 130 at 5 s, and two heartbeats.
    private func ride(adding samples: [HKSample] = []) async throws -> HKWorkout {
        let session = try HKWorkoutSession(healthStore: store, configuration: HKWorkoutConfiguration())
        let builder = session.associatedWorkoutBuilder()
        try await builder.beginCollection(at: sampleEpoch)
        builder.collect(heartRate, value: 100, at: 1 * second)
        builder.collect(heartRate, value: 130, at: 5 * second)
        builder.collectHeartbeat(at: 2 * second, precededByGap: false)
        builder.collectHeartbeat(at: 3 * second, precededByGap: true)
        try await builder.addSamples(samples)
        try await builder.endCollection(at: sampleEpoch.addingTimeInterval(60))
        return try #require(try await builder.finishWorkout())
    }

    private func readings(_ type: HKQuantityType, _ predicate: NSPredicate?) async throws -> [[Double]] {
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(type: type, predicate: predicate), options: .includeSample)
        var readings: [[Double]] = []
        for try await result in query.results(for: store) {
            #expect(result.sample?.quantityType == type)
            readings.append([
                result.dateInterval.start.timeIntervalSince(sampleEpoch), result.dateInterval.duration,
                result.quantity.doubleValue(for: type.canonicalUnit),
            ])
        }
        return readings
    }

    @Test("What sensors sent in a workout is one sample of each type, whose readings are read one by one")
    func series() async throws {
        let workout = try await ride()
        let samples = try await database.all(heartRate).compactMap { $0 as? HKQuantitySample }
        #expect(samples.map(\.count) == [2])
        // 100 for 4 s and 130 for the 10 s that it holds.
        #expect(samples[0].quantity.doubleValue(for: heartRate.canonicalUnit) == 1700.0 / 14)
        #expect(samples[0].startDate == sampleEpoch.addingTimeInterval(1))
        #expect(samples[0].endDate == sampleEpoch.addingTimeInterval(5))
        let expected: [[Double]] = [[1, 0, 100], [5, 0, 130]]
        #expect(try await readings(heartRate, HKQuery.predicateForObjects(from: workout)) == expected)
        #expect(try await readings(heartRate, nil) == expected)
        #expect(try await readings(power, nil).isEmpty)
    }

    @Test("The heartbeats of a workout are a series of their own")
    func heartbeats() async throws {
        let workout = try await ride()
        let found = try await HKSampleQueryDescriptor(
            predicates: [.heartbeatSeries(HKQuery.predicateForObjects(from: workout))], sortDescriptors: []
        ).result(for: store)
        #expect(found.map(\.count) == [2])
        #expect(found.first?.startDate == sampleEpoch.addingTimeInterval(2))
        let beats = found.first?.heartbeats
        #expect(beats?.map(\.timeIntervalSinceStart) == [0, 1])
        #expect(beats?.map(\.precededByGap) == [false, true])
    }

    @Test("A type that was added as samples stays as those, and is not there twice")
    func added() async throws {
        let watts = makeSample(.cyclingPower, 200, at: 10)
        _ = try await ride(adding: [watts])
        #expect(try await database.all(power) == [watts])
        #expect(try await readings(power, nil) == [[10, 0, 200]])
    }

    @Test("Statistics count the readings, not their average")
    func statistics() async throws {
        _ = try await ride()
        let statistics = try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: heartRate), options: [.discreteMin, .discreteMax, .mostRecent]
        ).result(for: store)
        #expect(statistics?.minimumQuantity()?.doubleValue(for: heartRate.canonicalUnit) == 100)
        #expect(statistics?.maximumQuantity()?.doubleValue(for: heartRate.canonicalUnit) == 130)
        let hourly = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: heartRate), options: .discreteAverage,
            anchorDate: sampleEpoch.addingTimeInterval(5), intervalComponents: DateComponents(hour: 1)
        ).result(for: store)
        #expect(
            hourly.statistics().map { $0.averageQuantity()?.doubleValue(for: heartRate.canonicalUnit) } == [
                100, 130,
            ])
    }

    @Test("A series that is added to another workout counts reading by reading there")
    func addedAgain() async throws {
        _ = try await ride()
        let builder = HKWorkoutBuilder(
            healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
        let zones = try HKWorkoutZoneConfiguration(
            quantityType: heartRate,
            zoneBoundaries: [110, 120].map { HKQuantity(unit: heartRate.canonicalUnit, doubleValue: $0) })
        try await builder.setCustomZoneConfiguration(zones, for: heartRate)
        try await builder.beginCollection(at: sampleEpoch.addingTimeInterval(-10))
        try await builder.addSamples(try await database.all(heartRate))
        try await builder.endCollection(at: sampleEpoch.addingTimeInterval(60))
        #expect(builder.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [4, 0, 10])
    }

    @Test("A series that ends after the workout it is added to is refused")
    func addedOutside() async throws {
        _ = try await ride()
        let builder = HKWorkoutBuilder(
            healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
        try await builder.beginCollection(at: sampleEpoch)
        try await builder.endCollection(at: sampleEpoch.addingTimeInterval(3))
        let series = try await database.all(heartRate)
        await #expect(throws: HKError.self) { try await builder.addSamples(series) }
    }

    @Test("A workout that is rebuilt leaves the same samples, and another workout others")
    func identity() async throws {
        let workout = try await ride()
        func uuids(_ uuid: UUID) -> [UUID] {
            workout.series.samples(of: uuid, device: nil) { _ in true }.map(\.uuid)
        }
        #expect(uuids(workout.uuid) == uuids(workout.uuid))
        #expect(uuids(workout.uuid).count == 2)
        #expect(Set(uuids(workout.uuid) + uuids(UUID())).count == 4)
        #expect(Set(try await database.all(heartRate).map(\.uuid)).isSubset(of: uuids(workout.uuid)))
    }
}
