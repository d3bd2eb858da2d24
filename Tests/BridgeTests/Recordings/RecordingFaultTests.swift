import FlightRecorder
import Foundation
import HealthModel
import SQLiteHealthDatabase
import SensorProfiles
import Synchronization
import TestKit
import Testing
import WorkoutFormats

@testable import Bridge

private let second: Int64 = 1_000_000_000

/// What becomes of a workout where its recording says something that no workout can have, or the disk has leftovers.
@Suite struct RecordingFaultTests {
    private final class Log {
        var lines: [String] = []
    }

    private let log = Log()

    // MARK: Deleted

    @Test("A workout that a person deleted while it waited for the database is not stored again")
    func deletedWhileWaiting() async throws {
        let bench = try RideBench()
        try await bench.ride(0..<30)
        let recorded = try await bench.finish(at: 29)
        let isReachable = Mutex(false)
        let path = bench.state.path + "/health.sqlite"
        let database: @Sendable (String) -> any HealthDatabase = { rider in
            SQLiteHealthDatabase(
                path: isReachable.withLock { $0 } ? path : "/proc/nonexistent/health.sqlite", rider: rider)
        }
        let keeping = WorkoutKeeping(stateDirectory: bench.state.path, database: database)
        try keeping.files.prepare()
        let saved = try await keeping.keep(recorded, log: { _ in })
        #expect(saved.databaseError != nil)
        isReachable.withLock { $0 = true }
        let library = WorkoutLibrary(
            stateDirectory: bench.state.path, rider: "Ida", database: database("Ida"))
        _ = try await library.reindex(WorkoutFileSurvey(of: library.files))
        _ = try await library.delete(try #require(try await library.summaries().first))
        #expect(await keeping.storeAgain(recorded) == nil)
        #expect(try await library.summaries().isEmpty)
        #expect(try bench.contents.isSaved)
    }

    // MARK: Zones

    // MARK: Clock

    // MARK: Leftovers

}
