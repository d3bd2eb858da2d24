import HealthModel

extension SQLiteConnection {
    /// Brings the tables of version 1 to version 2: riders, every series once and as few bytes.
    ///
    /// Its summaries are left out: the next step lets go of them.
    func takeSecondStep() throws(HKError) {
        try execute(HealthSchema.second)
        try moveQuantitySamples()
        try moveHeartbeatSeries()
        try moveWorkouts()
        try execute(HealthSchema.secondAfterSeries)
        try sealAll()
    }

    private func keys(_ table: String) throws(HKError) -> [Int64] {
        try rows("SELECT rowid FROM \(table) ORDER BY rowid") { $0.integer(0) }
    }

    private func moveQuantitySamples() throws(HKError) {
        try execute(
            """
            INSERT INTO new_quantity_sample SELECT sample, value, unit, series_origin, NULL FROM quantity_sample
            """)
        let withSeries = try rows("SELECT sample FROM quantity_sample WHERE series IS NOT NULL") {
            $0.integer(0)
        }
        for sample in withSeries {
            let bytes = try blob("SELECT series FROM quantity_sample WHERE sample = ?", sample)
            let column = try column(bytes, SampleColumn.init(storedFirst:))
            try run(
                "UPDATE new_quantity_sample SET series = ? WHERE sample = ?",
                [.integer(try storeSeries(column.stored)), .integer(sample)])
        }
    }

    private func moveHeartbeatSeries() throws(HKError) {
        for sample in try keys("heartbeat_series") {
            let bytes = try blob("SELECT beats FROM heartbeat_series WHERE sample = ?", sample)
            let beats = try column(bytes, StoredHeartbeats.beats(storedFirst:))
            try run(
                "INSERT INTO new_heartbeat_series (sample, series) VALUES (?, ?)",
                [.integer(sample), .integer(try storeSeries(StoredHeartbeats.bytes(of: beats)))])
        }
    }

    private func moveWorkouts() throws(HKError) {
        for workout in try keys("workout") {
            let pauses = try column(
                try blob("SELECT pauses FROM workout WHERE sample = ?", workout),
                [Range<Int64>].init(storedFirst:))
            let heartbeats = try column(
                try blob("SELECT heartbeats FROM workout WHERE sample = ?", workout),
                StoredHeartbeats.column(storedFirst:))
            try run(
                """
                INSERT INTO new_workout
                SELECT sample, activity_type, location_type, swimming_location_type, lap_length, series_start,
                    elapsed, ?, ?, ?, total_duration, total_energy_burned, total_distance
                FROM workout WHERE sample = ?
                """,
                [
                    .blob(pauses.stored), SQLiteValue(heartbeats.offsets.first),
                    SQLiteValue(try storeSeries(StoredHeartbeats.bytes(of: heartbeats))), .integer(workout),
                ])
        }
        for row in try keys("workout_column") {
            let bytes = try blob("SELECT samples FROM workout_column WHERE rowid = ?", row)
            let column = try column(bytes, SampleColumn.init(storedFirst:))
            try run(
                """
                INSERT INTO new_workout_column
                SELECT workout, quantity_type, ? FROM workout_column WHERE rowid = ?
                """, [.integer(try storeSeries(column.stored)), .integer(row)])
        }
    }

    private func blob(_ sql: String, _ key: Int64) throws(HKError) -> [UInt8] {
        try rows(sql, [.integer(key)]) { $0.blob(0) }.first ?? []
    }
}
