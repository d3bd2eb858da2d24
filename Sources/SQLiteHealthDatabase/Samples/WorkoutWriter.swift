import Foundation
import HealthModel

/// Writes the tables of one workout, whose row among the samples is there.
struct WorkoutWriter {
    let connection: SQLiteConnection
    /// The anchor of the workout.
    let row: Int64

    func insert(_ workout: HKWorkout) throws(HKError) {
        let series = workout.series
        try connection.run(
            """
            INSERT INTO workout (sample, activity_type, location_type, swimming_location_type, lap_length,
                series_start, elapsed, pauses, first_heartbeat, heartbeats, total_duration, total_energy_burned,
                total_distance)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.integer(row)] + (try values(of: workout.workoutConfiguration)) + [
                SQLiteValue(series.start), .integer(series.elapsed), .blob(series.pauses.stored),
                SQLiteValue(series.heartbeats.offsets.first),
                SQLiteValue(try connection.storeSeries(StoredHeartbeats.bytes(of: series.heartbeats))),
                SQLiteValue(workout.totals.duration),
                try .quantity(workout.totals.energyBurned), try .quantity(workout.totals.distance),
            ])
        for (type, column) in series.columns {
            try connection.run(
                "INSERT INTO workout_column (workout, quantity_type, series) VALUES (?, ?, ?)",
                [
                    .integer(row), .text(type.identifier),
                    .integer(try connection.storeSeries(column.stored)),
                ])
        }
        for configuration in workout.zoneConfigurations.values { try insert(configuration) }
        try insert(workout.workoutEvents ?? [], of: nil)
        for (position, activity) in workout.workoutActivities.enumerated() {
            try insert(activity, at: Int64(position))
        }
        for (position, sensor) in workout.sensors.enumerated() { try insert(sensor, at: Int64(position)) }
    }

    private func values(of configuration: HKWorkoutConfiguration) throws(HKError) -> [SQLiteValue] {
        [
            .integer(Int64(configuration.activityType.rawValue)),
            SQLiteValue(configuration.locationType.rawValue),
            SQLiteValue(configuration.swimmingLocationType.rawValue),
            try .quantity(configuration.lapLength),
        ]
    }

    private func insert(_ configuration: HKWorkoutZoneConfiguration) throws(HKError) {
        let zones = StoredZones(configuration)
        try connection.run(
            "INSERT INTO workout_zones (workout, quantity_type, source, boundaries) VALUES (?, ?, ?, ?)",
            [
                .integer(row), .text(zones.quantityType), .text(zones.source.rawValue),
                .text(try JSONText.text(zones.boundaries)),
            ])
    }

    private func insert(_ activity: HKWorkoutActivity, at position: Int64) throws(HKError) {
        try connection.run(
            """
            INSERT INTO workout_activity (workout, position, uuid, activity_type, location_type,
                swimming_location_type, lap_length, start_date, end_date, metadata, measured_from, measured_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.integer(row), .integer(position), SQLiteValue(activity.uuid)]
                + (try values(of: activity.workoutConfiguration)) + [
                    SQLiteValue(activity.startDate), activity.endDate.map { SQLiteValue($0) } ?? .null,
                    try .metadata(activity.metadata), SQLiteValue(activity.measured?.interval.lowerBound),
                    SQLiteValue(activity.measured?.interval.upperBound),
                ])
        try insert(activity.workoutEvents, of: position)
    }

    private func insert(_ events: [HKWorkoutEvent], of activity: Int64?) throws(HKError) {
        for event in events {
            try connection.run(
                """
                INSERT INTO workout_event (workout, activity, type, start_date, duration, metadata)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(row), SQLiteValue(activity), SQLiteValue(event.type.rawValue),
                    SQLiteValue(event.dateInterval.start), .real(event.dateInterval.duration),
                    try .metadata(event.metadata),
                ])
        }
    }

    private func insert(_ sensor: WorkoutSensor, at position: Int64) throws(HKError) {
        try connection.run(
            """
            INSERT INTO workout_sensor (workout, position, address, name, manufacturer, model, serial, firmware,
                body_location, battery_percent, provides)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.integer(row), .integer(position)] + (try SQLiteValue.values(of: sensor)))
    }
}
