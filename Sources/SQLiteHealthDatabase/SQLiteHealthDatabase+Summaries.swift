package import Foundation
package import HealthModel

extension SQLiteHealthDatabase {
    package func workoutSummaries(
        startingIn dates: DateInterval?, withDistributions: Bool
    ) throws(HKError) -> [WorkoutSummary] {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.read) { () throws(HKError) in
                var reader = SummaryReader(connection, of: try connection.row(ofRider: rider))
                return try reader.summaries(startingIn: dates, withDistributions: withDistributions)
            }
        }
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
