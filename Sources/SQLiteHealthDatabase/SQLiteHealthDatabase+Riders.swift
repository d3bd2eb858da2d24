package import HealthModel

extension SQLiteHealthDatabase {
    /// The rider of a database that names none.
    package static let defaultRider = "rider"

    /// The riders of whom the file knows something, by name.
    ///
    /// - Throws: `errorDatabaseInaccessible` if the file cannot be read.
    package func riders() throws(HKError) -> [String] {
        try withConnection { connection throws(HKError) in
            try connection.rows("SELECT name FROM rider WHERE name <> ?", [.text(SQLiteConnection.nobody)]) {
                $0.text(0)
            }.sorted()
        }
    }

    /// Removes the rider with all that is known of them, but for workouts: who has some is not removed.
    ///
    /// - Returns: whether there was such a rider.
    /// - Throws: `errorInvalidArgument` if there are workouts of the rider; `errorDatabaseInaccessible` if the file cannot
    ///   be used. Nothing is removed then.
    @discardableResult
    package func removeRider() throws(HKError) -> Bool {
        try withConnection { connection throws(HKError) in
            try connection.transaction(.write) { () throws(HKError) in
                let row = try connection.row(ofRider: rider)
                guard row != 0 else { return false }
                let workouts = try connection.rows(
                    "SELECT count(*) FROM sample JOIN workout ON workout.sample = anchor WHERE rider = ?",
                    [.integer(row)]
                ) { $0.integer(0) }.first
                guard workouts == 0 else {
                    throw HKError(
                        .errorInvalidArgument,
                        "The rider \(rider) has \(workouts ?? 0) workouts: delete them first.")
                }
                try connection.keepAnchors(of: row)
                for table in ["sample", "person", "preferred_zones", "access_grant", "sensor_list"] {
                    try connection.run("DELETE FROM \(table) WHERE rider = ?", [.integer(row)])
                }
                try connection.run("DELETE FROM rider WHERE id = ?", [.integer(row)])
                return true
            }
        }
    }
}

extension SQLiteConnection {
    /// Whose the removals are of riders who were removed themselves; a rider's name is not empty.
    fileprivate static let nobody = ""

    /// Sees to it that no anchor of a rider who is to be removed is given again: all riders count on from the newest.
    fileprivate func keepAnchors(of rider: Int64) throws(HKError) {
        let nobody = try storeRider(Self.nobody)
        try run("UPDATE removal SET rider = ? WHERE rider = ?", [.integer(nobody), .integer(rider)])
        try run(
            """
            INSERT INTO removal (anchor, rider, uuid, type, source, stored_at)
            SELECT ?, ?, uuid, type, bundle_identifier, anchor
            FROM sample JOIN source_revision ON id = source_revision WHERE rider = ? ORDER BY anchor DESC LIMIT 1
            """, [.integer(try newestAnchor() + 1), .integer(nobody), .integer(rider)])
    }

    /// The row of a rider, or that of nobody while nothing is known of them.
    func row(ofRider name: String) throws(HKError) -> Int64 {
        try rows("SELECT id FROM rider NOT INDEXED WHERE name = ?", [.text(name)]) { $0.integer(0) }.first
            ?? 0
    }

    /// The row of a rider, made if it is not there.
    func storeRider(_ name: String) throws(HKError) -> Int64 {
        try run("INSERT INTO rider (name) VALUES (?) ON CONFLICT DO NOTHING", [.text(name)])
        return try row(ofRider: name)
    }
}
