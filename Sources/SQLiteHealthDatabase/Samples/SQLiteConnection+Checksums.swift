import HealthModel

/// Checksums over the rows of samples and summaries, because SQLite has none over its pages.
///
/// A bit that the disk has turned is an error of the call that reads it, and never another heart rate. What is not there
/// any more at all, a whole-file check finds. Small tables of names are read without their index for the same reason: an
/// index may lead to another row than the one that has the name.
extension SQLiteConnection {
    /// Notes the checksum of a sample whose rows are all written.
    func seal(_ sample: Int64, of rider: Int64, _ type: Int64, _ kind: SampleKind) throws(HKError) {
        try run(
            "UPDATE sample SET checksum = ? WHERE anchor = ?",
            [.integer(try checksum(of: sample, of: rider, type, kind)), .integer(sample)])
    }

    /// Works out the checksum of a sample from its rows; the order of the rows of a table does not matter.
    ///
    /// It is another one if the sample is not of the rider and the type by which an index has found it.
    func checksum(
        of sample: Int64, of rider: Int64, _ type: Int64, _ kind: SampleKind
    ) throws(HKError) -> Int64 {
        let head = """
            SELECT rider.name, uuid, sample_type.*, start_date, end_date, source_revision.*, device.*, metadata,
                sync_identifier, sync_version
            FROM sample JOIN rider ON rider.id = sample.rider JOIN sample_type ON sample_type.id = sample.type
                JOIN source_revision ON source_revision.id = sample.source_revision
                LEFT JOIN device ON device.id = sample.device
            WHERE anchor = ? AND sample.rider = ? AND sample.type = ?
            """
        let parts: [String] =
            switch kind {
            case .quantity: [withDigest("quantity_sample", "series", key: "sample")]
            case .category: ["SELECT * FROM category_sample WHERE sample = ?"]
            case .heartbeats: [withDigest("heartbeat_series", "series", key: "sample")]
            case .workout:
                [
                    withDigest("workout", "heartbeats", key: "sample"),
                    withDigest("workout_column", "series", key: "workout"),
                ]
                    + ["zones", "activity", "event", "sensor"].map {
                        "SELECT '\($0)', * FROM workout_\($0) WHERE workout = ?"
                    }
            }
        var sum: Int64 = 0
        for checksum in try rows(head, [.integer(sample), .integer(rider), .integer(type)], { $0.checksum }) {
            sum &+= checksum
        }
        for query in parts {
            for checksum in try rows(query, [.integer(sample)], { $0.checksum }) { sum &+= checksum }
        }
        return sum
    }

    /// Asks for the rows of a table with the digest of the series that each refers to.
    private func withDigest(_ table: String, _ series: String, key: String) -> String {
        """
        SELECT \(table).*, digest FROM \(table) LEFT JOIN series ON series.id = \(table).\(series)
        WHERE \(key) = ?
        """
    }

    /// Notes the checksums of all samples.
    func sealAll() throws(HKError) {
        for sample in try sealedSamples() {
            try seal(sample.anchor, of: sample.rider, sample.type, sample.kind)
        }
    }

    /// A sample that is not as it was written, or nil.
    func sampleFinding() throws(HKError) -> String? {
        for sample in try sealedSamples() {
            let checksum = try checksum(of: sample.anchor, of: sample.rider, sample.type, sample.kind)
            guard checksum == sample.checksum else {
                return "the sample \(sample.anchor) is not as it was written"
            }
        }
        return nil
    }

    /// What the checksum of a sample needs, and the one that is noted.
    private struct SealedSample {
        let anchor: Int64
        let rider: Int64
        let type: Int64
        let kind: SampleKind
        let checksum: Int64
    }

    private func sealedSamples() throws(HKError) -> [SealedSample] {
        try rows("SELECT anchor, rider, type, kind, checksum FROM sample JOIN sample_type ON id = type") {
            row throws(HKError) in
            guard let kind = SampleKind(rawValue: row.text(3)) else {
                throw damaged("a type of samples is of no known kind")
            }
            return SealedSample(
                anchor: row.integer(0), rider: row.integer(1), type: row.integer(2), kind: kind,
                checksum: row.integer(4))
        }
    }
}
