import Foundation
import HealthModel
import Testing

@Suite struct PersonalProfileTests {
    private let heartRate = HKQuantityType(.heartRate)

    @Test("A database that is told a profile gives it back, from that date on")
    func roundTrip() async throws {
        let profile = PersonalProfile(
            characteristics: PersonalCharacteristics(
                dateOfBirth: DateComponents(year: 1986, month: 1, day: 1), biologicalSex: .female,
                maximumHeartRate: 188),
            restingHeartRate: 52, functionalThresholdPower: 250, bodyMass: 68.5, height: 1.72,
            zoneBoundaries: [heartRate: [100, 120, 140]])
        let database = InMemoryHealthDatabase()
        try await profile.tell(database, at: sampleEpoch)
        #expect(try await PersonalProfile(of: database, at: sampleEpoch) == profile)

        var earlier = profile
        earlier.restingHeartRate = nil
        earlier.functionalThresholdPower = nil
        earlier.bodyMass = nil
        earlier.height = nil
        #expect(
            try await PersonalProfile(of: database, at: sampleEpoch.addingTimeInterval(-1)) == earlier)
    }

    @Test("An empty database has the profile of nobody")
    func nobody() async throws {
        #expect(
            try await PersonalProfile(of: InMemoryHealthDatabase(), at: sampleEpoch) == PersonalProfile())
    }
}
