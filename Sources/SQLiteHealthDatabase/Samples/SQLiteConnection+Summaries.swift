import Foundation
import HealthModel
import Zlib

extension SQLiteConnection {
    /// Stores the summary of a rider's workout, whose own tables are written.
    func insert(
        _ summary: WorkoutSummary, of workout: Int64, ofRider rider: Int64
    ) throws(HKError) {
        var distributionChecksum: Int64 = 0
        if !summary.distributions.isEmpty {
            try run(
                "INSERT INTO workout_distribution (workout, heart_rate, cycling_power) VALUES (?, ?, ?)",
                [.integer(workout)]
                    + SummaryReader.distributedTypes.map { type in
                        summary.distributions[type].map { .blob($0.stored) } ?? .null
                    })
            distributionChecksum =
                try rows(
                    "SELECT \(SummaryReader.distributionColumns) FROM workout_distribution WHERE workout = ?",
                    [.integer(workout)]
                ) { $0.checksum }.first ?? 0
        }
        let measures = summary.measures.sorted { $0.key.identifier < $1.key.identifier }
        let zones = summary.zoneConfigurations.values.map(StoredZones.init).sorted {
            $0.quantityType < $1.quantityType
        }
        try run(
            """
            INSERT INTO workout_summary (workout, rider, uuid, start_date, end_date, activity_type, is_indoor,
                is_simulated, time_zone, elapsed, paused, normalized_power, functional_threshold_power, layout,
                measures, distribution_checksum, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """,
            [
                .integer(workout), .integer(rider), SQLiteValue(summary.uuid), SQLiteValue(summary.start),
                SQLiteValue(summary.end), .integer(Int64(summary.activityType.rawValue)),
                SQLiteValue(summary.isIndoor.map { $0 ? 1 : 0 as Int64 }),
                .integer(summary.isSimulated ? 1 : 0), SQLiteValue(summary.timeZone?.identifier),
                .integer(summary.elapsed), .integer(summary.paused), SQLiteValue(summary.normalizedPower),
                SQLiteValue(summary.functionalThresholdPower),
                .integer(try storeLayout(of: measures.map(\.key), zones)),
                .blob(measures.map(\.value).stored), .integer(distributionChecksum),
            ])
        try noteChecksum(of: SummaryReader.columns, in: "workout_summary", row: workout)
    }

    /// Stores what summaries share unless it is stored, and gives its row.
    private func storeLayout(of types: [HKQuantityType], _ zones: [StoredZones]) throws(HKError) -> Int64 {
        let types = try JSONText.text(types.map(\.identifier))
        let zones = try JSONText.text(zones)
        let values: [SQLiteValue] = [
            .integer(Int64(CRC32.checksum([UInt8]((types + zones).utf8)))), .text(types), .text(zones),
        ]
        // One that is not as it was written is nobody's.
        let same = try rows(
            """
            SELECT \(SummaryReader.layoutColumns) FROM summary_layout WHERE digest = ? AND types = ? AND zones = ?
            """, values
        ) { $0.integer(4) == $0.checksumBeforeLast ? $0.integer(0) : nil }
        if let same = same.compactMap(\.self).first { return same }
        try run("INSERT INTO summary_layout (digest, types, zones, checksum) VALUES (?, ?, ?, 0)", values)
        let layout = lastInsertedRow
        try noteChecksum(of: SummaryReader.layoutColumns, in: "summary_layout", row: layout)
        return layout
    }

    /// Notes in a row that was written the checksum of some columns, of which the last is its place.
    private func noteChecksum(of columns: String, in table: String, row: Int64) throws(HKError) {
        let checksum = try rows("SELECT \(columns) FROM \(table) WHERE rowid = ?", [.integer(row)]) {
            $0.checksumBeforeLast
        }
        try run(
            "UPDATE \(table) SET checksum = ? WHERE rowid = ?",
            [SQLiteValue(checksum.first), .integer(row)])
    }

    /// Takes away what is stored of a workout's summary, and stores another in its place.
    func replaceSummary(
        of workout: Int64, ofRider rider: Int64, by summary: WorkoutSummary
    ) throws(HKError) {
        for table in ["workout_summary", "workout_distribution"] {
            try run("DELETE FROM \(table) WHERE workout = ?", [.integer(workout)])
        }
        try insert(summary, of: workout, ofRider: rider)
    }

    /// Works out all summaries, one workout in memory at a time; a workout that is damaged is left without.
    func rebuildSummaries() throws(HKError) {
        try execute(
            "DELETE FROM workout_summary; DELETE FROM summary_layout; DELETE FROM workout_distribution")
        for rider in try rows("SELECT id FROM rider", [], { $0.integer(0) }) {
            var reader = SampleReader(self, of: rider)
            for anchor in try workouts(ofRider: rider) {
                let workout = try unlessDamaged { () throws(HKError) in try reader.workout(at: anchor) }
                guard let workout = workout.value.flatMap(\.self) else { continue }
                try insert(WorkoutSummary(workout), of: anchor, ofRider: rider)
            }
        }
    }

    /// Where a rider's workouts are stored.
    func workouts(ofRider rider: Int64) throws(HKError) -> [Int64] {
        try rows(
            """
            SELECT anchor FROM sample WHERE rider = ?
                AND type = (SELECT id FROM sample_type NOT INDEXED WHERE identifier = ?)
            ORDER BY anchor
            """, [.integer(rider), .text(HKSampleType.workoutType().identifier)]
        ) { $0.integer(0) }
    }
}
