import Bridge
import Foundation
import HealthModel
import Synchronization
import TestKit
import Testing
import WorkoutFormats

@testable import SQLiteHealthDatabase

/// A workout goes on, and none is lost, whatever becomes of the health database meanwhile.
@Suite struct DatabaseFaultTests {
    private let bench: DatabaseFaultBench

    init() throws {
        bench = try DatabaseFaultBench()
    }

    @Test(
        "A workout that a locked database refuses is told of once and stored when the lock is gone; its recording waits",
        arguments: DatabaseFaultBench.Lock.allCases)
    func lockedForAWhile(lock: DatabaseFaultBench.Lock) async throws {
        let bench = bench
        // Opened for the rider's profile, when the workout is over, a minute later and another minute later.
        try await bench.serve(
            [
                bench.beat(100, at: 0), bench.beat(120, at: 5), bench.time(305), bench.time(366),
                bench.time(427), bench.time(600), .stop,
            ],
            beforeOpening: { opening in
                if opening == 2 { try bench.lock(lock) }
                if opening == 4 { bench.unlock() }
            })
        #expect(bench.openings == 4)
        // The recording is there before the first.
        #expect(bench.savedAtOpenings == [false, false, false, false])
        #expect(try bench.isRecordingSaved() == true)
        #expect(try bench.storedWorkouts() == 1)
        let files = try bench.files()
        #expect(files.count == 1)
        let path = bench.directory.path + "/workouts/" + (files.first ?? "")
        #expect(
            bench.log.filter { !$0.hasPrefix("sensors") } == [
                "started a workout of Ida",
                "The health database \(bench.path) is locked by another program: try again when that is done. "
                    + "The file \(path) has the workout; the database is asked again each minute",
                "wrote \(path)",
                "the database has taken the workout of \(path)",
            ])
        let zones = try bench.database().workoutSummaries(startingIn: nil, withDistributions: false).first?
            .zoneConfigurations[HKQuantityType(.heartRate)]
        #expect(zones?.boundaries.edges == [110, 130, 150])
    }

    @Test(
        "A workout that the database refuses to the end of the service is stored at the next start, before sensors are wanted",
        arguments: DatabaseFaultBench.Lock.allCases)
    func lockedToTheEnd(lock: DatabaseFaultBench.Lock) async throws {
        let bench = bench
        let exports = ExportSettings(formats: [.json], command: "true")
        try await bench.serve(
            [bench.beat(100, at: 0), bench.beat(120, at: 5), .stop], exports: exports,
            beforeOpening: { if $0 == 2 { try bench.lock(lock) } })
        #expect(bench.log.contains { $0.contains("is locked") && $0.contains("stored at the next start") })
        #expect(try bench.isRecordingSaved() == false)
        bench.unlock()
        #expect(try bench.storedWorkouts() == 0)
        let files = try bench.files()
        try #require(files.count == 1)
        let path = bench.directory.path + "/workouts/" + files[0]
        let written = try Data(contentsOf: URL(fileURLWithPath: path))
        // The export is queued, and taken, before the database has the workout.
        let queue = ExportQueue(stateDirectory: bench.directory.path)
        var job = try #require(queue.jobs { Issue.record("\($0)") }.first)
        job.attempted(.success, at: Date())
        try queue.write(job)

        try await bench.serve([.stop], exports: exports)
        #expect(try bench.storedWorkouts() == 1)
        #expect(try bench.isRecordingSaved() == true)
        #expect(try bench.files() == files)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == written)
        #expect(queue.jobs { Issue.record("\($0)") } == [job])
        let order = bench.log.suffix(3)
        #expect(order.map { $0.prefix(9) } == ["recovered", "wrote \(path)".prefix(9), "sensors a"])
    }

    @Test("A recording is done with only when its workout is on the way to be exported")
    func exportComesFirst() async throws {
        let bench = bench
        // The queue's place is taken, so that queueing is told: at that moment the recording still keeps the workout.
        try Data().write(to: URL(fileURLWithPath: bench.directory.path + "/exports"))
        let savedWhenQueued = Mutex<[Bool?]>([])
        try await bench.serve(
            [bench.beat(100, at: 0), bench.beat(120, at: 5), .stop],
            exports: ExportSettings(formats: [.json], command: "true"),
            onLine: { line in
                if line.hasSuffix("but not exported") {
                    let isSaved = try? bench.isRecordingSaved()
                    savedWhenQueued.withLock { $0.append(isSaved) }
                }
            })
        #expect(savedWhenQueued.withLock { $0 } == [false])
        #expect(try bench.isRecordingSaved() == true)
    }

    @Test(
        "A database that goes bad during a workout stays as it is, and the log says what to do",
        arguments: [
            ("newer", "update pulsewatt"), ("damaged", "pulsewatt restore"),
            ("another program's", "is a database of another program"),
        ])
    func goesBad(fault: String, advice: String) async throws {
        let bench = bench
        let url = URL(fileURLWithPath: bench.path)
        try await bench.serve(
            [bench.beat(100, at: 0), bench.beat(120, at: 5), bench.time(305), bench.time(366), .stop],
            beforeOpening: { opening in
                guard opening == 2 else { return }
                if fault == "damaged" {
                    try Data("My ride was wonderful.".utf8).write(to: url)
                } else {
                    let pragma = fault == "newer" ? "user_version = 99" : "application_id = 7"
                    try SQLiteConnection(path: bench.path, busyTimeout: 0).execute("PRAGMA \(pragma)")
                }
                try FileManager.default.copyItem(atPath: bench.path, toPath: bench.path + ".before")
            })
        #expect(
            try Data(contentsOf: url) == Data(contentsOf: URL(fileURLWithPath: bench.path + ".before")))
        #expect(try bench.files().count == 1)
        #expect(try bench.isRecordingSaved() == false)
        // When it is refused, and at the end of the service.
        let told = bench.log.filter { $0.contains(advice) && $0.contains("has the workout") }
        #expect(told.count == 2, "\(bench.log)")
        #expect(told.last?.contains("pulsewatt workouts reindex") == true)
        #expect(!bench.log.contains { $0.hasPrefix("the bench failed") })
    }

    @Test("Zones that cannot be read are told as unknown once a workout, and nobody is told to enter them")
    func unknownZones() async throws {
        let bench = bench
        try bench.lock(.exclusive)
        try await bench.serve(
            [
                bench.beat(100, at: 0), bench.beat(100, at: 5), bench.beat(100, at: 9), bench.time(309),
                bench.beat(100, at: 400), .stop,
            ])
        let told = bench.log.filter { $0.hasPrefix("the zones of Ida are unknown for this workout") }
        #expect(told.count == 2)
        #expect(told.allSatisfy { $0.contains("is locked by another program") })
        #expect(!bench.log.contains { $0.contains("rider set") })
    }

    @Test("With a database that cannot be used at all the log names what brings workouts into it later")
    func obstacle() async throws {
        try await bench.serve(
            [bench.beat(100, at: 0), bench.beat(100, at: 5), .stop],
            obstacle: "The health database /x is damaged.")
        let told = bench.log.filter { $0.hasPrefix("the zones of Ida are unknown") }
        #expect(told.count == 1)
        #expect(told.first?.contains("The health database /x is damaged.") == true)
        #expect(bench.log.filter { $0.contains("pulsewatt workouts reindex") }.count == 2)
        #expect(!bench.log.contains { $0.contains("rider set") })
        #expect(try bench.files().count == 1)
    }
}
