import Foundation
import HealthModel

extension SampleBounds {
    /// What must hold of a row of the table of samples, and the values for it in their order.
    var condition: (sql: String, values: [SQLiteValue]) {
        var parts = ["TRUE"]
        var values: [SQLiteValue] = []
        // Only where something is bounded, so that SQLite takes the index that narrows most.
        for (part, bound) in [
            ("start_date >= ?", earliestStart), ("start_date < ?", startLimit),
            ("end_date >= ?", earliestEnd),
            ("end_date <= ?", latestEnd),
        ] where !bound.isInfinite {
            parts.append(part)
            values.append(.real(bound))
        }
        if let uuids {
            // One value for however many there are, so that there is one statement for all numbers.
            parts.append(
                """
                uuid IN (
                    WITH RECURSIVE place (start) AS (
                        SELECT 1 WHERE length(?) > 0
                        UNION ALL SELECT start + 16 FROM place WHERE start + 16 < length(?)
                    ) SELECT substr(?, start, 16) FROM place)
                """)
            let bytes = uuids.flatMap { uuid in withUnsafeBytes(of: uuid.uuid) { Array($0) } }
            values += [.blob(bytes), .blob(bytes), .blob(bytes)]
        }
        for workout in workouts {
            parts.append("anchor IN (SELECT sample FROM workout_relation WHERE workout = ?)")
            values.append(SQLiteValue(workout))
        }
        return (parts.joined(separator: " AND "), values)
    }
}
