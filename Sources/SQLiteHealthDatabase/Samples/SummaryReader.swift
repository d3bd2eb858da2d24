import Foundation
import HealthModel

/// Reads the summaries of a rider's workouts within one transaction, in a pass over a table, or two.
struct SummaryReader {
    /// The types whose distributions are stored, in the order of their columns.
    static let distributedTypes = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    /// What is read of a summary; the last is the checksum of all before it.
    static let columns = """
        workout_summary.workout, rider, uuid, start_date, end_date, activity_type, is_indoor, is_simulated, time_zone,
        elapsed, paused, normalized_power, functional_threshold_power, types, measures, zones, distribution_checksum,
        checksum
        """

    /// What is read of distributions, whose checksum is in their summary.
    static let distributionColumns = "workout_distribution.workout, heart_rate, cycling_power"

    /// A summary and what belongs to its row.
    private struct Row {
        let workout: Int64
        let distributionChecksum: Int64
        var summary: WorkoutSummary
    }

    private let connection: SQLiteConnection
    private let rider: Int64
    // By what is stored: of the types, zones and time zones of a rider's workouts most are the same.
    private var types: [String: [HKQuantityType]] = [:]
    private var zones: [String: [HKQuantityType: HKWorkoutZoneConfiguration]] = [:]
    private var timeZones: [String: TimeZone?] = [:]

    init(_ connection: SQLiteConnection, of rider: Int64) {
        self.connection = connection
        self.rider = rider
    }

    /// Reads the summaries of workouts that started in an interval, its end excluded, by their start.
    mutating func summaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> [WorkoutSummary] {
        let condition = "rider = ? AND start_date >= ? AND start_date < ?"
        let values: [SQLiteValue] = [
            .integer(rider), .real(dates?.start.timeIntervalSinceReferenceDate ?? -.infinity),
            .real(dates?.end.timeIntervalSinceReferenceDate ?? .infinity),
        ]
        var rows = try connection.rows(
            """
            SELECT \(Self.columns) FROM workout_summary WHERE \(condition) ORDER BY start_date, workout
            """, values
        ) { row throws(HKError) in try read(row) }
        // What is lost must not shorten a list unseen.
        let workouts = try connection.rows(
            """
            SELECT count(*) FROM sample WHERE \(condition)
                AND type = (SELECT id FROM sample_type NOT INDEXED WHERE identifier = ?)
            """, values + [.text(HKSampleType.workoutType().identifier)]
        ) { $0.integer(0) }
        guard workouts == [Int64(rows.count)] else {
            throw connection.damaged("not every workout has a summary")
        }
        if withDistributions { try readDistributions(condition, values, into: &rows) }
        return rows.map(\.summary)
    }

    private mutating func read(_ row: SQLiteStatement) throws(HKError) -> Row {
        guard row.integer(17) == row.checksumBeforeLast else { throw wrongSummary }
        let times = 0...WorkoutTime.limit
        let start = row.date(3)
        let end = row.date(4)
        let elapsed = row.integer(9)
        let paused = row.integer(10)
        guard let activity = UInt(exactly: row.integer(5)).flatMap(HKWorkoutActivityType.init(rawValue:)),
            start.isOrdinary, start <= end, times.contains(elapsed), (0...elapsed).contains(paused)
        else { throw connection.damaged("the summary of a workout is not valid") }
        let types = try types(row.text(13))
        let measures = try connection.column(row.blob(14), [WorkoutSummary.Measure].init(stored:))
        guard measures.count == types.count else {
            throw connection.damaged("the measures of a workout are not those of its types")
        }
        return Row(
            workout: row.integer(0), distributionChecksum: row.integer(16),
            summary: WorkoutSummary(
                uuid: try row.uuid(2), activityType: activity,
                isIndoor: row.optionalInteger(6).map { $0 != 0 }, isSimulated: row.integer(7) != 0,
                start: start, end: end,
                timeZone: timeZone(row.optionalText(8)), elapsed: elapsed, paused: paused,
                measures: Dictionary(zip(types, measures)) { first, _ in first },
                normalizedPower: row.optionalReal(11), functionalThresholdPower: row.optionalReal(12),
                zoneConfigurations: try zones(row.text(15))))
    }

    private var wrongSummary: HKError {
        connection.damaged("the summary of a workout is not as it was written")
    }

    private mutating func timeZone(_ identifier: String?) -> TimeZone? {
        guard let identifier else { return nil }
        if let known = timeZones[identifier] { return known }
        let timeZone = TimeZone(identifier: identifier)
        timeZones[identifier] = timeZone
        return timeZone
    }

    private mutating func types(_ text: String) throws(HKError) -> [HKQuantityType] {
        if let known = types[text] { return known }
        let read = try connection.value([String].self, of: text).map {
            HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0))
        }
        types[text] = read
        return read
    }

    private mutating func zones(
        _ text: String
    ) throws(HKError) -> [HKQuantityType: HKWorkoutZoneConfiguration] {
        if let known = zones[text] { return known }
        var read: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
        for stored in try connection.value([StoredZones].self, of: text) {
            let configuration = try connection.configuration(stored)
            read[configuration.quantityType] = configuration
        }
        zones[text] = read
        return read
    }

    /// Reads distributions, each with the checksum that its summary knows.
    private func readDistributions(
        _ condition: String, _ values: [SQLiteValue], into rows: inout [Row]
    ) throws(HKError) {
        let stored = try connection.rows(
            """
            SELECT \(Self.distributionColumns)
            FROM workout_summary JOIN workout_distribution USING (workout) WHERE \(condition)
            """, values
        ) { row throws(HKError) in
            var distributions: [HKQuantityType: ValueDistribution] = [:]
            for (column, type) in zip(Int32(1)..., Self.distributedTypes) {
                guard let bytes = row.optionalBlob(column) else { continue }
                distributions[type] = try connection.column(bytes, ValueDistribution.init(stored:))
            }
            return (row.integer(0), (checksum: row.checksum, distributions: distributions))
        }
        let found = Dictionary(stored) { first, _ in first }
        for index in rows.indices {
            let distributions = found[rows[index].workout]
            // Of a summary without distributions it is 0.
            guard distributions?.checksum ?? 0 == rows[index].distributionChecksum else { throw wrongSummary }
            rows[index].summary.distributions = distributions?.distributions ?? [:]
        }
    }
}
