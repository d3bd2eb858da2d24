package import HealthModel

extension SQLiteHealthDatabase {
    /// The rider of a database that names none.
    package static let defaultRider = "rider"

    /// The riders of whom the file knows something, by name.
    ///
    /// - Throws: `errorDatabaseInaccessible` if the file cannot be read.
    package func riders() throws(HKError) -> [String] {
        try withConnection { connection throws(HKError) in
            try connection.rows("SELECT name FROM rider") { $0.text(0) }.sorted()
        }
    }
}

extension SQLiteConnection {
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
