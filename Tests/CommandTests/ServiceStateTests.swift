import BlueZTestKit
import Bridge
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import SQLiteHealthDatabase

private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)

/// What the real service makes of its state directory and configuration, with a strap of a fake BlueZ.
@Suite(.timeLimit(.minutes(5))) struct ServiceStateTests {
    /// What is wrong with the database when the service starts.
    enum Fault: String, CaseIterable {
        case locked, newer, damaged, foreign

        /// What the log says of it.
        var text: String {
            switch self {
            case .locked: "is locked by another program"
            case .newer: "update pulsewatt"
            case .damaged: "restore a backup with `pulsewatt restore FILE`"
            case .foreign: "is a database of another program"
            }
        }
    }

    private let bus: PrivateBus
    private let fake: FakeBlueZ
    private let state: TemporaryDirectory

    init() async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        state = try TemporaryDirectory()
        let adapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
        await fake.addAdapter(adapter)
        await fake.add(.strap(strap), to: adapter)
        try KnownSensorsFile(directory: state.path).update { sensors in
            sensors[address: strap] = KnownSensor(address: strap, rider: "Ida")
        }
    }

    private var path: String { state.path + "/health.sqlite" }

    private func start(_ words: String...) throws -> CommandProcess {
        try CommandProcess(
            words + ["--state-directory", state.path], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    /// Lets the strap send until a workout goes on.
    ///
    /// One reading: on a busy machine the silence before a second would end the workout.
    private func ride(_ service: CommandProcess) async throws {
        try await fake.wait(for: .notifying(strap, .heartRateMeasurement))
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "started a workout of Ida")
    }

    private func storedWorkouts() throws -> Int {
        try SQLiteHealthDatabase(path: path, rider: "Ida").workoutSummaries(
            startingIn: nil, withDistributions: false
        ).count
    }

    @Test(
        "A workout is recorded and written whatever is wrong with the database, which it enters when that is mended",
        arguments: Fault.allCases)
    func databaseFault(fault: Fault) async throws {
        try SQLiteHealthDatabase(path: path, rider: "Ida").setZoneBoundaries(
            [110, 130, 150], for: HKQuantityType(.heartRate))
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        var holder: SQLiteConnection?
        switch fault {
        case .locked:
            holder = try SQLiteConnection(path: path, busyTimeout: 0)
            try holder?.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
        case .newer: try SQLiteConnection(path: path, busyTimeout: 0).execute("PRAGMA user_version = 99")
        case .damaged:
            try (sound.prefix(4096) + Data(repeating: 0xA5, count: sound.count - 4096)).write(
                to: URL(fileURLWithPath: path))
        case .foreign: try SQLiteConnection(path: path, busyTimeout: 0).execute("PRAGMA application_id = 7")
        }
        // Not of a locked one: to close a file takes away the locks that this process has on it.
        let unsound = holder == nil ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()

        let service = try start("serve", "--finish-after", "2s")
        try await ride(service)
        try await service.waitForErrors(containing: "wrote \(state.path)/workouts/")
        if fault == .locked {
            try await service.waitForErrors(containing: "the database is asked again each minute")
        } else {
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == unsound)
        }
        holder = nil
        service.signal(SIGTERM)
        let outcome = try await service.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(fault.text), "\(outcome.errors)")
        #expect(outcome.errors.contains("the zones of Ida are unknown for this workout"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("rider set"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").count == 1)

        if fault != .locked {
            #expect(outcome.errors.contains("pulsewatt workouts reindex"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == unsound)
            // As the log says: a backup is put in its place, and the files are taken in.
            try sound.write(to: URL(fileURLWithPath: path))
            let reindexed = try await start("workouts", "reindex").wait()
            #expect(reindexed.status == 0, "\(reindexed.errors)")
        }
        #expect(try storedWorkouts() == 1)
        let zones = try SQLiteHealthDatabase(path: path, rider: "Ida").zoneBoundaries(
            for: HKQuantityType(.heartRate))
        #expect(zones == [110, 130, 150])
    }

    @Test(
        "A workout of the service is written in the formats of the configuration and queued for its command")
    func exports() async throws {
        let configuration = state.path + "/pulsewatt.conf"
        try "[export]\nformats = json,fit,tcx\ncommand = false\n".write(
            toFile: configuration, atomically: true, encoding: .utf8)
        let service = try start("serve", "--finish-after", "2s", "--config", configuration)
        try await ride(service)
        try await service.waitForErrors(containing: "wrote \(state.path)/workouts/")
        service.signal(SIGTERM)
        #expect(try await service.wait().status == 0)

        let listed = try await start("exports", "--json").wait()
        let jobs = try #require(
            try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
        #expect(jobs.count == 1)
        #expect(jobs.first?["rider"] as? String == "Ida")
        #expect(jobs.first?["state"] as? String == "waiting")
        #expect(jobs.first?["attempts"] as? Int == 0)
        let files = try #require(jobs.first?["files"] as? [String])
        #expect(files.map { URL(fileURLWithPath: $0).pathExtension } == ["json", "fit", "tcx"])
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        #expect(try await start("exports").wait().output.contains("waiting"))
    }
}
