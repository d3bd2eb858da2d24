package import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    package func insert(_ samples: [HKSample], savedBy revision: HKSourceRevision) throws(HKError) {
        // Before anything is opened or locked.
        for sample in samples { _ = try SyncVersion(sample.metadata) }
        let inserted = try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                var writer = try SampleWriter(connection, of: rider)
                return try writer.insert(samples, savedBy: revision)
            }
        }
        HKObject.setProvenance(of: inserted, revision: revision)
        changes.publish(Set(inserted.map(\.sampleType)))
    }

    package func relate(_ samples: [UUID], toWorkout workout: UUID) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                let rider = try connection.row(ofRider: rider)
                for sample in samples {
                    try connection.run(
                        """
                        INSERT INTO workout_relation (sample, workout)
                        SELECT anchor, ? FROM sample WHERE uuid = ? AND rider = ?
                        ON CONFLICT DO NOTHING
                        """, [SQLiteValue(workout), SQLiteValue(sample), .integer(rider)])
                }
            }
        }
    }

    package func remove(_ samples: [HKSample]) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                var writer = try SampleWriter(connection, of: rider)
                try writer.remove(samples)
            }
        }
        changes.publish(Set(samples.map(\.sampleType)))
    }

    package func samples(_ request: SampleRequest) throws(HKError) -> SampleBatch {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.read) { () throws(HKError) in
                var reader = SampleReader(connection, of: try connection.row(ofRider: rider))
                return try reader.samples(request)
            }
        }
    }

    package func sampleTypes() throws(HKError) -> Set<HKSampleType> {
        try withConnection { connection throws(HKError) in
            let types = try connection.rows(
                """
                SELECT identifier, kind FROM sample_type
                WHERE EXISTS (SELECT 1 FROM sample WHERE rider = ? AND type = sample_type.id)
                """, [.integer(try connection.row(ofRider: rider))]
            ) { row throws(HKError) in
                guard let kind = SampleKind(rawValue: row.text(1)) else {
                    throw connection.damaged("\(row.text(0)) is of no known kind")
                }
                return kind.type(row.text(0))
            }
            return Set(types)
        }
    }

    package func sampleCounts(startingIn dates: DateInterval?) throws(HKError) -> [HKSampleType: Int] {
        let bounds = dates.map(SampleBounds.init(startingIn:)) ?? SampleBounds()
        return try withConnection { connection throws(HKError) in
            let counts = try connection.rows(
                """
                SELECT identifier, kind, (
                    SELECT count(*) FROM sample
                    WHERE rider = ? AND type = sample_type.id AND start_date >= ? AND start_date < ?)
                FROM sample_type
                """,
                [
                    .integer(try connection.row(ofRider: rider)), .real(bounds.earliestStart),
                    .real(bounds.startLimit),
                ]
            ) { row throws(HKError) in
                guard let kind = SampleKind(rawValue: row.text(1)) else {
                    throw connection.damaged("\(row.text(0)) is of no known kind")
                }
                return (type: kind.type(row.text(0)), count: Int(row.integer(2)))
            }
            return Dictionary(counts.filter { $0.count > 0 }.map { ($0.type, $0.count) }) { $0 + $1 }
        }
    }
}
