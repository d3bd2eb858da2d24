import Bridge
import FlightRecorder
import Foundation
import HealthModel
import SensorProfiles
import Synchronization
import TestKit

@testable import SQLiteHealthDatabase

/// The service with a real health database, to which something happens before it is opened for the nth time.
final class DatabaseFaultBench: Sendable {
    /// Another program that holds the database, until it lets it go.
    enum Lock: String, CaseIterable {
        /// Nobody else may write.
        case ofWriter = "BEGIN IMMEDIATE"
        /// Nobody else may even read.
        case exclusive = "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE"
    }

    static let second: Int64 = 1_000_000_000
    static let strap = BluetoothAddress(value: 1)

    private struct State {
        var openings = 0
        var holder: SQLiteConnection?
        /// Whether the recording said that its workout is saved, at each opening at which there was one.
        var savedAtOpenings: [Bool] = []
    }

    let directory: TemporaryDirectory
    let clock = FakeClock()
    let start: Int64
    private let state = Mutex(State())
    private let lines = Mutex<[String]>([])

    init() throws {
        directory = try TemporaryDirectory()
        start = clock.boot
        try KnownSensorsFile(directory: directory.path).update { sensors in
            sensors[address: Self.strap] = KnownSensor(address: Self.strap, rider: "Ida")
        }
        try database().updateCharacteristics { $0.maximumHeartRate = 190 }
        try database().setZoneBoundaries([110, 130, 150], for: HKQuantityType(.heartRate))
    }

    var path: String { directory.path + "/health.sqlite" }
    var log: [String] { lines.withLock { $0 } }
    var openings: Int { state.withLock { $0.openings } }
    var savedAtOpenings: [Bool] { state.withLock { $0.savedAtOpenings } }

    func database() -> SQLiteHealthDatabase {
        SQLiteHealthDatabase(path: path, rider: "Ida", busyTimeout: .milliseconds(1))
    }

    func storedWorkouts() throws -> Int {
        try database().workoutSummaries(startingIn: nil, withDistributions: false).count
    }

    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path + "/workouts").sorted()
    }

    /// Another program takes the lock.
    func lock(_ lock: Lock) throws {
        let connection = try SQLiteConnection(path: path, busyTimeout: 0)
        try connection.execute(lock.rawValue)
        state.withLock { $0.holder = connection }
    }

    /// The other program ends.
    func unlock() { state.withLock { $0.holder = nil } }

    /// Whether the one recording says that its workout is saved; nil where there is none.
    func isRecordingSaved() throws -> Bool? {
        let recordings = RecordingFiles(stateDirectory: directory.path)
        return try recordings.names().first.map {
            try RecordingFiles.contents(at: recordings.path(ofName: $0)).isSaved
        }
    }

    /// Runs the service.
    ///
    /// - Parameters:
    ///   - inputs: What it is told.
    ///   - exports: What is wanted beside the JSON file.
    ///   - obstacle: Why no database can be used; nil: they are opened.
    ///   - sensors: What has the database say of sensors what the file says; nil: nothing.
    ///   - beforeOpening: Something that happens before the database is opened for the nth time.
    ///   - onLine: Something that happens when the service logs a line.
    /// - Throws: What the service does.
    func serve(
        _ inputs: [WorkoutService.Input], exports: ExportSettings = ExportSettings(), obstacle: String? = nil,
        sensors: SensorAgreement? = nil,
        beforeOpening: @escaping @Sendable (Int) throws -> Void = { _ in },
        onLine: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        let opener: @Sendable (String) -> any HealthDatabase = { [self] rider in
            let isSaved = try? isRecordingSaved()
            let opening = state.withLock { state in
                state.openings += 1
                if let isSaved { state.savedAtOpenings.append(isSaved) }
                return state.openings
            }
            do { try beforeOpening(opening) } catch {
                lines.withLock { $0.append("the bench failed: \(error)") }
            }
            return database()
        }
        let keeping = WorkoutKeeping(
            stateDirectory: directory.path, exports: exports, database: obstacle == nil ? opener : nil,
            databaseObstacle: obstacle)
        var service = WorkoutService(
            stateDirectory: directory.path, keeping: keeping, sensorAgreement: sensors,
            finishAfter: 300 * Self.second, clock: clock.machineClock(),
            output: WorkoutService.Output(
                log: { [self] line in
                    lines.withLock { $0.append(line) }
                    onLine(line)
                }, showStatus: { _ in }, setTicking: { _ in },
                want: { [self] _ in lines.withLock { $0.append("sensors are wanted") } }))
        let stream = AsyncStream<WorkoutService.Input> { continuation in
            for input in inputs { continuation.yield(input) }
            continuation.finish()
        }
        try await service.run(stream)
    }

    func beat(_ bpm: UInt8, at seconds: Int64) -> WorkoutService.Input {
        .event(
            SensorEvent(
                nanoseconds: start + seconds * Self.second, sensor: Self.strap,
                kind: .notification(characteristic: .heartRateMeasurement, value: [0x00, bpm])))
    }

    func time(_ seconds: Int64) -> WorkoutService.Input { .timePassed(to: start + seconds * Self.second) }
}
