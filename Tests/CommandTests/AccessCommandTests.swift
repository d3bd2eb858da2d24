import Foundation
import HealthModel
import SQLiteHealthDatabase
import TestKit
import Testing

@testable import pulsewatt

@Suite struct AccessCommandTests {
    private let directory: TemporaryDirectory
    private let file: String
    private let heartRate = HKQuantityType(.heartRate)

    init() throws {
        directory = try TemporaryDirectory()
        file = directory.path + "/health.sqlite"
    }

    private func access(_ arguments: String...) async throws -> CommandProcess.Outcome {
        try await CommandProcess.run(["access"] + arguments + ["--database", file])
    }

    @Test("A program's request is listed, granted and revoked, and the program notices at once")
    func grantAndRevoke() async throws {
        let store = HKHealthStore(client: "app", database: SQLiteHealthDatabase(path: file))
        try await store.requestAuthorization(toShare: [heartRate, .workoutType()], read: [heartRate])
        #expect(
            try await access("list").output == """
                CLIENT  ACCESS  TYPE        DECISION
                app     read    heart_rate  requested
                app     share   heart_rate  requested
                app     share   workout     requested

                """)

        let granted = try await access("grant", "app", "share", "heart_rate", "HKWorkoutTypeIdentifier")
        #expect(granted.status == 0)
        #expect(granted.output == "Granted app to share heart_rate, workout\n")
        #expect(store.authorizationStatus(for: heartRate) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: .workoutType()) == .sharingAuthorized)

        let revoked = try await access("revoke", "app", "share", "workout")
        #expect(revoked.output == "Revoked app to share workout\n")
        #expect(store.authorizationStatus(for: heartRate) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: .workoutType()) == .sharingDenied)

        #expect(
            try await access("list").output == """
                CLIENT  ACCESS  TYPE        DECISION
                app     read    heart_rate  requested
                app     share   heart_rate  granted
                app     share   workout     denied

                """)
    }

    @Test("All is every type that the access is possible to, and of those revoked what was asked for")
    func allTypes() async throws {
        #expect(try await access("grant", "app", "read", "all").status == 0)
        #expect(try await access("grant", "app", "share", "all").status == 0)
        let database = SQLiteHealthDatabase(path: file)
        let grants = try database.grants(of: "app")
        #expect(grants[.read, HKCharacteristicType(.dateOfBirth)] == .granted)
        #expect(grants[.share, HKCharacteristicType(.dateOfBirth)] == nil)
        for type in [heartRate, .workoutType(), HKSeriesType.heartbeat(), HKCategoryType(.sleepAnalysis)] {
            #expect(grants[.read, type] == .granted)
            #expect(grants[.share, type] == .granted)
        }

        try database.updateGrants(of: "watch") { $0[.read, self.heartRate] = .requested }
        #expect(
            try await access("revoke", "watch", "read", "all").output == "Revoked watch to read all types\n")
        #expect(
            try database.grants(of: "watch")
                == AccessGrants(read: ["HKQuantityTypeIdentifierHeartRate": .denied]))
        #expect(try database.grants(of: "app") == grants)
    }

    @Test("The list is JSON on demand")
    func json() async throws {
        #expect(try await access("grant", "app", "read", "menopausal_state").status == 0)
        let outcome = try await access("list", "--json")
        let rows = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: String]]
        #expect(
            rows == [
                [
                    "client": "app", "access": "read", "type": "menopausal_state",
                    "identifier": "HKCategoryTypeIdentifierMenopausalState", "decision": "granted",
                ]
            ])
    }

    @Test("Without --database it is the person's own, made by the first grant")
    func personalDatabase() async throws {
        let environment = ["XDG_DATA_HOME": directory.path]
        let path = directory.path + "/pulsewatt/health.sqlite"
        let early = try await CommandProcess.run(["access", "list"], environment: environment)
        #expect(early.status == 1)
        #expect(early.errors.hasPrefix("pulsewatt: there is no health database \(path);"))
        #expect(!FileManager.default.fileExists(atPath: path))

        let grant = ["access", "grant", "app", "read", "cycling_power"]
        #expect(try await CommandProcess.run(grant, environment: environment).status == 0)
        #expect(
            try SQLiteHealthDatabase(path: path).grants(of: "app")[.read, HKQuantityType(.cyclingPower)]
                == .granted)
    }

    @Test("A client that is not known cannot be revoked, and nobody is listed where nobody has asked")
    func unknownClient() async throws {
        #expect(try await access("revoke", "app", "read", "all").status == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try SQLiteHealthDatabase(path: file).clients().isEmpty)
        let outcome = try await access("revoke", "app", "read", "heart_rate")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("no client \"app\" has asked for anything"))
        #expect(
            try await access("list").output == "No program has asked for access to your health data.\n")
        #expect(try await access("list", "--json").output == "[]\n")
    }

    @Test("A file that is no health database is an error that names it, and stays as it is")
    func noDatabase() async throws {
        let text = Data("My ride of today was wonderful, and I am tired.\n".utf8)
        try text.write(to: URL(fileURLWithPath: file))
        for arguments in [["list"], ["grant", "app", "read", "all"], ["revoke", "app", "read", "all"]] {
            let outcome = try await CommandProcess.run(["access"] + arguments + ["--database", file])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("The health database \(file) is damaged"))
            #expect(outcome.output.isEmpty)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
    }

    @Test("A disk that takes no more is an error, and what was stored is still there")
    func fullDisk() async throws {
        try SQLiteHealthDatabase(path: file).updateGrants(of: "app") { $0[.read, heartRate] = .granted }
        // Files end at one block, enough for the message; the signal for that is ignored, so that writing fails.
        let launcher = ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]
        let outcome = try await CommandProcess.run(
            ["access", "grant", "app", "share", "workout", "--database", file], through: launcher)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("The health database \(file)"), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        let database = SQLiteHealthDatabase(path: file)
        #expect(
            try database.grants(of: "app")
                == AccessGrants(read: ["HKQuantityTypeIdentifierHeartRate": .granted]))
        try database.checkIntegrity()
        #expect(try await access("grant", "app", "share", "workout").status == 0)
    }

    @Test("A database of somebody else is an error that says so, and stays as it is")
    func foreignDatabase() async throws {
        try SQLiteHealthDatabase(path: file).updateGrants(of: "app") { $0[.read, heartRate] = .granted }
        let before = try Data(contentsOf: URL(fileURLWithPath: file))
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path) }
        // Root may write everywhere; nobody may not.
        let launcher =
            geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        let outcome = try await CommandProcess.run(
            ["access", "grant", "app", "share", "workout", "--database", file], through: launcher)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("The health database \(file)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("check "), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }

    @Test("Processes that make and change one new database at once lose nothing")
    func simultaneousProcesses() async throws {
        let clients = (1...6).map { "app\($0)" }
        let processes = try clients.map {
            try CommandProcess(["access", "grant", $0, "read", "workout", "--database", file])
        }
        for process in processes { #expect(try await process.wait().errors.isEmpty) }
        #expect(try SQLiteHealthDatabase(path: file).clients() == clients)
    }

    @Test("Every type has a short name of its own, which is read again")
    func shortNames() {
        for type in HKObjectType.all { #expect(HKObjectType.named(type.shortName) == type) }
        let names = [
            "HKQuantityTypeIdentifierVO2Max", "HKQuantityTypeIdentifierHeartRateVariabilitySDNN",
            "PulsewattQuantityTypeIdentifierPedalPowerBalance", "HKDataTypeIdentifierHeartbeatSeries",
            "HKWorkoutRouteTypeIdentifier", "HKWorkoutTypeIdentifier",
            "HKCharacteristicTypeIdentifierDateOfBirth", "SomethingElse",
        ].map { HKObjectType.shortName($0) }
        #expect(
            names == [
                "vo2_max", "heart_rate_variability_sdnn", "pedal_power_balance", "heartbeat_series",
                "workout_route", "workout", "date_of_birth", "something_else",
            ])
    }
}
