import Foundation
import HealthModel

/// Reads the summaries of a rider's workouts within one transaction, in four passes over their tables.
struct SummaryReader {
    /// The types whose distributions are stored, in the order of their columns.
    static let distributedTypes = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]

    private let connection: SQLiteConnection
    private let rider: Int64
    private var types: [Int64: HKQuantityType] = [:]
    /// By their three columns: most workouts of a rider are counted by few.
    private var configurations: [[String]: HKWorkoutZoneConfiguration] = [:]
    private var timeZones: [String: TimeZone?] = [:]

    init(_ connection: SQLiteConnection, of rider: Int64) {
        self.connection = connection
        self.rider = rider
    }

    /// Reads the summaries of workouts that started in an interval, its end excluded, by their start.
    mutating func summaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> [WorkoutSummary] {
        let type = try connection.rows(
            "SELECT id FROM sample_type WHERE identifier = ?", [.text(HKSampleType.workoutType().identifier)]
        ) { $0.integer(0) }.first
        guard let type else { return [] }
        let selection = """
            FROM sample JOIN workout_summary ON workout_summary.workout = anchor
            """
        let condition = """
            WHERE rider = ? AND sample.type = ? AND start_date >= ? AND start_date < ?
            """
        let values: [SQLiteValue] = [
            .integer(rider), .integer(type), .real(dates?.start.timeIntervalSinceReferenceDate ?? -.infinity),
            .real(dates?.end.timeIntervalSinceReferenceDate ?? .infinity),
        ]
        var summaries: [WorkoutSummary] = []
        var places: [Int64: Int] = [:]
        for (anchor, summary) in try heads(selection, condition, values) {
            places[anchor] = summaries.count
            summaries.append(summary)
        }
        try readMeasures(selection, condition, values, into: &summaries, at: places)
        try readZones(selection, condition, values, into: &summaries, at: places)
        if withDistributions {
            try readDistributions(selection, condition, values, into: &summaries, at: places)
        }
        return summaries
    }

    private mutating func heads(
        _ selection: String, _ condition: String, _ values: [SQLiteValue]
    ) throws(HKError) -> [(Int64, WorkoutSummary)] {
        try connection.rows(
            """
            SELECT anchor, uuid, start_date, end_date, activity_type, elapsed, is_indoor, is_simulated, time_zone,
                paused, normalized_power, functional_threshold_power
            \(selection) JOIN workout ON workout.sample = anchor
            \(condition) ORDER BY start_date, anchor
            """, values
        ) { row throws(HKError) in
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
        _ selection: String, _ condition: String, _ values: [SQLiteValue],
        into summaries: inout [WorkoutSummary], at places: [Int64: Int]
    ) throws(HKError) {
        let measures = try connection.rows(
            """
            SELECT anchor, workout_measure.type, average, minimum, maximum, sum, measured
            \(selection) JOIN workout_measure ON workout_measure.workout = anchor \(condition)
            """, values
        ) { row in
            (
                workout: row.integer(0), type: row.integer(1),
                measure: WorkoutSummary.Measure(
                    average: row.optionalReal(2), minimum: row.optionalReal(3), maximum: row.optionalReal(4),
                    sum: row.optionalReal(5), measuredDuration: row.integer(6))
            )
        }
        for (workout, type, measure) in measures {
            guard let place = places[workout] else { continue }
            summaries[place].measures[try quantityType(type)] = measure
        }
    }

    private mutating func quantityType(_ row: Int64) throws(HKError) -> HKQuantityType {
        if let known = types[row] { return known }
        let identifier = try connection.rows(
            "SELECT identifier FROM sample_type WHERE id = ?", [.integer(row)]
        ) { $0.text(0) }.first
        guard let identifier else { throw connection.damaged("the type of a measure is missing") }
        let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
        types[row] = type
        return type
    }

    private mutating func readZones(
        _ selection: String, _ condition: String, _ values: [SQLiteValue],
        into summaries: inout [WorkoutSummary], at places: [Int64: Int]
    ) throws(HKError) {
        let zones = try connection.rows(
            """
            SELECT anchor, quantity_type, source, boundaries
            \(selection) JOIN workout_zones ON workout_zones.workout = anchor \(condition)
            """, values
        ) { row in (workout: row.integer(0), columns: [row.text(1), row.text(2), row.text(3)]) }
        for (workout, columns) in zones {
            guard let place = places[workout] else { continue }
            let configuration: HKWorkoutZoneConfiguration
            if let known = configurations[columns] {
                configuration = known
            } else {
                configuration = try connection.zoneConfiguration(
                    HKQuantityType(HKQuantityTypeIdentifier(rawValue: columns[0])), source: columns[1],
                    boundaries: columns[2])
                configurations[columns] = configuration
            }
            summaries[place].zoneConfigurations[configuration.quantityType] = configuration
        }
    }

    private func readDistributions(
        _ selection: String, _ condition: String, _ values: [SQLiteValue],
        into summaries: inout [WorkoutSummary], at places: [Int64: Int]
    ) throws(HKError) {
        let distributions = try connection.rows(
            """
            SELECT anchor, heart_rate, cycling_power
            \(selection) JOIN workout_distribution ON workout_distribution.workout = anchor \(condition)
            """, values
        ) { row throws(HKError) in
            var distributions: [HKQuantityType: ValueDistribution] = [:]
            for (column, type) in zip(Int32(1)..., Self.distributedTypes) {
                guard let bytes = row.optionalBlob(column) else { continue }
                distributions[type] = try connection.column(bytes, ValueDistribution.init(stored:))
            }
            return (workout: row.integer(0), distributions: distributions)
        }
        for (workout, distributions) in distributions {
            guard let place = places[workout] else { continue }
            summaries[place].distributions = distributions
        }
    }
}
