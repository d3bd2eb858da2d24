import Foundation
import HealthModel
import Testing

@Suite struct PersonalHistoryTests {
    private let day: TimeInterval = 86_400

    @Test("It answers for every date as the database does")
    func sameAsDatabase() async throws {
        let database = InMemoryHealthDatabase()
        database.updateCharacteristics {
            $0 = PersonalCharacteristics(
                dateOfBirth: DateComponents(year: 1984, month: 2, day: 29), biologicalSex: .female)
        }
        database.setZoneBoundaries([100, 120, 140], for: HKQuantityType(.heartRate))
        // Stored out of order, and twice at one date: the later stored counts.
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        for (value, days) in [(58.0, 400.0), (52, -900), (55, 10), (54, 10)] {
            try await store.save(makeSample(.restingHeartRate, value, at: days * day))
        }
        try await store.save(makeSample(.cyclingFunctionalThresholdPower, 250, at: 0))
        try await store.save(makeSample(.bodyMass, 68, at: -5 * day))
        let history = try await PersonalHistory(of: database)
        for days in stride(from: -1500.0, through: 1500, by: 37) {
            let date = sampleEpoch.addingTimeInterval(days * day)
            #expect(try await history.profile(at: date) == PersonalProfile(of: database, at: date))
            #expect(history.age(on: date) == database.characteristics().age(on: date))
        }
        #expect(history.value(of: .restingHeartRate, at: sampleEpoch.addingTimeInterval(10 * day)) == 54)
    }

    @Test(
        "The age changes on the birthday, also on 28 February of a year without a 29th, and begins with the birth"
    )
    func birthdays() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let database = InMemoryHealthDatabase()
        database.updateCharacteristics {
            $0.dateOfBirth = DateComponents(timeZone: .gmt, year: 1984, month: 2, day: 29)
        }
        let history = try await PersonalHistory(of: database)
        func age(_ year: Int, _ month: Int, _ day: Int) throws -> Int? {
            let date = try #require(
                calendar.date(from: DateComponents(year: year, month: month, day: day)))
            #expect(history.age(on: date) == database.characteristics().age(on: date))
            return history.age(on: date)
        }
        #expect(try age(1984, 2, 28) == nil)
        #expect(try age(1984, 2, 29) == 0)
        #expect(try age(2024, 2, 28) == 39)
        #expect(try age(2024, 2, 29) == 40)
        #expect(try age(2025, 2, 27) == 40)
        #expect(try age(2025, 3, 1) == 41)
    }

    @Test("A measured maximum stands before 220 − age; without either there is no training impulse")
    func impulse() async throws {
        let database = InMemoryHealthDatabase()
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        try await store.save(makeSample(.restingHeartRate, 50, at: 0))
        #expect(try await PersonalHistory(of: database).trainingImpulse(on: sampleEpoch) == nil)
        // The epoch lies in May 2026: 45 years after May 1981.
        database.updateCharacteristics {
            $0.dateOfBirth = DateComponents(year: 1981, month: 1, day: 1)
        }
        var impulse = try await PersonalHistory(of: database).trainingImpulse(on: sampleEpoch)
        #expect(impulse?.maximumHeartRate == 175)
        #expect(impulse?.restingHeartRate == 50)
        database.updateCharacteristics { $0.maximumHeartRate = 188 }
        impulse = try await PersonalHistory(of: database).trainingImpulse(on: sampleEpoch)
        #expect(impulse?.maximumHeartRate == 188)
        #expect(
            try await PersonalHistory(of: database).trainingImpulse(
                on: sampleEpoch.addingTimeInterval(-day)) == nil)
    }
}
