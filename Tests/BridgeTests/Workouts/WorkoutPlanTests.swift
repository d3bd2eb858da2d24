import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase
import Testing

@Suite struct WorkoutPlanTests {
    @Test("A plan without a time zone is in that of the rider, and in the machine's for a rider who has none")
    func timeZone() throws {
        let lordHowe = try #require(TimeZone(identifier: "Australia/Lord_Howe"))
        let profile = PersonalProfile(characteristics: PersonalCharacteristics(timeZone: lordHowe))
        #expect(WorkoutPlan(profile: profile).timeZone == lordHowe)
        #expect(WorkoutPlan(timeZone: .gmt, profile: profile).timeZone == .gmt)
        #expect(WorkoutPlan().timeZone == .current)
    }

    @Test("A workout of the service is in the time zone of its rider")
    func service() async throws {
        let lordHowe = try #require(TimeZone(identifier: "Australia/Lord_Howe"))
        let bench = try DatabaseFaultBench()
        try bench.database().updateCharacteristics { $0.timeZone = lordHowe }
        try await bench.serve([bench.beat(100, at: 0), bench.beat(120, at: 5), .stop])
        let summaries = try bench.database().workoutSummaries(startingIn: nil, withDistributions: false)
        #expect(summaries.map(\.timeZone) == [lordHowe])
    }

    @Test("A birthday begins at midnight of the rider's time zone")
    func birthday() throws {
        let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
        let rider = PersonalCharacteristics(
            dateOfBirth: DateComponents(year: 1986, month: 3, day: 1), timeZone: auckland)
        // Auckland is 13 hours ahead then.
        let midnight = try Date("2026-02-28T11:00:00Z", strategy: .iso8601)
        #expect(rider.age(on: midnight) == 40)
        #expect(rider.age(on: midnight.addingTimeInterval(-1)) == 39)
    }
}
