import Foundation
import HealthModel
import SQLiteHealthDatabase

extension TenYears {
    /// Makes the database in a directory, and beside it what other tools take for the same work.
    ///
    /// These are the heart rates of all workouts as doubles and how long each speaks as nanoseconds, both little endian,
    /// and `history.json` with what storing took.
    static func write(to directory: String) async throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let database = SQLiteHealthDatabase(path: directory + "/health.sqlite")
        let stored = try await store(in: database)
        let columns = try measuredColumns(in: database)
        let url = URL(fileURLWithPath: directory)
        try columns.flatMap(\.values).withUnsafeBytes {
            try Data($0).write(to: url.appendingPathComponent("heart-rate.values"))
        }
        try columns.flatMap(\.durations).withUnsafeBytes {
            try Data($0).write(to: url.appendingPathComponent("heart-rate.nanoseconds"))
        }
        try JSONEncoder().encode(["samples": Double(stored.samples), "storing": stored.seconds])
            .write(to: url.appendingPathComponent("history.json"))
    }

    /// Reads every workout of the database, and gives the time that each heart rate was measured for.
    private static func measuredColumns(in database: SQLiteHealthDatabase) throws -> [MeasuredColumn] {
        var columns: [MeasuredColumn] = []
        for interval in months {
            let request = SampleRequest(type: .workoutType(), dates: interval)
            for stored in try database.samples(request).stored {
                guard let workout = stored.sample as? HKWorkout, interval.contains(workout.startDate),
                    workout.startDate != interval.upperBound,
                    let column = workout.series.measuredColumn(for: HKQuantityType(.heartRate))
                else { continue }
                columns.append(column)
            }
        }
        return columns
    }

    /// Thirty days after thirty days, so that never more than a month is in memory.
    private static var months: [ClosedRange<Date>] {
        (0..<125).map { number in
            let start = Date(timeIntervalSince1970: 1_451_606_400 + Double(number) * 30 * 86_400)
            return start...start.addingTimeInterval(30 * 86_400)
        }
    }

    /// Measures the same re-bucketing in three ways, and queries; gives seconds each by name, and zones in nanoseconds.
    static func measure(_ directory: String) async throws -> String {
        let path = directory + "/health.sqlite"
        var seconds: [String: [Double]] = [:]
        var zones: [String: [Int64]] = [:]
        let clock = ContinuousClock()
        func time(_ name: String, _ work: () throws -> [Int64]) rethrows {
            for _ in 0..<5 {
                let started = clock.now
                zones[name] = try work()
                seconds[name, default: []].append((clock.now - started) / .seconds(1))
            }
        }
        try time("summaries") {
            let database = SQLiteHealthDatabase(path: path)
            return sum(
                try database.workoutSummaries(startingIn: nil, withDistributions: true).compactMap {
                    $0.distributions[HKQuantityType(.heartRate)]?.zoneDurations(boundaries)
                })
        }
        try time("series") {
            sum(
                try measuredColumns(in: SQLiteHealthDatabase(path: path)).map {
                    boundaries.durations(of: $0)
                })
        }
        let columns = try measuredColumns(in: SQLiteHealthDatabase(path: path))
        let one = MeasuredColumn(values: columns.flatMap(\.values), durations: columns.flatMap(\.durations))
        time("memory") { boundaries.durations(of: one) }
        for (name, query) in queries {
            for _ in 0..<5 {
                let store = HKHealthStore(
                    client: HKHealthStore.owner, database: SQLiteHealthDatabase(path: path))
                let started = clock.now
                try await query(store)
                seconds[name, default: []].append((clock.now - started) / .seconds(1))
            }
        }
        let medians = seconds.mapValues { $0.sorted()[$0.count / 2] }
        let results = Results(seconds: medians, zones: zones)
        return String(decoding: try JSONEncoder().encode(results), as: UTF8.self)
    }

    /// What programs ask most, through HealthKit's queries, of a file that is opened for it.
    private static let queries: [(name: String, run: @Sendable (HKHealthStore) async throws -> Void)] = [
        ("last workout", { store in _ = try await lastWorkout(in: store) }),
        (
            "one workout's samples",
            { store in
                let workout = try await lastWorkout(in: store)
                let samples = try await HKSampleQueryDescriptor(
                    predicates: [
                        .quantitySample(
                            type: HKQuantityType(.heartRate),
                            predicate: HKQuery.predicateForObjects(from: workout))
                    ], sortDescriptors: [SortDescriptor(\.startDate)]
                ).result(for: store)
                guard !samples.isEmpty else { throw HKError(.errorNoData) }
            }
        ),
    ]

    private static func lastWorkout(in store: HKHealthStore) async throws -> HKWorkout {
        let found = try await HKSampleQueryDescriptor(
            predicates: [.workout()], sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)],
            limit: 1
        ).result(for: store)
        guard let workout = found.first else { throw HKError(.errorNoData) }
        return workout
    }

    private struct Results: Encodable {
        let seconds: [String: Double]
        let zones: [String: [Int64]]
    }

    private static func sum(_ zones: [[Int64]]) -> [Int64] {
        zones.reduce([Int64](repeating: 0, count: boundaries.zoneCount)) { zip($0, $1).map(+) }
    }
}
