package import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    package func workoutSummaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> [WorkoutSummary] {
        let overview = try workoutOverview(startingIn: dates, withDistributions: withDistributions)
        if let damaged = overview.damaged.first { throw damaged.error }
        return overview.summaries
    }

    /// Sums up the stored workouts as far as they can be read, and names those that are damaged.
    ///
    /// A summary that is missing or not as it was written is worked out anew from its workout, and stored if that can be.
    package func workoutOverview(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> WorkoutOverview {
        try withConnection { connection throws(HKError) in
            let rider = try connection.row(ofRider: rider)
            let found = try connection.transaction(.read) { () throws(HKError) in
                var reader = SummaryReader(connection, of: rider)
                return try connection.unlessDamaged { () throws(HKError) in
                    try reader.summaries(startingIn: dates, withDistributions: withDistributions)
                }
            }
            if let summaries = found.value { return WorkoutOverview(summaries: summaries) }
            var mender = SummaryMender(connection, of: rider)
            let overview = try connection.transaction(.read) { () throws(HKError) in
                try mender.overview(startingIn: dates, withDistributions: withDistributions)
            }
            // Where nothing can be written the answer is the same.
            if !mender.mended.isEmpty { try? connection.store(mender.mended, ofRider: rider) }
            return overview
        }
    }

    package func damage(ofWorkout uuid: UUID) throws(HKError) -> DamagedWorkout? {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.read) { () throws(HKError) in
                let rider = try connection.row(ofRider: rider)
                var anchor = try connection.anchor(of: uuid, of: rider)
                if anchor == nil {
                    anchor = try connection.rows(
                        "SELECT workout FROM workout_summary WHERE rider = ? AND uuid = ?",
                        [.integer(rider), SQLiteValue(uuid)]
                    ) { $0.integer(0) }.first
                }
                guard let anchor else { return nil }
                var mender = SummaryMender(connection, of: rider)
                return try mender.damage(at: anchor)
            }
        }
    }

    package func removeDamaged(_ workout: DamagedWorkout) throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                let row = try connection.row(ofRider: rider)
                let anchor = Int64(workout.anchor)
                var mender = SummaryMender(connection, of: row)
                guard try mender.damage(at: anchor) != nil else { return }
                var writer = try SampleWriter(connection, of: rider)
                if let uuid = workout.uuid {
                    for sample in try connection.damagedSamples(relatedTo: uuid, of: row) {
                        try writer.remove(sample)
                    }
                }
                try writer.remove(anchor)
                // What does not hang on a sample any more does not go with it.
                for table in ["workout_summary", "workout_distribution"] {
                    try connection.run("DELETE FROM \(table) WHERE workout = ?", [.integer(anchor)])
                }
                try connection.run("DELETE FROM workout WHERE sample = ?", [.integer(anchor)])
            }
        }
        changes.publish([.workoutType()])
    }

    /// Works out the summaries of all riders' workouts anew, in one step: they follow from what is stored.
    ///
    /// - Throws: `errorDatabaseInaccessible` if the file cannot be used; then the old ones stay.
    package func rebuildSummaries() throws(HKError) {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in try connection.rebuildSummaries() }
        }
    }
}

extension SQLiteConnection {
    /// Stores summaries that were worked out anew, unless the pages of the file are damaged: who writes to it then
    /// may damage more.
    fileprivate func store(
        _ summaries: [Int64: WorkoutSummary], ofRider rider: Int64
    ) throws(HKError) {
        try transaction(.write) { () throws(HKError) in
            let findings = try rows("PRAGMA quick_check(1)") { $0.text(0) }
            if let finding = findings.first(where: { $0 != "ok" }) { throw damaged(finding) }
            // A row that has changed is not where its index says.
            try execute("REINDEX workout_summary")
            try execute(
                "DELETE FROM workout_distribution WHERE workout NOT IN (SELECT sample FROM workout)")
            for (workout, summary) in summaries.sorted(by: { $0.key < $1.key }) {
                try replaceSummary(of: workout, ofRider: rider, by: summary)
            }
        }
    }

    /// Where those samples are stored that are related to a workout and not as they were written.
    fileprivate func damagedSamples(
        relatedTo workout: UUID, of rider: Int64
    ) throws(HKError) -> [Int64] {
        let related = try rows(
            "SELECT anchor FROM workout_relation JOIN sample ON anchor = sample WHERE workout = ? AND rider = ?",
            [SQLiteValue(workout), .integer(rider)]
        ) { $0.integer(0) }
        var reader = SampleReader(self, of: rider)
        var found: [Int64] = []
        for anchor in related {
            let check = try unlessDamaged { () throws(HKError) in try reader.checkSample(at: anchor) }
            if check.damage != nil { found.append(anchor) }
        }
        return found
    }
}
