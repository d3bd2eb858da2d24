import Foundation
package import HealthModel

/// One rider's health database in an SQLite file, which holds several riders and which several processes may use.
///
/// The file is opened at the first call, and made if it is not there; what hinders that is thrown from the call, and
/// the next call tries again. What was stored is on the disk when the call returns. Other processes see changes when
/// they ask; `changes` tells only of those made through this object.
package final class SQLiteHealthDatabase: HealthDatabase {
    /// The file.
    package let path: String
    /// Whose samples, characteristics, zones and grants these are.
    package let rider: String
    package let accessPolicy: AccessPolicy
    package let changes = DatabaseChanges()
    private let busyTimeout: Duration
    private let opened = ObservedMutex<SQLiteConnection?>(nil)

    /// Makes a database of a file, which is not touched before it is used.
    ///
    /// - Parameters:
    ///   - path: the file; its directories are made too.
    ///   - rider: the name of the rider, who is made at the first change.
    ///   - accessPolicy: what happens when a client asks for permission.
    ///   - busyTimeout: how long a call waits for another process that is writing.
    package init(
        path: String, rider: String = defaultRider, accessPolicy: AccessPolicy = .askPerson,
        busyTimeout: Duration = .seconds(5)
    ) {
        // SQLite gives short names a meaning of their own; an absolute path is always a file.
        self.path = path.isEmpty ? path : URL(fileURLWithPath: path).path
        self.rider = rider
        self.accessPolicy = accessPolicy
        self.busyTimeout = busyTimeout
    }

    /// Does something with the connection while no other call does.
    func withConnection<Result: Sendable>(
        _ body: (SQLiteConnection) throws(HKError) -> Result
    ) throws(HKError) -> Result {
        try opened.withLock { opened throws(HKError) in
            let connection: SQLiteConnection
            if let open = opened {
                connection = open
            } else {
                connection = try SQLiteConnection.healthDatabase(path, busyTimeout: busyTimeout)
                if !connection.isStopgap { opened = connection }
            }
            return try body(connection)
        }
    }
}
