import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@testable import SQLiteHealthDatabase

/// What brings a workout back that is damaged in the database.
@Suite struct DamagedWorkoutTests {
    private let bench: LibraryBench

    init() throws {
        bench = try LibraryBench()
    }

    @Test(
        "A damaged workout is replaced from its recording, to the sample, whether its file is there or not",
        arguments: [
            "UPDATE workout SET elapsed = elapsed + 1", "UPDATE series SET content = substr(content, 1, 9)",
            "UPDATE workout SET elapsed = elapsed + 1; DELETE FROM workout_summary",
            "UPDATE series SET content = substr(content, 1, 9); DELETE FROM workout_summary",
        ], [true, false])
    func recording(change: String, hasFile: Bool) async throws {
        let ride = try RideBench(plan: WorkoutPlan(rider: "Ada", timeZone: .gmt))
        try await ride.ride(0..<40)
        let finished = try await ride.finish(at: 39.25).finished
        let path = ride.state.path + "/health.sqlite"
        let library = WorkoutLibrary(
            stateDirectory: ride.state.path, rider: "Ada",
            database: SQLiteHealthDatabase(path: path, rider: "Ada"))
        try library.files.prepare()
        let saved = try await library.save(finished)
        try SQLiteConnection(path: path, busyTimeout: 0).execute(change)
        if !hasFile { try FileManager.default.removeItem(atPath: saved.path) }

        let report = try await bench.reindex(library)
        #expect(report.complaints.isEmpty)
        #expect(report.replaced.count == 1)
        #expect(report.replaced.first?.contains(hasFile ? saved.path : "recordings/") == true)
        #expect(report.written == (hasFile ? [] : [saved.path]))
        let rebuilt = try await library.workout(try #require(try await library.summaries().first))
        #expect(rebuilt.workout.series == finished.workout.series)
        #expect(try await bench.reindex(library) == WorkoutReindexing(agreeing: 1))
        try SQLiteHealthDatabase(path: path).checkIntegrity()
    }

    @Test("A workout that is saved again takes the place of what is damaged of it")
    func saving() async throws {
        let path = bench.directory.path + "/other.sqlite"
        let library = WorkoutLibrary(
            stateDirectory: bench.directory.path, rider: "Ada",
            database: SQLiteHealthDatabase(path: path, rider: "Ada"))
        try library.files.prepare()
        let exported = try LibraryBench.workout()
        for change in ["", "DELETE FROM workout_summary"] {
            _ = try await library.save(exported)
            try SQLiteConnection(path: path, busyTimeout: 0).execute(
                "UPDATE workout SET elapsed = elapsed + 1;" + change)
            #expect(try await library.save(exported).databaseError == nil)
            #expect(try await library.summaries().count == 1)
            try SQLiteHealthDatabase(path: path).checkIntegrity()
        }
    }
}
