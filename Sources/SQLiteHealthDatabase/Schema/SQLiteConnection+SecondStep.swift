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
            let series = movedSeries(bytes, SampleColumn.init(storedFirst:)) { $0.stored }
            try run(
                "UPDATE new_quantity_sample SET series = ? WHERE sample = ?",
                [SQLiteValue(try storeSeries(series)), .integer(sample)])
        }
    }

    private func moveHeartbeatSeries() throws(HKError) {
        for sample in try keys("heartbeat_series") {
            let bytes = try blob("SELECT beats FROM heartbeat_series WHERE sample = ?", sample)
            let series = movedSeries(bytes, StoredHeartbeats.beats(storedFirst:)) {
                StoredHeartbeats.bytes(of: $0)
            }
            try run(
                "INSERT INTO new_heartbeat_series (sample, series) VALUES (?, ?)",
                [.integer(sample), SQLiteValue(try storeSeries(series))])
        }
    }

    private func moveWorkouts() throws(HKError) {
        for workout in try keys("workout") {
            let pauses = movedSeries(
                try blob("SELECT pauses FROM workout WHERE sample = ?", workout),
                [Range<Int64>].init(storedFirst:)
            ) { $0.stored }
            var firstHeartbeat: Int64? = 0
            let heartbeats = movedSeries(
                try blob("SELECT heartbeats FROM workout WHERE sample = ?", workout),
                StoredHeartbeats.column(storedFirst:)
            ) {
                firstHeartbeat = $0.offsets.first
                return StoredHeartbeats.bytes(of: $0)
            }
            try run(
                """
                INSERT INTO new_workout
                SELECT sample, activity_type, location_type, swimming_location_type, lap_length, series_start,
                    elapsed, ?, ?, ?, total_duration, total_energy_burned, total_distance
                FROM workout WHERE sample = ?
                """,
                [
                    .blob(pauses ?? []), SQLiteValue(firstHeartbeat),
                    SQLiteValue(try storeSeries(heartbeats)), .integer(workout),
                ])
        }
        for row in try keys("workout_column") {
            let bytes = try blob("SELECT samples FROM workout_column WHERE rowid = ?", row)
            let series = movedSeries(bytes, SampleColumn.init(storedFirst:)) { $0.stored }
            try run(
                """
                INSERT INTO new_workout_column
                SELECT workout, quantity_type, ? FROM workout_column WHERE rowid = ?
                """, [SQLiteValue(try storeSeries(series)), .integer(row)])
        }
    }

    /// The bytes of a series as version 2 has them.
    ///
    /// Those of a damaged one are taken along as they are, which is no layout of version 2: whoever reads them finds them
    /// damaged, and all else of the file can be used.
    private func movedSeries<Series>(
        _ bytes: [UInt8], _ read: ([UInt8]) throws(ColumnReader.Fault) -> Series,
        _ write: (Series) -> [UInt8]?
    ) -> [UInt8]? {
        do throws(ColumnReader.Fault) {
            return write(try read(bytes))
        } catch {
            return bytes
        }
    }

    private func blob(_ sql: String, _ key: Int64) throws(HKError) -> [UInt8] {
        try rows(sql, [.integer(key)]) { $0.blob(0) }.first ?? []
    }
}
