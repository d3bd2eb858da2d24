public import Foundation

/// The way to a person's health data, for one client.
///
/// A client is known by its name; what it may save and read is granted in the health database. Reading a type that
/// it may not read gives nothing but what the client saved itself; saving one that it may not save throws.
///
/// A request for permission to a shared database is noted, and stays undetermined until a person grants it with
/// `pulsewatt access grant`: a service has no screen to ask on. Two clients need nobody: the service that owns the
/// database (`pulsewatt`) may do everything, and in a database that lives in this process and no longer, whatever
/// is requested is granted at once. The names are for consent, not for defence: who can open the database's file
/// can read it.
public final class HKHealthStore: NSObject, Sendable {
    /// The client that owns a health database: the service.
    package static let owner = "pulsewatt"

    /// The client's name.
    let client: String
    package let database: any HealthDatabase
    /// What the time is; age and the newest resting rate depend on it.
    let now: @Sendable () -> Date
    let completions = CompletionQueue()

    /// Opens a database as a client of a name.
    package init(
        client: String, database: any HealthDatabase, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.client = client
        self.database = database
        self.now = now
    }

    /// Whether there is health data on this machine; there is on any.
    public static func isHealthDataAvailable() -> Bool { true }

    /// The earliest date that a sample may have.
    public func earliestPermittedSampleDate() -> Date { .distantPast }

    /// The client as the source of what it saves.
    var revision: HKSourceRevision {
        HKSourceRevision(client: HKSource(name: client, bundleIdentifier: client))
    }
}
