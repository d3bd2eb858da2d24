#if canImport(HealthKit)
import HealthKit
import SQLiteHealthDatabase
import TestKit
import Testing

/// What real client files trip over when they are compiled against another module than Apple's.
@Suite struct ClientSourceTests {
    private let epoch = TestPerson.epoch

    @Test("Types have short names in sets and as arguments")
    func implicitMembers() async throws {
        let store = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        try await store.requestAuthorization(
            toShare: [.workoutType(), HKQuantityType(.heartRate)],
            read: [.workoutType(), HKQuantityType(.cyclingPower)])
        let type: HKQuantityType = try #require(.quantityType(forIdentifier: .heartRate))
        #expect(type == HKQuantityType(.heartRate))
        #expect(HKQuantityType.workoutType() == HKObjectType.workoutType())
        #expect(store.authorizationStatus(for: .workoutType()) == .sharingAuthorized)
    }

    @Test("Quantities are filtered by whether they fit a unit")
    func compatibility() {
        let unit = HKUnit.count().unitDivided(by: .minute())
        let quantities = [
            HKQuantity(unit: unit, doubleValue: 60), HKQuantity(unit: .watt(), doubleValue: 60),
        ]
        #expect(quantities.filter { $0.is(compatibleWith: unit) }.map(\.description) == ["60 count/min"])
    }

    @Test("Calls take their handlers as trailing closures")
    func trailingClosures() async {
        let store = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        let configuration = HKWorkoutConfiguration()
        let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
        let epoch = epoch
        let workout = await withCheckedContinuation { done in
            store.requestAuthorization(
                toShare: [.workoutType(), HKQuantityType(.heartRate)], read: nil
            ) { success, error in
                #expect(success && error == nil)
                builder.beginCollection(withStart: epoch) { success, _ in
                    #expect(success)
                    builder.add([heartRate(120, at: 1)]) { success, _ in
                        #expect(success)
                        builder.endCollection(withEnd: epoch.addingTimeInterval(60)) { success, _ in
                            #expect(success)
                            builder.finishWorkout { workout, error in
                                #expect(error == nil)
                                done.resume(returning: workout)
                            }
                        }
                    }
                }
            }
        }
        #expect(workout?.duration == 60)
        let session = await withCheckedContinuation { done in
            store.recoverActiveWorkoutSession { session, _ in done.resume(returning: session) }
        }
        #expect(session == nil)
    }

    @Test("Anchors are archived by their root object and equal by value")
    func anchors() throws {
        let anchor = HKQueryAnchor(fromValue: 42)
        let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data) == anchor)
        #expect(HKQueryAnchor(fromValue: 42) == HKQueryAnchor(fromValue: 42))
    }

    @Test("The result of finishing may be ignored")
    func ignoredResult() async throws {
        let store = try await TestPerson().store()
        let builder = HKWorkoutBuilder(
            healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
        try await builder.beginCollection(at: epoch)
        try await builder.endCollection(at: epoch.addingTimeInterval(1))
        _ = try await builder.finishWorkout()
        let error = await #expect(throws: HKError.self) { _ = try await builder.finishWorkout() }
        #expect(error?.code == .errorInvalidArgument)
    }

    @Test("A zone's index is its place, and a configuration's type is found by comparing")
    func zones() throws {
        let configuration = try heartRateZones(upTo: [91, 114, 136, 158])
        #expect(configuration.quantityType == HKQuantityType(.heartRate))
        for (position, zone) in configuration.zones.enumerated() { #expect(zone.index == position) }
        #expect(configuration.zones[0].minimum?.description == nil)
        #expect(configuration.zones[1].minimum?.description == "91 count/min")
        #expect(String(describing: configuration.source) == "app")
        #expect(configuration == (try heartRateZones(upTo: [91, 114, 136, 158])))
    }

    @Test("Code for iOS 27 is compiled and runs")
    func availability() {
        var ran = false
        if #available(iOS 27.0, watchOS 27.0, *) { ran = true }
        #expect(ran)
    }

    @Test("Errors are caught by the name of their code")
    func errors() async {
        let store = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        do {
            try await store.save(heartRate(120, at: 0))
            Issue.record("A client without permission saved a sample.")
        } catch HKError.errorAuthorizationNotDetermined {
            // As it should be.
        } catch {
            Issue.record(error)
        }
        #expect(HKHealthStore.isHealthDataAvailable())
    }

    @Test("A store without a name works on the person's database, and waits for the person's grant")
    func namelessStore() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/health.sqlite"
        let type = HKQuantityType(.heartRateRecoveryOneMinute)
        let sample = HKQuantitySample(
            type: type, quantity: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 30), start: epoch,
            end: epoch)
        try await PersonalDatabase.$current.withValue(SQLiteHealthDatabase(path: file)) {
            let store = HKHealthStore()
            try await store.requestAuthorization(toShare: [type], read: [])
            #expect(store.authorizationStatus(for: type) == .notDetermined)
            let error = await #expect(throws: HKError.self) { try await store.save(sample) }
            #expect(error?.code == .errorAuthorizationNotDetermined)

            // As `pulsewatt access grant` does, in a process of its own.
            let client = ProcessInfo.processInfo.processName
            try SQLiteHealthDatabase(path: file).updateGrants(of: client) { $0[.share, type] = .granted }
            #expect(store.authorizationStatus(for: type) == .sharingAuthorized)
            try await store.save(sample)
            let query = HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: type)], sortDescriptors: [])
            #expect(try await query.result(for: HKHealthStore()) == [sample])
            #expect(try await query.result(for: HKHealthStore(client: "another")).isEmpty)
        }
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("A database that cannot be used is an error of the call, not of making the store")
    func inaccessibleDatabase() async throws {
        let database = SQLiteHealthDatabase(path: "/proc/pulsewatt/health.sqlite")
        await PersonalDatabase.$current.withValue(database) {
            let store = HKHealthStore()
            let error = await #expect(throws: HKError.self) {
                try await store.requestAuthorization(toShare: [.workoutType()], read: [])
            }
            #expect(error?.code == .errorDatabaseInaccessible)
            #expect(store.authorizationStatus(for: .workoutType()) == .notDetermined)
        }
    }
}
#endif
