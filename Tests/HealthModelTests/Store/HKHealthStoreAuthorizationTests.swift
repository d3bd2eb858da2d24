import Foundation
import HealthModel
import Testing

@Suite struct HKHealthStoreAuthorizationTests {
    private let heartRate = HKQuantityType(.heartRate)
    private let power = HKQuantityType(.cyclingPower)

    @Test("Before a client has asked, it may not save")
    func beforeAsking() async {
        let store = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        #expect(store.authorizationStatus(for: heartRate) == .notDetermined)
        let error = await #expect(throws: HKError.self) { try await store.save(makeSample()) }
        #expect(error?.code == .errorAuthorizationNotDetermined)
        #expect(error?.description.contains("\"app\"") == true)
        #expect(error?.description.contains(heartRate.identifier) == true)
    }

    @Test("In a database of the process's own, a request is granted at once, for what was asked")
    func ownDatabase() async throws {
        let store = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        try await store.requestAuthorization(toShare: [heartRate], read: [power])
        #expect(store.authorizationStatus(for: heartRate) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: power) == .notDetermined)
        try await store.save(makeSample())
        await #expect(throws: HKError.self) { try await store.save(makeSample(.cyclingPower, 200)) }
    }

    @Test("In a shared database a request stays open until a person grants or denies it")
    func sharedDatabase() async throws {
        let database = InMemoryHealthDatabase(accessPolicy: .askPerson)
        let store = HKHealthStore(client: "app", database: database)
        try await store.requestAuthorization(toShare: [heartRate, power], read: [])
        #expect(store.authorizationStatus(for: heartRate) == .notDetermined)
        #expect(database.grants(of: "app")[.share, heartRate] == .requested)

        database.updateGrants(of: "app") {
            $0[.share, heartRate] = .granted
            $0[.share, power] = .denied
        }
        #expect(store.authorizationStatus(for: heartRate) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: power) == .sharingDenied)
        let denied = await #expect(throws: HKError.self) {
            try await store.save(makeSample(.cyclingPower, 200))
        }
        #expect(denied?.code == .errorAuthorizationDenied)

        try await store.requestAuthorization(toShare: [power], read: [])
        #expect(store.authorizationStatus(for: power) == .sharingDenied)
    }

    @Test("One type that may not be saved keeps all others from being saved with it")
    func mixedTypes() async throws {
        let database = InMemoryHealthDatabase()
        let store = HKHealthStore(client: "app", database: database)
        try await store.requestAuthorization(toShare: [heartRate], read: [])
        await #expect(throws: HKError.self) {
            try await store.save([makeSample(), makeSample(.cyclingPower, 200)])
        }
        #expect(try await database.all(heartRate).isEmpty)
    }

    @Test("The service that owns the database may do everything without asking")
    func owner() async throws {
        let database = InMemoryHealthDatabase(accessPolicy: .askPerson)
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        #expect(store.authorizationStatus(for: HKObjectType.workoutType()) == .sharingAuthorized)
        try await store.save(makeSample())
        #expect(try await store.statusForAuthorizationRequest(toShare: [heartRate], read: []) == .unnecessary)
    }

    @Test("A request tells the person something new until every type has been asked for")
    func requestStatus() async throws {
        let store = HKHealthStore(
            client: "app", database: InMemoryHealthDatabase(accessPolicy: .askPerson))
        try await store.requestAuthorization(toShare: [heartRate], read: [power])
        #expect(
            try await store.statusForAuthorizationRequest(toShare: [heartRate], read: [power]) == .unnecessary
        )
        #expect(
            try await store.statusForAuthorizationRequest(toShare: [heartRate, power], read: [])
                == .shouldRequest)
        #expect(
            try await store.statusForAuthorizationRequest(toShare: [], read: [heartRate]) == .shouldRequest)
    }

    @Test("The forms with a handler do the same")
    func handlers() async {
        let store = HKHealthStore(client: "app", database: InMemoryHealthDatabase())
        let status = await withCheckedContinuation { done in
            store.requestAuthorization(toShare: [heartRate], read: nil) { success, error in
                #expect(success && error == nil)
            }
            store.getRequestStatusForAuthorization(toShare: [heartRate], read: []) { status, _ in
                done.resume(returning: status)
            }
        }
        #expect(status == .unnecessary)
        #expect(store.authorizationStatus(for: heartRate) == .sharingAuthorized)
    }

    @Test("The date of birth and the sex are told to a client that may read them, and to no other")
    func characteristics() async throws {
        let database = InMemoryHealthDatabase()
        let birth = DateComponents(year: 1980, month: 6, day: 15)
        database.updateCharacteristics {
            $0.dateOfBirth = birth
            $0.biologicalSex = .female
        }
        let store = HKHealthStore(client: "app", database: database)
        let error = #expect(throws: HKError.self) { try store.dateOfBirthComponents() }
        #expect(error?.code == .errorNoData)
        #expect(try store.biologicalSex().biologicalSex == .notSet)
        try await store.requestAuthorization(
            toShare: [], read: [HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex)])
        #expect(try store.dateOfBirthComponents() == birth)
        #expect(try store.biologicalSex().biologicalSex == .female)
        #expect(try archived(try store.biologicalSex())?.biologicalSex == .female)
    }

    @Test("Clients are listed by name once they have asked")
    func clients() async throws {
        let database = InMemoryHealthDatabase(accessPolicy: .askPerson)
        for client in ["watch", "app"] {
            try await HKHealthStore(client: client, database: database).requestAuthorization(
                toShare: [heartRate], read: [])
        }
        #expect(database.clients() == ["app", "watch"])
    }
}
