import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

@testable import Bridge

@Suite struct WorkoutDeletionTests {
    private static let identity = "1a000000-0000-4000-8000-000000000000"
    private let bench: LibraryBench

    init() throws {
        bench = try LibraryBench()
    }

    private var workouts: String { bench.directory.path + "/workouts" }

    private func content(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.directory.path + "/" + directory).sorted()
    }

    /// A saved workout with an export and a recording.
    private func ride() async throws -> (json: String, fit: String, recording: String) {
        let saved = try await bench.library.save(try LibraryBench.workout())
        let fit = saved.path.replacing(".json", with: ".fit")
        try Data("fit".utf8).write(to: URL(fileURLWithPath: fit))
        let recording = bench.directory.path + "/recordings/\(Self.identity).recording"
        try FileManager.default.createDirectory(
            atPath: bench.directory.path + "/recordings", withIntermediateDirectories: true)
        try Data("raw".utf8).write(to: URL(fileURLWithPath: recording))
        return (saved.path, fit, recording)
    }

    private func owners() async throws -> [UUID: Set<String>] {
        Dictionary(uniqueKeysWithValues: try await bench.library.summaries().map { ($0.uuid, ["Ada"]) })
    }

    @Test("Where the database refuses, every file is where it was")
    func refusal() async throws {
        let paths = try await ride()
        let summary = try await bench.library.summary(beginning: "1a")
        let refusing = WorkoutLibrary(
            stateDirectory: bench.directory.path, rider: "Ada", database: UnwritableDatabase(bench.database))
        await #expect(throws: HKError.self) { try await refusing.delete(summary, includesRecording: true) }
        #expect(try content("workouts").map { workouts + "/" + $0 } == [paths.fit, paths.json])
        #expect(try content("recordings") == ["\(Self.identity).recording"])
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
    }

    @Test("A directory with the name of an export is none, and stays")
    func directory() async throws {
        let paths = try await ride()
        try FileManager.default.removeItem(atPath: paths.fit)
        try FileManager.default.createDirectory(atPath: paths.fit, withIntermediateDirectories: false)
        let deletion = try await bench.library.delete(try await bench.library.summary(beginning: "1a"))
        #expect(deletion.removed == [paths.json] && deletion.left.isEmpty)
        #expect(try await bench.library.summaries().isEmpty)
        #expect(try content("workouts").map { workouts + "/" + $0 } == [paths.fit])
    }

    @Test(
        "A deletion that a crash cut off before the database forgot the workout is undone, wherever it was",
        arguments: 1...3)
    func interruptedBefore(count: Int) async throws {
        let paths = try await ride()
        _ = try FileRemoval(settingAside: Array([paths.json, paths.fit, paths.recording].prefix(count)))
        #expect(try bench.library.files.paths().isEmpty)
        try await InterruptedDeletions(stateDirectory: bench.directory.path).settle(
            owners: try await owners())
        #expect(try content("workouts").map { workouts + "/" + $0 } == [paths.fit, paths.json])
        #expect(try content("recordings") == ["\(Self.identity).recording"])
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
    }

    @Test("One that was cut off before the database forgot the workout goes through when it is deleted again")
    func again() async throws {
        let paths = try await ride()
        _ = try FileRemoval(settingAside: [paths.json, paths.fit, paths.recording])
        let summary = try await bench.library.summary(beginning: "1a")
        let deletion = try await bench.library.delete(summary, includesRecording: true)
        #expect(deletion.removed == [paths.json, paths.fit, paths.recording])
        #expect(try content("workouts").isEmpty && content("recordings").isEmpty)
    }

    @Test(
        "One that was cut off after the database forgot the workout is brought to its end, wherever it was",
        arguments: 1...3)
    func interruptedAfter(count: Int) async throws {
        let paths = try await ride()
        let summary = try await bench.library.summary(beginning: "1a")
        _ = try FileRemoval(settingAside: [paths.json, paths.fit, paths.recording])
        try await bench.library.remove(try await bench.library.workout(summary).workout)
        // What is aside last goes first.
        FileRemoval(interruptedOf: Array([paths.json, paths.fit, paths.recording].dropFirst(count))).finish()
        try await InterruptedDeletions(stateDirectory: bench.directory.path).settle(
            owners: try await owners())
        #expect(try content("workouts").isEmpty && content("recordings").isEmpty)
        #expect(try await bench.reindex() == WorkoutReindexing())
    }

    @Test("Files that go back leave one alone that has their name by now")
    func occupied() async throws {
        let path = workouts + "/a.json"
        try DurableFile.write("old", to: path)
        let removal = try FileRemoval(settingAside: [path])
        try DurableFile.write("new", to: path)
        removal.putBack()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try content("workouts") == ["a.json"])
    }

    @Test("What is saved or deleted after the files were surveyed is no reason to complain")
    func meanwhile() async throws {
        _ = try await bench.library.save(try LibraryBench.workout())
        let survey = try WorkoutFileSurvey(of: bench.library.files)
        _ = try await bench.library.delete(try await bench.library.summary(beginning: "1a"))
        _ = try await bench.library.save(try LibraryBench.workout("2", minutesLater: 5))
        let report = try await bench.library.reindex(survey)
        #expect(report == WorkoutReindexing(agreeing: 1))
    }

    @Test(
        "Parallel saving, deleting and reindexing complains of nothing and leaves files and database agreeing"
    )
    func parallel() async throws {
        let bench = bench
        let kept = try LibraryBench.workout("2", minutesLater: 5)
        let complaints = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<6 {
                        let saved = try await bench.library.save(try LibraryBench.workout())
                        let again = try await bench.library.save(kept)
                        if let error = saved.databaseError ?? again.databaseError { return ["\(error)"] }
                    }
                    return []
                }
                group.addTask {
                    var complaints: [String] = []
                    for _ in 0..<6 { complaints += try await bench.reindex().complaints }
                    return complaints
                }
            }
            group.addTask {
                for _ in 0..<6 {
                    guard let summary = try? await bench.library.summary(beginning: "1a") else { continue }
                    _ = try await bench.library.delete(summary)
                }
                return []
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(complaints == [])
        _ = try await bench.library.save(try LibraryBench.workout())
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 2))
    }

    @Test("A workout that has ended is saved though somebody else holds the lock, once its patience is over")
    func impatient() async throws {
        let lock = try DirectoryLock.waiting(for: workouts)
        let saved = try await bench.library.save(
            try LibraryBench.workout(), waitingAtMost: .milliseconds(20))
        extendLifetime(lock)
        #expect(saved.databaseError == nil)
        #expect(try await bench.reindex() == WorkoutReindexing(agreeing: 1))
    }
}

/// A database that removes nothing.
private struct UnwritableDatabase: HealthDatabase {
    private let database: any HealthDatabase

    init(_ database: any HealthDatabase) { self.database = database }

    func remove(_ samples: [HKSample]) async throws(HKError) {
        throw HKError(.errorDatabaseInaccessible, "The disk is full.")
    }

    var accessPolicy: AccessPolicy { database.accessPolicy }
    var changes: DatabaseChanges { database.changes }
    func insert(_ samples: [HKSample], savedBy revision: HKSourceRevision) async throws(HKError) {
        try await database.insert(samples, savedBy: revision)
    }
    func relate(_ samples: [UUID], toWorkout workout: UUID) async throws(HKError) {
        try await database.relate(samples, toWorkout: workout)
    }
    func samples(_ request: SampleRequest) async throws(HKError) -> SampleBatch {
        try await database.samples(request)
    }
    func sampleTypes() async throws(HKError) -> Set<HKSampleType> { try await database.sampleTypes() }
    func sampleCounts(startingIn dates: DateInterval?) async throws(HKError) -> [HKSampleType: Int] {
        try await database.sampleCounts(startingIn: dates)
    }
    func pairedSensors() async throws(HKError) -> [PairedSensor] { try await database.pairedSensors() }
    func setPairedSensors(_ sensors: [PairedSensor]) async throws(HKError) {
        try await database.setPairedSensors(sensors)
    }
    func workoutSummaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) async throws(HKError) -> [WorkoutSummary] {
        try await database.workoutSummaries(startingIn: dates, withDistributions: withDistributions)
    }
    func grants(of client: String) throws(HKError) -> AccessGrants { try database.grants(of: client) }
    func updateGrants(of client: String, _ change: (inout AccessGrants) -> Void) throws(HKError) {
        try database.updateGrants(of: client, change)
    }
    func clients() throws(HKError) -> [String] { try database.clients() }
    func characteristics() throws(HKError) -> PersonalCharacteristics { try database.characteristics() }
    func updateCharacteristics(_ change: (inout PersonalCharacteristics) -> Void) throws(HKError) {
        try database.updateCharacteristics(change)
    }
    func zoneBoundaries(for type: HKQuantityType) throws(HKError) -> [Double]? {
        try database.zoneBoundaries(for: type)
    }
    func setZoneBoundaries(_ boundaries: [Double]?, for type: HKQuantityType) throws(HKError) {
        try database.setZoneBoundaries(boundaries, for: type)
    }
}
