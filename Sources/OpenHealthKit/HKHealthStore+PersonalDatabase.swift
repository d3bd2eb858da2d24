import Foundation
public import HealthModel
import SQLiteHealthDatabase

extension HKHealthStore {
    /// Opens the person's health database as a client of a name; without one, as a client of this process's name.
    ///
    /// The database is the file `pulsewatt/health.sqlite` in `$XDG_DATA_HOME` (`~/.local/share` if that is not set).
    /// It is opened, and made if it is not there, at the first call that needs it. A file that cannot be used is an
    /// `HKError` with `errorDatabaseInaccessible` from that call.
    public convenience init(client: String = ProcessInfo.processInfo.processName) {
        self.init(client: client, database: PersonalDatabase.current)
    }
}

/// The database of a program that names none.
package enum PersonalDatabase {
    /// The person's own, one for the process; a test puts another in its place.
    @TaskLocal package static var current: any HealthDatabase = SQLiteHealthDatabase(
        path: SQLiteHealthDatabase.personalFile)
}
