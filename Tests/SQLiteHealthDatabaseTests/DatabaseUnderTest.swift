import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing

/// The databases that keep the one contract.
enum DatabaseKind: String, CaseIterable, CustomTestStringConvertible {
    case memory
    case file

    var testDescription: String { rawValue }

    /// An empty database, and what must live as long as it is used.
    func make() throws -> (database: any HealthDatabase, directory: TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        let database: any HealthDatabase =
            switch self {
            case .memory: InMemoryHealthDatabase()
            case .file: SQLiteHealthDatabase(path: directory.file)
            }
        return (database, directory)
    }
}

extension TemporaryDirectory {
    /// A database in the directory.
    var file: String { path + "/health.sqlite" }
}
