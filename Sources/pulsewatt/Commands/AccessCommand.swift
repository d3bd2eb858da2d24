import Foundation
import HealthModel
import SQLiteHealthDatabase
import WorkoutFormats

/// `pulsewatt access list|grant|revoke`: what programs may do with the person's health data.
struct AccessCommand: Command {
    let name = "access"
    let summary = "Grant programs access to your health data, or take it back"
    let operands = "list | grant CLIENT read|share TYPE... | revoke CLIENT read|share TYPE..."
    let discussion = """
        A program that uses OpenHealthKit has a name, its client. What it asks for is noted as "requested" until you grant
        or revoke it; until then reads find nothing but its own data, and saving fails. TYPE is heart_rate, cycling_power,
        workout, ... or all. The database is your own, \(Self.defaultFile), unless --database names another.
        """
    let options: [CommandOption] = [Self.database, .json]

    private static let database = CommandOption("database", argument: "FILE", "Use this health database")
    private static let defaultFile = "$XDG_DATA_HOME/pulsewatt/health.sqlite"

    func run(_ arguments: ParsedArguments) async throws -> Int32 {
        let file = try arguments.value(of: Self.database, wanted: "a file's name") { $0.isEmpty ? nil : $0 }
        let database = SQLiteHealthDatabase(path: file ?? SQLiteHealthDatabase.personalFile)
        guard let action = arguments.operands.first else {
            throw UsageError("wanted is list, grant or revoke")
        }
        if arguments.has(.json), action != "list" { throw UsageError("--json goes with list only") }
        switch action {
        case "list":
            if arguments.operands.count > 1 {
                throw UsageError("\"\(arguments.operands[1])\" is too much; list shows all clients")
            }
            try requireFile(database)
            let rows = try Row.all(in: database)
            print(arguments.has(.json) ? Self.json(rows) : Self.table(rows))
        case "grant":
            let change = try AccessChange(arguments.operands.dropFirst())
            try database.updateGrants(of: change.client) { grants in
                for type in change.types ?? change.allTypes { grants[change.access, type] = .granted }
            }
            StandardOutput.print("Granted \(change.description)")
        case "revoke":
            let change = try AccessChange(arguments.operands.dropFirst())
            try requireFile(database)
            guard try database.clients().contains(change.client) else {
                StandardError.print(
                    "no client \"\(change.client)\" has asked for anything; pulsewatt access list lists those that have"
                )
                return 1
            }
            try database.updateGrants(of: change.client) { grants in
                // All is all that there is a decision on or a request for; the rest is not granted anyway.
                let types = change.types ?? change.allTypes.filter { grants[change.access, $0] != nil }
                for type in types { grants[change.access, type] = .denied }
            }
            StandardOutput.print("Revoked \(change.description)")
        default:
            throw UsageError("\"\(action)\" is no action; wanted is list, grant or revoke")
        }
        return 0
    }

    /// Sees that there is a database, so that looking at one makes none.
    private func requireFile(_ database: SQLiteHealthDatabase) throws {
        guard FileManager.default.fileExists(atPath: database.path) else {
            throw HKError(
                .errorDatabaseInaccessible,
                "there is no health database \(database.path); a program makes it when it first asks for access"
            )
        }
    }

    /// One decision or request.
    private struct Row {
        let client: String
        let access: AccessGrants.Access
        let type: String
        let decision: AccessGrants.Decision

        static func all(in database: SQLiteHealthDatabase) throws -> [Row] {
            try database.clients().flatMap { client in
                let grants = try database.grants(of: client)
                return [(AccessGrants.Access.read, grants.read), (.share, grants.share)].flatMap {
                    access, decisions in
                    decisions.sorted { $0.key < $1.key }.map { type, decision in
                        Row(client: client, access: access, type: type, decision: decision)
                    }
                }
            }
        }
    }

    private static func json(_ rows: [Row]) -> String {
        JSONValue.array(
            rows.map { row in
                [
                    "client": .string(row.client),
                    "access": .string(row.access.rawValue),
                    "type": .string(HKObjectType.shortName(row.type)),
                    "identifier": .string(row.type),
                    "decision": .string(row.decision.rawValue),
                ]
            }
        ).text(.document)
    }

    private static func table(_ rows: [Row]) -> String {
        guard !rows.isEmpty else { return "No program has asked for access to your health data." }
        var table = TextTable(heading: ["CLIENT", "ACCESS", "TYPE", "DECISION"])
        for row in rows {
            table.add([
                row.client, row.access.rawValue, HKObjectType.shortName(row.type), row.decision.rawValue,
            ])
        }
        return table.text
    }
}
