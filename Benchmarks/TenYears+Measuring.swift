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

    /// Measures the same re-bucketing in four ways; gives seconds each by name, and the zones of each in nanoseconds.
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
        let medians = seconds.mapValues { $0.sorted()[$0.count / 2] }
        let results = Results(seconds: medians, zones: zones)
        return String(decoding: try JSONEncoder().encode(results), as: UTF8.self)
    }

    private struct Results: Encodable {
        let seconds: [String: Double]
        let zones: [String: [Int64]]
    }

    private static func sum(_ zones: [[Int64]]) -> [Int64] {
        zones.reduce([Int64](repeating: 0, count: boundaries.zoneCount)) { zip($0, $1).map(+) }
    }
}
