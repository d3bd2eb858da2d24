import Foundation
import HealthModel

/// Reads the summaries of a rider's workouts within one transaction, in a pass over a table, or two.
struct SummaryReader {
    /// The types whose distributions are stored, in the order of their columns.
    static let distributedTypes = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    /// What is read of a summary; the last is the checksum of all before it.
    static let columns = """
        workout_summary.workout, rider, uuid, start_date, end_date, activity_type, is_indoor, is_simulated, time_zone,
        elapsed, paused, normalized_power, functional_threshold_power, layout, measures, distribution_checksum, checksum
        """

    /// What is read of distributions, whose checksum is in their summary.
    static let distributionColumns = "workout_distribution.workout, heart_rate, cycling_power"

    /// What is read of a layout; the last is the checksum of all before it.
    static let layoutColumns = "id, digest, types, zones, checksum"

    /// A summary and what belongs to its row.
    private struct Row {
        let workout: Int64
        let distributionChecksum: Int64
        var summary: WorkoutSummary
    }

    /// What most summaries share.
    private struct Layout {
        let types: [HKQuantityType]
        let zones: [HKQuantityType: HKWorkoutZoneConfiguration]
    }

    private let connection: SQLiteConnection
    private let rider: Int64
    private var layouts: [Int64: Layout] = [:]
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

    /// Reads the one summary of a workout, with its distributions; nil where there is none of the rider.
    mutating func summary(of workout: Int64) throws(HKError) -> WorkoutSummary? {
        let condition = "workout_summary.workout = ? AND rider = ?"
        let values: [SQLiteValue] = [.integer(workout), .integer(rider)]
        var rows = try connection.rows(
            "SELECT \(Self.columns) FROM workout_summary WHERE \(condition)", values
        ) { row throws(HKError) in try read(row) }
        try readDistributions(condition, values, into: &rows)
        return rows.first?.summary
    }

    private mutating func read(_ row: SQLiteStatement) throws(HKError) -> Row {
        guard row.integer(16) == row.checksumBeforeLast else { throw wrongSummary }
        let times = 0...WorkoutTime.limit
        let start = row.date(3)
        let end = row.date(4)
        let elapsed = row.integer(9)
        let paused = row.integer(10)
        guard let activity = UInt(exactly: row.integer(5)).flatMap(HKWorkoutActivityType.init(rawValue:)),
            start.isOrdinary, start <= end, times.contains(elapsed), (0...elapsed).contains(paused)
        else { throw connection.damaged("the summary of a workout is not valid") }
        let layout = try layout(row.integer(13))
        let measures = try connection.column(row.blob(14), [WorkoutSummary.Measure].init(stored:))
        guard measures.count == layout.types.count else {
            throw connection.damaged("the measures of a workout are not those of its types")
        }
        return Row(
            workout: row.integer(0), distributionChecksum: row.integer(15),
            summary: WorkoutSummary(
                uuid: try row.uuid(2), activityType: activity,
                isIndoor: row.optionalInteger(6).map { $0 != 0 }, isSimulated: row.integer(7) != 0,
                start: start, end: end,
                timeZone: timeZone(row.optionalText(8)), elapsed: elapsed, paused: paused,
                measures: Dictionary(zip(layout.types, measures)) { first, _ in first },
                normalizedPower: row.optionalReal(11), functionalThresholdPower: row.optionalReal(12),
                zoneConfigurations: layout.zones))
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

    private mutating func layout(_ row: Int64) throws(HKError) -> Layout {
        if let known = layouts[row] { return known }
        let found = try connection.rows(
            "SELECT \(Self.layoutColumns) FROM summary_layout WHERE id = ?", [.integer(row)]
        ) { row throws(HKError) in
            guard row.integer(4) == row.checksumBeforeLast else { throw wrongSummary }
            let types = try connection.value([String].self, of: row.text(2)).map {
                HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0))
            }
            var zones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
            for stored in try connection.value([StoredZones].self, of: row.text(3)) {
                let configuration = try connection.configuration(stored)
                zones[configuration.quantityType] = configuration
            }
            return Layout(types: types, zones: zones)
        }
        guard let layout = found.first else { throw wrongSummary }
        layouts[row] = layout
        return layout
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
