import Foundation
import HealthModel

/// Reads the summaries of a rider's workouts within one transaction, in a pass over each of their tables.
struct SummaryReader {
    /// The types whose distributions are stored, in the order of their columns.
    static let distributedTypes = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    private let connection: SQLiteConnection
    private let rider: Int64
    /// For each workout, which is named by its anchor, the checksum that was noted less those of the rows read so far.
    private var checksums: [Int64: Int64] = [:]
    private var distributionChecksums: [Int64: Int64] = [:]
    private var types: [Int64: HKQuantityType] = [:]
    /// By the bytes of their three columns: most workouts of a rider are counted by few.
    private var configurations: [[UInt8]: HKWorkoutZoneConfiguration] = [:]
    private var timeZones: [String: TimeZone?] = [:]

    init(_ connection: SQLiteConnection, of rider: Int64) {
        self.connection = connection
        self.rider = rider
    }

    // Each begins with the anchor; the last column of the heads is the checksum of all rows together.

    private static func heads(_ condition: String) -> String {
        """
        SELECT anchor, uuid, start_date, end_date, activity_type, elapsed, is_indoor, is_simulated, time_zone,
            workout_summary.paused, normalized_power, functional_threshold_power,
            distribution_checksum, workout_summary.checksum
        FROM sample JOIN workout_summary ON workout_summary.workout = anchor
            JOIN workout ON workout.sample = anchor
        \(condition) ORDER BY start_date, anchor
        """
    }

    private static func measures(_ condition: String) -> String {
        """
        SELECT anchor, sample_type.id, sample_type.identifier, average, minimum, maximum, sum, measured
        FROM sample JOIN workout_measure ON workout_measure.workout = anchor
            JOIN sample_type ON sample_type.id = workout_measure.type
        \(condition)
        """
    }

    private static func zones(_ condition: String) -> String {
        """
        SELECT anchor, quantity_type, source, boundaries
        FROM sample JOIN workout_zones ON workout_zones.workout = anchor \(condition)
        """
    }

    /// The distributions, which the checksum of a summary knows by their own.
    static func distributions(_ condition: String) -> String {
        """
        SELECT anchor, heart_rate, cycling_power
        FROM sample JOIN workout_distribution ON workout_distribution.workout = anchor \(condition)
        """
    }

    /// Works out the checksum of a summary from its rows.
    static func checksum(of workout: Int64, in connection: SQLiteConnection) throws(HKError) -> Int64 {
        let key = [SQLiteValue.integer(workout)]
        var sum: Int64 = 0
        for checksum in try connection.rows(heads("WHERE anchor = ?"), key, { $0.checksumBeforeLast }) {
            sum &+= checksum
        }
        for query in [measures, zones] {
            for checksum in try connection.rows(query("WHERE anchor = ?"), key, { $0.checksum }) {
                sum &+= checksum
            }
        }
        return sum
    }

    /// Reads the summaries of workouts that started in an interval, its end excluded, by their start.
    mutating func summaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> [WorkoutSummary] {
        let type = try connection.rows(
            "SELECT id FROM sample_type NOT INDEXED WHERE identifier = ?",
            [.text(HKSampleType.workoutType().identifier)]
        ) { $0.integer(0) }.first
        guard let type else { return [] }
        let condition = """
            WHERE rider = ? AND sample.type = ? AND start_date >= ? AND start_date < ?
            """
        let values: [SQLiteValue] = [
            .integer(rider), .integer(type), .real(dates?.start.timeIntervalSinceReferenceDate ?? -.infinity),
            .real(dates?.end.timeIntervalSinceReferenceDate ?? .infinity),
        ]
        var summaries: [WorkoutSummary] = []
        var places: [Int64: Int] = [:]
        for (anchor, summary) in try heads(condition, values) {
            places[anchor] = summaries.count
            summaries.append(summary)
        }
        try readMeasures(condition, values, into: &summaries, at: places)
        try readZones(condition, values, into: &summaries, at: places)
        // What was noted less what was read is nothing.
        guard checksums.values.allSatisfy({ $0 == 0 }) else { throw wrongSummary }
        if withDistributions {
            try readDistributions(condition, values, into: &summaries, at: places)
        }
        return summaries
    }

    private var wrongSummary: HKError {
        connection.damaged("the summary of a workout is not as it was written")
    }

    private mutating func heads(
        _ condition: String, _ values: [SQLiteValue]
    ) throws(HKError) -> [(Int64, WorkoutSummary)] {
        try connection.rows(Self.heads(condition), values) { row throws(HKError) in
            checksums[row.integer(0), default: 0] &+= row.integer(13) &- row.checksumBeforeLast
            distributionChecksums[row.integer(0)] = row.integer(12)
            let times = 0...WorkoutTime.limit
            guard let activity = UInt(exactly: row.integer(4)).flatMap(HKWorkoutActivityType.init(rawValue:)),
                row.date(2).isOrdinary, row.date(2) <= row.date(3), times.contains(row.integer(5)),
                (0...row.integer(5)).contains(row.integer(9))
            else { throw connection.damaged("the summary of a workout is not valid") }
            return (
                row.integer(0),
                WorkoutSummary(
                    uuid: try row.uuid(1), activityType: activity,
                    isIndoor: row.optionalInteger(6).map { $0 != 0 }, isSimulated: row.integer(7) != 0,
                    start: row.date(2), end: row.date(3), timeZone: timeZone(row.optionalText(8)),
                    elapsed: row.integer(5), paused: row.integer(9), normalizedPower: row.optionalReal(10),
                    functionalThresholdPower: row.optionalReal(11))
            )
        }
    }

    private mutating func timeZone(_ identifier: String?) -> TimeZone? {
        guard let identifier else { return nil }
        if let known = timeZones[identifier] { return known }
        let timeZone = TimeZone(identifier: identifier)
        timeZones[identifier] = timeZone
        return timeZone
    }

    private mutating func readMeasures(
        _ condition: String, _ values: [SQLiteValue], into summaries: inout [WorkoutSummary],
        at places: [Int64: Int]
    ) throws(HKError) {
        let measures = try connection.rows(Self.measures(condition), values) { row in
            checksums[row.integer(0), default: 0] &-= row.checksum
            return (
                workout: row.integer(0), type: quantityType(row),
                measure: WorkoutSummary.Measure(
                    average: row.optionalReal(3), minimum: row.optionalReal(4), maximum: row.optionalReal(5),
                    sum: row.optionalReal(6), measuredDuration: row.integer(7))
            )
        }
        for (workout, type, measure) in measures {
            guard let place = places[workout] else { continue }
            summaries[place].measures[type] = measure
        }
    }

    private mutating func quantityType(_ row: SQLiteStatement) -> HKQuantityType {
        if let known = types[row.integer(1)] { return known }
        let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: row.text(2)))
        types[row.integer(1)] = type
        return type
    }

    private mutating func readZones(
        _ condition: String, _ values: [SQLiteValue], into summaries: inout [WorkoutSummary],
        at places: [Int64: Int]
    ) throws(HKError) {
        let zones = try connection.rows(Self.zones(condition), values) { row throws(HKError) in
            checksums[row.integer(0), default: 0] &-= row.checksum
            let columns = row.blob(1) + row.blob(2) + row.blob(3)
            if let known = configurations[columns] { return (workout: row.integer(0), configuration: known) }
            let configuration = try connection.zoneConfiguration(
                HKQuantityType(HKQuantityTypeIdentifier(rawValue: row.text(1))), source: row.text(2),
                boundaries: row.text(3))
            configurations[columns] = configuration
            return (workout: row.integer(0), configuration: configuration)
        }
        for (workout, configuration) in zones {
            guard let place = places[workout] else { continue }
            summaries[place].zoneConfigurations[configuration.quantityType] = configuration
        }
    }

    /// Reads distributions, each with the checksum that its summary knows.
    private mutating func readDistributions(
        _ condition: String, _ values: [SQLiteValue], into summaries: inout [WorkoutSummary],
        at places: [Int64: Int]
    ) throws(HKError) {
        let distributions = try connection.rows(Self.distributions(condition), values) {
            row throws(HKError) in
            let workout = row.integer(0)
            guard distributionChecksums.removeValue(forKey: workout) == row.checksum else {
                throw wrongSummary
            }
            var distributions: [HKQuantityType: ValueDistribution] = [:]
            for (column, type) in zip(Int32(1)..., Self.distributedTypes) {
                guard let bytes = row.optionalBlob(column) else { continue }
                distributions[type] = try connection.column(bytes, ValueDistribution.init(stored:))
            }
            return (workout: workout, distributions: distributions)
        }
        // What is left has no distributions.
        guard distributionChecksums.values.allSatisfy({ $0 == 0 }) else { throw wrongSummary }
        for (workout, distributions) in distributions {
            guard let place = places[workout] else { continue }
            summaries[place].distributions = distributions
        }
    }
}
