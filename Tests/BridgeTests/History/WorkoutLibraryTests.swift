import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing
import WorkoutFormats

@Suite struct WorkoutLibraryTests {
    private let bench: LibraryBench

    init() throws {
        bench = try LibraryBench()
    }

    @Test("A saved workout is a file and a workout of the database, and the two agree to the byte")
    func save() async throws {
        let exported = try LibraryBench.workout()
        let saved = try await bench.library.save(exported)
        #expect(saved.databaseError == nil)
        #expect(saved.path == bench.directory.path + "/workouts/2026-11-30-060000-ada-1a000000.json")
        #expect(try Data(contentsOf: URL(fileURLWithPath: saved.path)) == Data(exported.document.bytes))

        let summary = try await bench.library.summary(beginning: "1a")
        let stored = try await bench.library.workout(summary)
        #expect(stored.document.bytes == exported.document.bytes)
        #expect(stored.workout.series == exported.workout.series)
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
    }

    @Test("Programs find its samples by HealthKit's queries, related to it, reading by reading")
    func queries() async throws {
        _ = try await bench.library.save(try LibraryBench.workout())
        let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [])
            .result(for: bench.store)
        let related = HKQuery.predicateForObjects(from: try #require(workouts.first))
        let type = HKQuantityType(.heartRate)
        let query = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(type: type, predicate: related), options: .includeSample)
        var count = 0
        for try await result in query.results(for: bench.store) {
            #expect(result.quantity.value(in: type.canonicalUnit) == 100 + Double(count % 60))
            count += 1
        }
        #expect(count == 240)
        let beats = try await HKSampleQueryDescriptor(
            predicates: [.heartbeatSeries(related)], sortDescriptors: []
        ).result(for: bench.store)
        #expect(beats.map(\.count) == [3])
    }

    @Test("Saving a workout again changes nothing")
    func twice() async throws {
        let exported = try LibraryBench.workout()
        _ = try await bench.library.save(exported)
        #expect(try await bench.library.save(exported).databaseError == nil)
        #expect(try await bench.library.summaries().count == 1)
        #expect(try bench.library.files.paths().count == 1)
    }

    @Test("Another state of a workout takes the place of the one before, in the file and in the database")
    func replaced() async throws {
        let earlier = try LibraryBench.workout()
        _ = try await bench.library.save(earlier)
        let later = try LibraryBench.workout(seconds: 40)
        #expect(later.document.bytes != earlier.document.bytes)
        let saved = try await bench.library.save(later)
        #expect(saved.databaseError == nil)
        let stored = try await bench.library.workout(try await bench.library.summary(beginning: "1a"))
        #expect(stored.workout.series == later.workout.series)
        #expect(stored.document.bytes == later.document.bytes)
        #expect(try Data(contentsOf: URL(fileURLWithPath: saved.path)) == Data(later.document.bytes))
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
        // No sample of the earlier state is left: one of each type, with the readings of the later.
        let samples = try bench.database.samples(SampleRequest(type: HKQuantityType(.heartRate))).stored
        #expect(samples.count == 1)
        #expect((samples.first?.sample as? HKQuantitySample)?.count == 160)
    }

    @Test("A deleted workout's file that cannot be read is left and told")
    func unreadableFile() async throws {
        let saved = try await bench.library.save(try LibraryBench.workout())
        try "{".write(toFile: saved.path, atomically: true, encoding: .utf8)
        let deletion = try await bench.library.delete(try await bench.library.summary(beginning: "1a"))
        #expect(deletion.removed.isEmpty)
        #expect(deletion.left.map(\.path) == [saved.path])
        #expect(deletion.left.first?.description.contains("it is no JSON") == true)
        #expect(FileManager.default.fileExists(atPath: saved.path))
    }

    @Test("Where the database cannot be reached the file stands, and reindexing stores it later")
    func unreachable() async throws {
        let saved = try await bench.withUnreachableDatabase().save(try LibraryBench.workout())
        #expect((saved.databaseError as? HKError)?.code == .errorDatabaseInaccessible)
        #expect(FileManager.default.fileExists(atPath: saved.path))
        #expect(try await bench.library.summaries().isEmpty)
        #expect(try await bench.reindex().stored == [saved.path])
        let identities = try await bench.library.summaries().map(\.uuid.uuidString)
        #expect(identities == ["1A000000-0000-4000-8000-000000000000"])
    }

    @Test("Where the file cannot be written the database is not asked")
    func noFile() async throws {
        let library = WorkoutLibrary(
            stateDirectory: "/proc/nonexistent", rider: "Ada", database: bench.database)
        await #expect(throws: FileError.self) { try await library.save(try LibraryBench.workout()) }
        #expect(try await bench.library.summaries().isEmpty)
    }

    @Test("A workout is named by the beginning of its identity, as long as that is clear")
    func identities() async throws {
        for (index, prefix) in ["1a", "1b2", "1b3"].enumerated() {
            _ = try await bench.library.save(
                try LibraryBench.workout(prefix, minutesLater: Double(2 * index)))
        }
        let library = bench.library
        #expect(try await library.summary(beginning: "1A").uuid.uuidString.hasPrefix("1A"))
        #expect(try await library.summary(beginning: "1b200000-0000").uuid.uuidString.hasPrefix("1B2"))
        await #expect(throws: WorkoutLibraryError.unknownWorkout("2", rider: "Ada")) {
            try await library.summary(beginning: "2")
        }
        await #expect(throws: WorkoutLibraryError.unknownWorkout("", rider: "Ada")) {
            try await library.summary(beginning: "")
        }
        let error = await #expect(throws: WorkoutLibraryError.self) {
            try await library.summary(beginning: "1b")
        }
        #expect(error?.description.hasPrefix("1b is the beginning of 2 workouts: 1b200000-") == true)
    }

    @Test(
        "A deleted workout leaves neither file nor samples; its recording goes when that is asked for",
        arguments: [false, true])
    func delete(includesRecording: Bool) async throws {
        let kept = try await bench.library.save(try LibraryBench.workout("2", minutesLater: 5))
        let saved = try await bench.library.save(try LibraryBench.workout())
        // Whatever somebody called the file.
        let renamed = bench.directory.path + "/workouts/my best ride.json"
        try FileManager.default.moveItem(atPath: saved.path, toPath: renamed)
        let recordings = bench.directory.path + "/recordings"
        let recording = recordings + "/1a000000-0000-4000-8000-000000000000.recording"
        try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: true)
        try Data("raw".utf8).write(to: URL(fileURLWithPath: recording))

        let summary = try await bench.library.summary(beginning: "1a")
        let deletion = try await bench.library.delete(summary, includesRecording: includesRecording)
        #expect(deletion.left.isEmpty)
        #expect(deletion.removed == [renamed] + (includesRecording ? [recording] : []))
        #expect(try bench.library.files.paths() == [kept.path])
        #expect(FileManager.default.fileExists(atPath: recording) == !includesRecording)
        #expect(try await bench.library.summaries().count == 1)
        for type in [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower), HKSeriesType.heartbeat()] {
            #expect(try bench.database.samples(SampleRequest(type: type)).stored.count == 1)
        }
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
    }
}
