import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing
import WorkoutFormats

/// A state directory with the library of a rider.
struct LibraryBench {
    static let start = Date(timeIntervalSince1970: 1_796_014_800)

    let directory: TemporaryDirectory
    let database: SQLiteHealthDatabase
    let library: WorkoutLibrary

    init() throws {
        directory = try TemporaryDirectory()
        database = SQLiteHealthDatabase(path: directory.path + "/health.sqlite")
        library = WorkoutLibrary(stateDirectory: directory.path, rider: "Ada", database: database)
        try library.files.prepare()
    }

    /// The same files with a database that knows nothing.
    func withEmptyDatabase() -> WorkoutLibrary {
        WorkoutLibrary(stateDirectory: directory.path, rider: "Ada", database: InMemoryHealthDatabase())
    }

    /// The same files with a database that cannot be reached.
    func withUnreachableDatabase() -> WorkoutLibrary {
        WorkoutLibrary(
            stateDirectory: directory.path, rider: "Ada",
            database: SQLiteHealthDatabase(path: "/proc/nonexistent/health.sqlite"))
    }

    /// The store through which any program sees the database.
    var store: HKHealthStore { HKHealthStore(client: HKHealthStore.owner, database: database) }

    /// What reindexing comes to.
    func reindex(
        _ library: WorkoutLibrary? = nil, preferring side: WorkoutReindexing.Side? = nil,
        owners: [UUID: Set<String>] = [:]
    ) async throws -> WorkoutReindexing {
        let library = library ?? self.library
        return try await library.reindex(
            WorkoutFileSurvey(of: library.files), preferring: side, owners: owners)
    }

    /// Some riding with four heart rates a second and beats; its identity begins with a prefix.
    static func workout(
        _ prefix: String = "1a", minutesLater: Double = 0, rider: String = "Ada", seconds: Int64 = 60
    ) throws -> ExportedWorkout {
        let identity = prefix + "00000000-0000-4000-8000-000000000000".dropFirst(prefix.count)
        let uuid = try #require(UUID(uuidString: identity))
        let start = start.addingTimeInterval(60 * minutesLater)
        let offsets = (0..<4 * seconds).map { $0 * 250_000_000 + 1_234_567 }
        let rates = offsets.indices.map { 100 + Double($0 % 60) }
        let series = WorkoutSeries(
            start: start,
            columns: [
                HKQuantityType(.heartRate): SampleColumn(
                    offsets: offsets, values: rates, durations: offsets.map { _ in 0 }),
                HKQuantityType(.cyclingPower): SampleColumn(
                    offsets: offsets, values: rates.map { $0 + 100 }, durations: offsets.map { _ in 0 }),
            ],
            heartbeats: HeartbeatColumn(
                offsets: [500_000_000, 1_300_000_000, 2_100_123_000], precededByGap: [true, false, false]),
            elapsed: seconds * 1_000_000_000)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = .indoor
        let zones = [
            HKQuantityType(.heartRate): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.heartRate), edges: [110.5, 130, 150], source: .user)
        ]
        let strap = WorkoutSensor(
            address: "C0:FF:EE:00:00:01", name: "Strap", provides: [HKQuantityType(.heartRate)])
        let workout = HKWorkout(
            uuid: uuid, configuration: configuration, start: start,
            end: start.addingTimeInterval(Double(seconds)),
            device: nil,
            metadata: [
                HKMetadataKeyIndoorWorkout: true, HKMetadataKeyTimeZone: "Europe/Berlin",
                HKMetadataKeyPulsewattFunctionalThresholdPower: HKQuantity(unit: .watt(), doubleValue: 250),
            ], events: [],
            activities: [
                HKWorkoutActivity(
                    uuid: uuid, workoutConfiguration: configuration, start: start,
                    end: start.addingTimeInterval(Double(seconds)), metadata: nil,
                    measured: MeasuredPart(of: series, zoneConfigurations: zones))
            ], series: series, zoneConfigurations: zones, sensors: [strap])
        return ExportedWorkout(workout, rider: rider)
    }
}
