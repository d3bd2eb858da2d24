import Foundation
import HealthModel
import Testing

@Suite struct HKHeartbeatSeriesTests {
    private let database = InMemoryHealthDatabase()
    private var store: HKHealthStore { HKHealthStore(client: HKHealthStore.owner, database: database) }

    private func builder() -> HKHeartbeatSeriesBuilder {
        HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: sampleEpoch)
    }

    private func beats(_ sample: HKHeartbeatSeriesSample, for store: HKHealthStore) async throws -> [Double] {
        var beats: [Double] = []
        for try await beat in HKHeartbeatSeriesQueryDescriptor(sample).results(for: store) {
            beats.append(beat.precededByGap ? -beat.timeIntervalSinceStart : beat.timeIntervalSinceStart)
        }
        return beats
    }

    @Test("A series keeps every beat with its gap, from its start to its last beat")
    func series() async throws {
        let builder = builder()
        try await builder.addHeartbeat(at: 0.5, precededByGap: false)
        try await builder.addHeartbeat(at: 1.25, precededByGap: false)
        try await builder.addHeartbeat(at: 9, precededByGap: true)
        try await builder.addMetadata([HKMetadataKeyAlgorithmVersion: 1])
        try await builder.addMetadata([HKMetadataKeyAlgorithmVersion: 2])
        let sample = try await builder.finishSeries()
        #expect(sample.count == 3)
        #expect(sample.startDate == sampleEpoch)
        #expect(sample.endDate == sampleEpoch.addingTimeInterval(9))
        #expect(sample.metadata?[HKMetadataKeyAlgorithmVersion] as? Int == 2)
        #expect(try await beats(sample, for: store) == [0.5, 1.25, -9])
        #expect(try await database.all(HKSeriesType.heartbeat()) == [sample])
    }

    @Test("A beat that is not after the last one is refused, and the series stays as it was")
    func order() async throws {
        let builder = builder()
        for bad in [-0.1, .nan, .infinity] {
            await #expect(throws: HKError.self) {
                try await builder.addHeartbeat(at: bad, precededByGap: false)
            }
        }
        try await builder.addHeartbeat(at: 1, precededByGap: false)
        for bad in [1, 0.5] {
            let error = await #expect(throws: HKError.self) {
                try await builder.addHeartbeat(at: bad, precededByGap: false)
            }
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.description.contains("the beat at 1 s") == true)
        }
        #expect(try await builder.finishSeries().count == 1)
    }

    @Test("A series without beats cannot be finished, and can be once it has one")
    func empty() async throws {
        let builder = builder()
        await #expect(throws: HKError.self) { try await builder.finishSeries() }
        try await builder.addHeartbeat(at: 0, precededByGap: false)
        #expect(try await builder.finishSeries().count == 1)
    }

    @Test("After it is finished or discarded, a builder takes nothing more")
    func finished() async throws {
        let finished = builder()
        try await finished.addHeartbeat(at: 0, precededByGap: false)
        _ = try await finished.finishSeries()
        let discarded = builder()
        discarded.discard()
        for builder in [finished, discarded] {
            await #expect(throws: HKError.self) {
                try await builder.addHeartbeat(at: 1, precededByGap: false)
            }
            await #expect(throws: HKError.self) { try await builder.addMetadata(["a": 1]) }
            await #expect(throws: HKError.self) { try await builder.finishSeries() }
        }
        #expect(try await database.all(HKSeriesType.heartbeat()).count == 1)
    }

    @Test("A series that may not be saved stays, to be finished when it may")
    func unauthorised() async throws {
        let database = InMemoryHealthDatabase(accessPolicy: .askPerson)
        let app = HKHealthStore(client: "app", database: database)
        let builder = HKHeartbeatSeriesBuilder(healthStore: app, device: nil, start: sampleEpoch)
        try await builder.addHeartbeat(at: 0, precededByGap: false)
        await #expect(throws: HKError.self) { try await builder.finishSeries() }
        database.updateGrants(of: "app") { $0[.share, HKSeriesType.heartbeat()] = .granted }
        #expect(try await builder.finishSeries().count == 1)
    }

    @Test("A client that may not read series sees no beats of another's")
    func reading() async throws {
        let builder = builder()
        try await builder.addHeartbeat(at: 0.5, precededByGap: false)
        let sample = try await builder.finishSeries()
        let app = HKHealthStore(client: "app", database: database)
        #expect(try await beats(sample, for: app).isEmpty)
        try await app.requestAuthorization(toShare: [], read: [HKSeriesType.heartbeat()])
        #expect(try await beats(sample, for: app) == [0.5])
    }

    @Test("The forms with handlers answer in the order of the calls")
    func handlers() async throws {
        let builder = builder()
        let sample = try await withCheckedThrowingContinuation { done in
            builder.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 0.5, precededByGap: false) {
                success, _ in
                #expect(success)
            }
            builder.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 0.5, precededByGap: false) {
                success, error in
                #expect(!success && error is HKError)
            }
            builder.addMetadata(["list": [1]]) { success, _ in #expect(!success) }
            builder.finishSeries { sample, error in
                done.resume(with: sample.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
            }
        }
        #expect(sample.count == 1)
    }
}
