import Bridge
import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// A workout that two riders have under one identity: the same file imported for both, or a tandem.
@Suite struct TandemTests {
    private static let identity = "1a000000-0000-4000-8000-000000000000"
    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("Deleting a rider's workout leaves what another rider has of the same identity")
    func deletion() async throws {
        let ride = try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2, rider: "Bob")
        let adas = bench.directory.path + "/workouts/2026-11-30-060000-ada-1a000000.json"
        let bobs = bench.directory.path + "/workouts/2026-11-30-060000-bob-1a000000.json"
        let recording = bench.directory.path + "/recordings/\(Self.identity).recording"
        try FileManager.default.createDirectory(
            atPath: bench.directory.path + "/recordings", withIntermediateDirectories: true)
        try Data("raw".utf8).write(to: URL(fileURLWithPath: recording))
        let queue = ExportQueue(stateDirectory: bench.directory.path)
        try queue.write(
            ExportJob(
                workout: ride.workout.uuid, rider: "Bob", start: "2026-11-30T06:00:00+01:00", files: [bobs])
        )

        let outcome = try await bench.run("workouts", "delete", "1a", "--recording", "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Removed \(adas)\n"))
        #expect(!outcome.output.contains("bob"))
        #expect(outcome.errors.contains("\(recording) stays: Bob has the workout too"))
        #expect(!exists(adas) && exists(bobs) && exists(recording))
        #expect(queue.jobs { _ in }.map(\.rider) == ["Bob"])
        #expect(try await bench.library(of: "Ada").summaries().isEmpty)
        #expect(try await bench.library(of: "Bob").summaries().count == 1)

        // The last who has it takes everything along.
        let last = try await bench.run("workouts", "delete", "1a", "--recording", "--rider", "Bob")
        #expect(last.status == 0, "\(last.errors)")
        #expect(!exists(bobs) && !exists(recording))
        #expect(queue.jobs { _ in }.isEmpty)
    }

    @Test(
        "What another rider has only in the database, or only in a file, keeps the recording too",
        arguments: [true, false])
    func halves(isFile: Bool) async throws {
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2)
        let ride = try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2, rider: "Bob")
        let bobs = bench.directory.path + "/workouts/2026-11-30-060000-bob-1a000000.json"
        if isFile {
            let library = bench.library(of: "Bob")
            let workout = try await library.workout(library.summary(beginning: "1a")).workout
            try await bench.store(of: "Bob").delete(workout)
        } else {
            try FileManager.default.removeItem(atPath: bobs)
        }
        let recording = bench.directory.path + "/recordings/\(Self.identity).recording"
        try FileManager.default.createDirectory(
            atPath: bench.directory.path + "/recordings", withIntermediateDirectories: true)
        try Data("raw".utf8).write(to: URL(fileURLWithPath: recording))
        let outcome = try await bench.run("workouts", "delete", "1a", "--recording", "--rider", "Ada")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(exists(recording) && exists(bobs) == isFile)
        #expect(ride.rider == "Bob")
    }

    @Test("Two riders whose names come to one in a file's name have a file each")
    func oneName() async throws {
        for rider in ["Ada", "ADA!"] {
            try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2, rider: rider)
        }
        let survey = try WorkoutFileSurvey(of: bench.library().files)
        #expect(survey.riders == ["ADA!", "Ada"])
        // Saved again, each finds its own.
        for rider in ["Ada", "ADA!"] {
            try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 2, rider: rider)
        }
        #expect(try bench.library().files.paths().count == 2)
        let outcome = try await bench.run("workouts", "delete", "1a", "--rider", "ADA!")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try WorkoutFileSurvey(of: bench.library().files).riders == ["Ada"])
        #expect(try await bench.run("workouts", "reindex", "--rider", "Ada").output == "Ada: 1 agree\n")
    }
}
