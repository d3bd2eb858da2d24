import Foundation
import HealthModel

extension SQLiteConnection {
    /// Stores the summary of a workout, whose own tables are written.
    func insert(_ summary: WorkoutSummary, of workout: Int64) throws(HKError) {
        try run(
            """
            INSERT INTO workout_summary (workout, is_indoor, is_simulated, time_zone, paused, normalized_power,
                functional_threshold_power, distribution_checksum, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)
            """,
            [
                .integer(workout), SQLiteValue(summary.isIndoor.map { $0 ? 1 : 0 as Int64 }),
                .integer(summary.isSimulated ? 1 : 0), SQLiteValue(summary.timeZone?.identifier),
                .integer(summary.paused), SQLiteValue(summary.normalizedPower),
                SQLiteValue(summary.functionalThresholdPower),
            ])
        for (type, measure) in summary.measures {
            try run(
                """
                INSERT INTO workout_measure (workout, type, average, minimum, maximum, sum, measured)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(workout), .integer(try storeType(type, .quantity)), SQLiteValue(measure.average),
                    SQLiteValue(measure.minimum), SQLiteValue(measure.maximum), SQLiteValue(measure.sum),
                    .integer(measure.measuredDuration),
                ])
        }
        if !summary.distributions.isEmpty {
            try run(
                "INSERT INTO workout_distribution (workout, heart_rate, cycling_power) VALUES (?, ?, ?)",
                [.integer(workout)]
                    + SummaryReader.distributedTypes.map { type in
                        summary.distributions[type].map { .blob($0.stored) } ?? .null
                    })
        }
        let distributions = SummaryReader.distributions("WHERE anchor = ?")
        for checksum in try rows(distributions, [.integer(workout)], { $0.checksum }) {
            try run(
                "UPDATE workout_summary SET distribution_checksum = ? WHERE workout = ?",
                [.integer(checksum), .integer(workout)])
        }
        try run(
            "UPDATE workout_summary SET checksum = ? WHERE workout = ?",
            [.integer(try SummaryReader.checksum(of: workout, in: self)), .integer(workout)])
    }
}
