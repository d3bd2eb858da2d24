package import HealthModel
internal import SensorProfiles

/// Sees that the riders' health databases say of their paired sensors what the file says.
///
/// The file is the truth: the service needs it while no database can be used. A database is written only where it says
/// something else. Where there is no file it is made of the databases, which then are the only ones that know.
package struct SensorAgreement: Sendable {
    /// What came of a change of the file.
    package struct Outcome: Sendable {
        /// The sensors as they are now.
        package let sensors: KnownSensors
        /// The sensors that the databases gave back first, because there was no file.
        package let putBack: [KnownSensor]
        /// Why a database does not follow the file, which stands; nil where all do.
        package let databaseError: (any Error)?
    }

    /// The file.
    package let file: KnownSensorsFile
    private let databaseRiders: @Sendable () throws -> [String]
    private let database: @Sendable (_ rider: String) -> any HealthDatabase

    /// Names the places; nothing is read or made yet.
    ///
    /// - Parameters:
    ///   - stateDirectory: Where the file is.
    ///   - databaseRiders: The riders of whom a database knows something; none where there is no database.
    ///   - database: Opens a rider's health database.
    package init(
        stateDirectory: String, databaseRiders: @escaping @Sendable () throws -> [String],
        database: @escaping @Sendable (_ rider: String) -> any HealthDatabase
    ) {
        file = KnownSensorsFile(directory: stateDirectory)
        self.databaseRiders = databaseRiders
        self.database = database
    }

    /// Changes the file, and has the databases follow.
    ///
    /// - Throws: ``FileError``, or what `change` throws; nothing is changed then.
    package func update(_ change: (inout KnownSensors) throws -> Void) async throws -> Outcome {
        var putBack: [KnownSensor] = []
        var databaseError: (any Error)?
        if try file.readIfThere() == nil {
            do {
                putBack = try await self.putBack()
            } catch let error as FileError {
                throw error
            } catch {
                databaseError = error
            }
        }
        let sensors = try file.update(change)
        // What could not be asked for its sensors keeps them.
        if databaseError == nil {
            do {
                _ = try await follow()
            } catch {
                databaseError = error
            }
        }
        return Outcome(sensors: sensors, putBack: putBack, databaseError: databaseError)
    }

    /// Has the databases follow the file; they are left as they are where there is none.
    ///
    /// - Parameter only: The rider whose database follows; nil: all.
    /// - Returns: What changed in them.
    /// - Throws: ``FileError`` for a file that cannot be read; `HKError` as the databases do.
    package func follow(only: String? = nil) async throws -> [SensorChange] {
        var changes: [SensorChange] = []
        var followed: KnownSensors?
        // Another process may change the file, and have the databases follow it, before what was read here is stored.
        while let known = try file.readIfThere(), known != followed {
            changes += try await store(known, only: only)
            followed = known
        }
        return changes
    }

    /// Puts the sensors that only the databases have back into the file, which may be missing.
    ///
    /// - Returns: The sensors that were put back. One that several riders have is given to the first of them by name.
    /// - Throws: ``FileError`` for a file that cannot be read or written; `HKError` as the databases do. The file is as it
    ///   was then.
    package func putBack() async throws -> [KnownSensor] {
        var stored: [KnownSensor] = []
        for rider in try databaseRiders().sorted() {
            for paired in try await database(rider).pairedSensors() {
                guard let sensor = KnownSensor(paired, of: rider) else {
                    throw HKError(
                        .errorDatabaseInaccessible,
                        "The sensor \(paired.sensor.address) that the health database has of \(rider) has no Bluetooth address."
                    )
                }
                stored.append(sensor)
            }
        }
        var putBack: [KnownSensor] = []
        try file.update { known in
            for sensor in stored where known[address: sensor.address] == nil {
                known[address: sensor.address] = sensor
                putBack.append(sensor)
            }
        }
        return putBack
    }

    /// How many sensors the databases have that no file names, because there is none; 0 where there is one.
    ///
    /// - Throws: ``FileError`` for a file that cannot be read; `HKError` as the databases do.
    package func countWithoutFile() async throws -> Int {
        guard try file.readIfThere() == nil else { return 0 }
        var count = 0
        for rider in try databaseRiders() { count += try await database(rider).pairedSensors().count }
        return count
    }

    /// Sees that both agree: the file is made of the databases where it is missing, and is believed where it is not.
    ///
    /// - Parameter only: The rider whose database follows; nil: all. A missing file is made of all.
    /// - Returns: The sensors that the file has again, and what changed in the databases.
    /// - Throws: ``FileError`` for a file that cannot be read or written; `HKError` as the databases do.
    package func reindex(only: String? = nil) async throws -> (
        putBack: [KnownSensor], changes: [SensorChange]
    ) {
        let putBack = try file.readIfThere() == nil ? try await putBack() : []
        return (putBack, try await follow(only: only))
    }

    private func store(_ known: KnownSensors, only: String?) async throws -> [SensorChange] {
        var wanted = Dictionary(grouping: known.all, by: \.rider).mapValues { $0.map(\.paired) }
        // Of a rider without sensors only a database that is there may have to be told.
        for rider in try databaseRiders() where wanted[rider] == nil { wanted[rider] = [] }
        var changes: [SensorChange] = []
        for (rider, sensors) in wanted.sorted(by: { $0.key < $1.key }) where only == nil || rider == only {
            let database = database(rider)
            let stored: [PairedSensor]
            do {
                stored = try await database.pairedSensors()
            } catch {
                // What is damaged there is no loss, for the file is believed; what else is wrong keeps this from it too.
                try await database.setPairedSensors(sensors)
                stored = []
            }
            guard let change = SensorChange(of: rider, from: stored, to: sensors) else { continue }
            try await database.setPairedSensors(sensors)
            changes.append(change)
        }
        return changes
    }
}
