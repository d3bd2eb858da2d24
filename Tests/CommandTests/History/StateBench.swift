import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing
import WorkoutFormats

/// A state directory with workouts in it, and the command that looks at them.
struct StateBench {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    var database: String { directory.path + "/health.sqlite" }

    func library(of rider: String = "Ada") -> WorkoutLibrary {
        WorkoutLibrary(
            stateDirectory: directory.path, rider: rider,
            database: SQLiteHealthDatabase(path: database, rider: rider))
    }

    func store(of rider: String = "Ada") -> HKHealthStore {
        HKHealthStore(
            client: HKHealthStore.owner, database: SQLiteHealthDatabase(path: database, rider: rider))
    }

    /// Runs the command on the state directory, in Berlin.
    func run(_ arguments: String..., through launcher: [String] = []) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(
            arguments + ["--state-directory", directory.path], environment: ["TZ": "Europe/Berlin"],
            through: launcher)
    }

    /// What a command prints with `--json`.
    func json(_ arguments: String...) async throws -> Any {
        let outcome = try await CommandProcess.run(
            arguments + ["--json", "--state-directory", directory.path],
            environment: ["TZ": "Europe/Berlin"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    }

    /// Saves a ride whose heart rate and power are steady, with a sample a second that covers it.
    @discardableResult
    func ride(
        _ prefix: String, at start: String, minutes: Int64 = 60, heartRate: Double = 120,
        power: Double? = 200, threshold: Double? = 200, rider: String = "Ada",
        sensor: String = "Strap"
    ) async throws -> ExportedWorkout {
        let identity = prefix + "00000000-0000-4000-8000-000000000000".dropFirst(prefix.count)
        let start = try Date(start, strategy: .iso8601)
        let second: Int64 = 1_000_000_000
        let offsets = (0..<minutes * 60).map { $0 * second }
        func column(_ value: Double) -> SampleColumn {
            SampleColumn(
                offsets: offsets, values: offsets.map { _ in value }, durations: offsets.map { _ in second })
        }
        var columns = [HKQuantityType(.heartRate): column(heartRate)]
        columns[HKQuantityType(.cyclingPower)] = power.map(column)
        let series = WorkoutSeries(start: start, columns: columns, elapsed: minutes * 60 * second)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = .indoor
        let zones = [
            HKQuantityType(.heartRate): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.heartRate), edges: [100, 110, 130, 150], source: .user)
        ]
        var metadata: [String: Any] = [
            HKMetadataKeyIndoorWorkout: true, HKMetadataKeyTimeZone: "Europe/Berlin",
        ]
        if let threshold {
            metadata[HKMetadataKeyPulsewattFunctionalThresholdPower] = HKQuantity(
                unit: .watt(), doubleValue: threshold)
        }
        let end = start.addingTimeInterval(Double(minutes) * 60)
        let uuid = try #require(UUID(uuidString: identity))
        let workout = HKWorkout(
            uuid: uuid, configuration: configuration, start: start, end: end, device: nil, metadata: metadata,
            events: [],
            activities: [
                HKWorkoutActivity(
                    uuid: uuid, workoutConfiguration: configuration, start: start, end: end, metadata: nil,
                    measured: MeasuredPart(of: series, zoneConfigurations: zones))
            ], series: series, zoneConfigurations: zones,
            sensors: [
                WorkoutSensor(
                    address: "C0:FF:EE:00:00:01", name: sensor, batteryPercent: 80,
                    provides: [HKQuantityType(.heartRate)])
            ])
        let exported = ExportedWorkout(workout, rider: rider)
        let library = library(of: rider)
        try library.files.prepare()
        let saved = try await library.save(exported)
        #expect(saved.databaseError == nil)
        return exported
    }
}
