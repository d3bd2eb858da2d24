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
    ///
    /// A client's requests are noted or granted as each kind does it, unless a policy is given.
    func make(
        accessPolicy: AccessPolicy? = nil
    ) throws -> (database: any HealthDatabase, directory: TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        let database: any HealthDatabase =
            switch self {
            case .memory: InMemoryHealthDatabase(accessPolicy: accessPolicy ?? .grantOnRequest)
            case .file:
                SQLiteHealthDatabase(path: directory.file, accessPolicy: accessPolicy ?? .askPerson)
            }
        return (database, directory)
    }
}

extension TemporaryDirectory {
    /// A database in the directory.
    var file: String { path + "/health.sqlite" }
}
