import Foundation
import HealthModel

/// Reads the tables of one workout.
struct WorkoutReader {
    let connection: SQLiteConnection
    /// The anchor of the workout.
    let row: Int64

    private struct Base {
        let configuration: HKWorkoutConfiguration
        let series: WorkoutSeries
        let totals: WorkoutTotals
    }

    func workout(
        uuid: UUID, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
    ) throws(HKError) -> HKWorkout {
        guard let base = try base() else { throw connection.damaged("the workout \(uuid) is not whole") }
        var series = base.series
        series.columns = try columns()
        let zones = try zoneConfigurations()
        let events = try events()
        return HKWorkout(
            uuid: uuid, configuration: base.configuration, start: start, end: end, device: device,
            metadata: metadata, events: events[nil] ?? [],
            activities: try activities(of: series, zones, events), series: series,
            zoneConfigurations: zones, sensors: try sensors(), totals: base.totals)
    }

    private func base() throws(HKError) -> Base? {
        try connection.rows(
            """
            SELECT activity_type, location_type, swimming_location_type, lap_length, series_start, elapsed, pauses,
                first_heartbeat, content, total_duration, total_energy_burned, total_distance
            FROM workout LEFT JOIN series ON id = heartbeats WHERE sample = ?
            """, [.integer(row)]
        ) { row throws(HKError) in
            let start = row.date(4)
            let elapsed = row.integer(5)
            guard start.isOrdinary, (0...WorkoutTime.limit).contains(elapsed) else {
                throw connection.damaged("a workout lasts \(elapsed) ns from \(start.text)")
            }
            var heartbeats = HeartbeatColumn()
            if let first = row.optionalInteger(7) {
                heartbeats = try connection.column(row.blob(8)) { bytes throws(ColumnReader.Fault) in
                    try StoredHeartbeats.column(stored: bytes, from: first)
                }
            }
            return Base(
                configuration: try configuration(row, from: 0),
                series: WorkoutSeries(
                    start: start,
                    heartbeats: heartbeats,
                    pauses: try connection.column(row.blob(6), [Range<Int64>].init(stored:)),
                    elapsed: elapsed),
                totals: WorkoutTotals(
                    duration: row.optionalReal(9),
                    energyBurned: try connection.quantity(row.optionalText(10)),
                    distance: try connection.quantity(row.optionalText(11))))
        }.first
    }

    private func configuration(
        _ row: SQLiteStatement, from column: Int32
    ) throws(HKError) -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        guard
            let activity = UInt(exactly: row.integer(column)).flatMap(
                HKWorkoutActivityType.init(rawValue:)),
            let location = HKWorkoutSessionLocationType(rawValue: Int(row.integer(column + 1))),
            let swimming = HKWorkoutSwimmingLocationType(rawValue: Int(row.integer(column + 2)))
        else {
            throw connection.damaged("a workout is of no known activity or place")
        }
        configuration.activityType = activity
        configuration.locationType = location
        configuration.swimmingLocationType = swimming
        configuration.lapLength = try connection.quantity(row.optionalText(column + 3))
        return configuration
    }

    private func columns() throws(HKError) -> [HKQuantityType: SampleColumn] {
        let columns = try connection.rows(
            "SELECT quantity_type, content FROM workout_column LEFT JOIN series ON id = series WHERE workout = ?",
            [.integer(row)]
        ) { row throws(HKError) in
            (quantityType(row.text(0)), try connection.column(row.blob(1), SampleColumn.init(stored:)))
        }
        return Dictionary(columns) { first, _ in first }
    }

    private func zoneConfigurations() throws(HKError) -> [HKQuantityType: HKWorkoutZoneConfiguration] {
        let configurations = try connection.rows(
            "SELECT quantity_type, source, boundaries FROM workout_zones WHERE workout = ?", [.integer(row)]
        ) { row throws(HKError) in
            guard let source = StoredZones.Source(rawValue: row.text(1)) else {
                throw connection.damaged("zones come from \"\(row.text(1))\"")
            }
            return try connection.configuration(
                StoredZones(
                    quantityType: row.text(0), source: source,
                    boundaries: try connection.value([StoredQuantity].self, of: row.text(2))))
        }
        return Dictionary(configurations.map { ($0.quantityType, $0) }) { first, _ in first }
    }

    /// The events of each activity; those under nil are the workout's own.
    private func events() throws(HKError) -> [Int64?: [HKWorkoutEvent]] {
        let events = try connection.rows(
            "SELECT activity, type, start_date, duration, metadata FROM workout_event WHERE workout = ? ORDER BY id",
            [.integer(row)]
        ) { row throws(HKError) in
            let start = row.date(2)
            let duration = row.real(3)
            guard let type = HKWorkoutEventType(rawValue: Int(row.integer(1))), start.isOrdinary,
                duration.isFinite, duration >= 0
            else { throw connection.damaged("an event of a workout is not valid") }
            return (
                activity: row.optionalInteger(0),
                event: HKWorkoutEvent(
                    type: type, dateInterval: DateInterval(start: start, duration: duration),
                    metadata: try connection.metadata(row.optionalText(4)))
            )
        }
        return Dictionary(grouping: events, by: \.activity).mapValues { $0.map(\.event) }
    }

    private func activities(
        of series: WorkoutSeries, _ zones: [HKQuantityType: HKWorkoutZoneConfiguration],
        _ events: [Int64?: [HKWorkoutEvent]]
    ) throws(HKError) -> [HKWorkoutActivity] {
        try connection.rows(
            """
            SELECT position, uuid, activity_type, location_type, swimming_location_type, lap_length, start_date,
                end_date, metadata, measured_from, measured_until
            FROM workout_activity WHERE workout = ? ORDER BY position
            """, [.integer(row)]
        ) { row throws(HKError) in
            var measured: MeasuredPart?
            if let lower = row.optionalInteger(9), let upper = row.optionalInteger(10) {
                guard lower <= upper else { throw connection.damaged("an activity ends before it starts") }
                measured = MeasuredPart(of: series, within: lower..<upper, zoneConfigurations: zones)
            }
            return HKWorkoutActivity(
                uuid: try row.uuid(1), workoutConfiguration: try configuration(row, from: 2),
                start: row.date(6), end: row.isNull(7) ? nil : row.date(7),
                metadata: try connection.metadata(row.optionalText(8)),
                events: events[row.integer(0)] ?? [], measured: measured)
        }
    }

    private func sensors() throws(HKError) -> [WorkoutSensor] {
        try connection.rows(
            """
            SELECT address, name, manufacturer, model, serial, firmware, body_location, battery_percent, provides
            FROM workout_sensor WHERE workout = ? ORDER BY position
            """, [.integer(row)]
        ) { row throws(HKError) in try connection.sensor(row, from: 0) }
    }

    private func quantityType(_ identifier: String) -> HKQuantityType {
        HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
    }
}
