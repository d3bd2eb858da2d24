import Foundation
import HealthModel
import SQLiteHealthDatabase

extension Benchmark {
    /// A ride of ten hours with three quantities into a new database on the disk.
    static let storeWorkout = Benchmark("store a workout, 450 000 samples", unit: "samples") {
        let disk = try DatabaseOnDisk("new")
        try disk.database.insert([StoredRide.workout()], savedBy: StoredRide.revision)
        return StoredRide.sampleCount
    }

    /// The same ride read back, its statistics and zones worked out.
    static let readWorkout = Benchmark("read it back", unit: "samples") {
        let batch = try await StoredRide.onDisk.value.database.samples(SampleRequest(type: .workoutType()))
        guard let workout = batch.stored.first?.sample as? HKWorkout else { return 0 }
        consume(workout.zoneGroupsByType?.count ?? 0)
        return workout.series.columns.values.reduce(0) { $0 + $1.count }
    }
}

/// A new database among the build's products; the one of the last time goes first.
private final class DatabaseOnDisk: Sendable {
    let database: SQLiteHealthDatabase
    private let directory: String

    init(_ name: String) throws {
        // Not where temporary files are, which may be in memory: what is measured ends on a disk.
        directory = ".build/benchmark-database-" + name
        try? FileManager.default.removeItem(atPath: directory)
        database = SQLiteHealthDatabase(path: directory + "/health.sqlite")
        _ = try database.clients()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }
}

private enum StoredRide {
    static let sampleCount = 450_000

    static let revision = HKSourceRevision(
        source: HKSource(name: "benchmarks", bundleIdentifier: "benchmarks"), version: nil)

    /// The ride in a database, stored once.
    static let onDisk = Task {
        let disk = try DatabaseOnDisk("filled")
        try disk.database.insert([workout()], savedBy: revision)
        return disk
    }

    static func workout() throws -> HKWorkout {
        let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let count = sampleCount / 3
        let column = SampleColumn(
            offsets: (0..<count).map { Int64($0) * 250_000_000 },
            values: (0..<count).map { Double(90 + $0 % 80) }, durations: Array(repeating: 0, count: count))
        let types = [
            HKQuantityType(.heartRate), HKQuantityType(.cyclingPower), HKQuantityType(.cyclingCadence),
        ]
        let series = WorkoutSeries(
            start: start, columns: Dictionary(uniqueKeysWithValues: types.map { ($0, column) }),
            elapsed: Int64(count) * 250_000_000)
        let zones = try types.prefix(2).map {
            try HKWorkoutZoneConfiguration(quantityType: $0, edges: [100, 120, 140, 160], source: .app)
        }
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        return HKWorkout(
            configuration: configuration, start: start,
            end: WorkoutTime.date(at: series.elapsed, since: start), device: nil, metadata: nil, events: [],
            activities: [], series: series,
            zoneConfigurations: Dictionary(uniqueKeysWithValues: zones.map { ($0.quantityType, $0) }))
    }
}
