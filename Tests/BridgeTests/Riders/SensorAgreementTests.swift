import Bridge
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// The file of paired sensors and a real health database that is to say the same.
@Suite struct SensorAgreementTests {
    private let directory: TemporaryDirectory
    private let agreement: SensorAgreement
    private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
    private let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)

    init() throws {
        directory = try TemporaryDirectory()
        agreement = Self.agreement(in: directory)
    }

    private static func agreement(
        in directory: TemporaryDirectory, beforeOpening: @escaping @Sendable () -> Void = {}
    ) -> SensorAgreement {
        let path = directory.path + "/health.sqlite"
        return SensorAgreement(
            stateDirectory: directory.path,
            databaseRiders: {
                FileManager.default.fileExists(atPath: path)
                    ? try SQLiteHealthDatabase(path: path, busyTimeout: .milliseconds(1)).riders() : []
            },
            database: { rider in
                beforeOpening()
                return SQLiteHealthDatabase(path: path, rider: rider, busyTimeout: .milliseconds(1))
            })
    }

    private var file: KnownSensorsFile { agreement.file }
    private var databasePath: String { directory.path + "/health.sqlite" }

    private func database(of rider: String) -> SQLiteHealthDatabase {
        SQLiteHealthDatabase(path: databasePath, rider: rider, busyTimeout: .milliseconds(1))
    }

    private func stored(of rider: String) throws -> [String] {
        try database(of: rider).pairedSensors().map(\.sensor.address)
    }

    private func removeFile() throws { try FileManager.default.removeItem(atPath: file.path) }

    private func known(_ address: BluetoothAddress, of rider: String, name: String? = nil) -> KnownSensor {
        KnownSensor(address: address, rider: rider, name: name)
    }

    /// A sensor of which all is known.
    private func wholeSensor() -> KnownSensor {
        var sensor = KnownSensor(
            address: strap, rider: "Ida 🚴", adapter: BluetoothAddress(value: 0xAA), name: "Strap")
        sensor.services = ["heart_rate", "cycling_power", "of a later version"]
        sensor.details.manufacturer = "Polar"
        sensor.details.model = "H10"
        sensor.details.serial = "0012"
        sensor.details.firmware = "5.0.0"
        sensor.details.bodyLocation = "chest"
        sensor.details.batteryPercent = 83
        sensor.lastSeen = "2026-11-30T06:00:00.000+01:00"
        return sensor
    }

    @Test("The database has all that the file has, with what the services measure, and gives it back")
    func nothingLost() async throws {
        let sensors = [wholeSensor(), known(meter, of: "Bo")]
        try file.update { known in for sensor in sensors { known[address: sensor.address] = sensor } }
        let text = try Data(contentsOf: URL(fileURLWithPath: file.path))
        #expect(try await agreement.follow().map(\.rider) == ["Bo", "Ida 🚴"])
        let whole = try #require(try database(of: "Ida 🚴").pairedSensors().first)
        #expect(
            whole
                == PairedSensor(
                    WorkoutSensor(
                        address: "C0:FF:EE:00:00:01", name: "Strap", manufacturer: "Polar", model: "H10",
                        serial: "0012", firmware: "5.0.0", bodyLocation: "chest", batteryPercent: 83,
                        provides: [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]),
                    adapter: "00:00:00:00:00:AA",
                    services: ["heart_rate", "cycling_power", "of a later version"],
                    lastSeen: "2026-11-30T06:00:00.000+01:00"))

        try removeFile()
        let reindexed = try await agreement.reindex()
        #expect(reindexed.putBack == [known(meter, of: "Bo"), wholeSensor()])
        #expect(reindexed.changes.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == text)
    }

    @Test("Each change of the file is followed: a sensor that comes, goes to another rider, and goes")
    func following() async throws {
        let paired = try await agreement.update {
            $0[address: strap] = known(strap, of: "Ida")
            $0[address: meter] = known(meter, of: "Ida")
        }
        #expect(paired.databaseError == nil)
        #expect(paired.putBack.isEmpty)
        #expect(paired.sensors.all.map(\.address) == [strap, meter])
        #expect(try stored(of: "Ida") == ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"])
        _ = try await agreement.update { $0[address: strap]?.rider = "Bo" }
        #expect(try stored(of: "Ida") == ["C0:FF:EE:00:00:02"])
        #expect(try stored(of: "Bo") == ["C0:FF:EE:00:00:01"])
        _ = try await agreement.update { $0[address: strap] = nil }
        #expect(try stored(of: "Bo").isEmpty)
        #expect(try database(of: "Ida").riders() == ["Ida"])
        #expect(try await agreement.follow().isEmpty)
    }

    @Test("A database that says the same already is not written, and none is made for nothing")
    func unwritten() async throws {
        #expect(try await agreement.follow().isEmpty)
        try file.update { $0[address: strap] = known(strap, of: "Ida") }
        try file.update { $0[address: strap] = nil }
        #expect(try await agreement.follow().isEmpty)
        #expect(try directory.content == [KnownSensorsFile.name])

        _ = try await agreement.update { $0[address: strap] = known(strap, of: "Ida") }
        let writer = try SQLiteConnection(path: databasePath, busyTimeout: 0)
        try writer.execute("BEGIN IMMEDIATE")
        #expect(try await agreement.follow().isEmpty)
        try file.update { $0[address: strap]?.name = "Strap" }
        await #expect(throws: HKError.self) { try await agreement.follow() }
    }

    @Test("A file that is not there takes nothing out of a database, which is all that is left")
    func missingFile() async throws {
        _ = try await agreement.update {
            $0[address: strap] = known(strap, of: "Ida")
            $0[address: meter] = known(meter, of: "Bo")
        }
        #expect(try await agreement.countWithoutFile() == 0)
        try removeFile()
        #expect(try await agreement.follow().isEmpty)
        #expect(try await agreement.countWithoutFile() == 2)
        #expect(try stored(of: "Ida").count == 1)

        // The next that is paired brings the others along.
        let third = BluetoothAddress(value: 3)
        let paired = try await agreement.update { $0[address: third] = known(third, of: "Ida") }
        #expect(paired.putBack.map(\.address) == [meter, strap])
        #expect(paired.databaseError == nil)
        #expect(try file.read().all.map(\.address) == [third, strap, meter])
        #expect(try stored(of: "Ida") == ["00:00:00:00:00:03", "C0:FF:EE:00:00:01"])
        #expect(try stored(of: "Bo") == ["C0:FF:EE:00:00:02"])
    }

    @Test("A file without sensors says that there are none")
    func emptyFile() async throws {
        _ = try await agreement.update { $0[address: strap] = known(strap, of: "Ida", name: "Strap") }
        try file.update { $0[address: strap] = nil }
        let changes = try await agreement.follow()
        #expect(changes.map(\.removed) == [["Strap C0:FF:EE:00:00:01"]])
        #expect(try stored(of: "Ida").isEmpty)
        #expect(try await agreement.reindex().putBack.isEmpty)
    }

    @Test("What is in doubt is told sensor by sensor, and the file is believed")
    func differing() async throws {
        _ = try await agreement.update {
            $0[address: strap] = known(strap, of: "Ida", name: "Strap")
            $0[address: meter] = known(meter, of: "Ida")
        }
        let third = BluetoothAddress(value: 3)
        try file.update {
            $0[address: strap]?.name = "Belt"
            $0[address: meter]?.rider = "Bo"
            $0[address: third] = known(third, of: "Ida")
        }
        // Only one of the riders first.
        #expect(try await agreement.follow(only: "Bo").map(\.rider) == ["Bo"])
        let changes = try await agreement.reindex().changes
        #expect(changes.count == 1)
        #expect(
            changes.first?.description
                == """
                Ida: sensors stored in the database: 00:00:00:00:00:03; differed, and the database has now what \
                sensors.json says: C0:FF:EE:00:00:01; taken out of the database, for sensors.json does not have it so: \
                C0:FF:EE:00:00:02
                """)
        #expect(try database(of: "Ida").pairedSensors().map(\.sensor.name) == [nil, "Belt"])
        #expect(try await agreement.reindex().changes.isEmpty)
    }

    @Test("A change that another makes while the database is written is followed too")
    func raced() async throws {
        let directory = directory
        let (file, strap) = (agreement.file, strap)
        try file.update { $0[address: strap] = known(strap, of: "Ida") }
        // After the file was read: the sensor is given to another, as by another process whose database write came first.
        let slow = Self.agreement(in: directory) {
            _ = try? file.update { $0[address: strap]?.rider = "Bo" }
        }
        #expect(try await slow.follow().map(\.rider) == ["Ida", "Bo", "Ida"])
        #expect(try stored(of: "Ida").isEmpty)
        #expect(try stored(of: "Bo") == ["C0:FF:EE:00:00:01"])
    }

    @Test("Sensors that are damaged in a database are those of the file again")
    func damagedList() async throws {
        try file.update { $0[address: strap] = known(strap, of: "Ida", name: "Strap") }
        _ = try await agreement.follow()
        try SQLiteConnection(path: databasePath, busyTimeout: 0).execute(
            "UPDATE paired_sensor SET name = 'Other'")
        #expect(throws: HKError.self) { try database(of: "Ida").pairedSensors() }
        _ = try await agreement.follow()
        #expect(try database(of: "Ida").pairedSensors().map(\.sensor.name) == ["Strap"])
    }

    @Test("A file that cannot be understood stays as it is, and so does the database")
    func damagedFile() async throws {
        _ = try await agreement.update { $0[address: strap] = known(strap, of: "Ida") }
        try DurableFile.write("{", to: file.path)
        await #expect(throws: FileError.self) { try await agreement.follow() }
        await #expect(throws: FileError.self) { try await agreement.reindex() }
        await #expect(throws: FileError.self) { try await agreement.putBack() }
        await #expect(throws: FileError.self) { try await agreement.countWithoutFile() }
        await #expect(throws: FileError.self) { try await agreement.update { $0[address: strap] = nil } }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "{")
        #expect(try stored(of: "Ida") == ["C0:FF:EE:00:00:01"])
    }

    @Test(
        "A locked database keeps no sensor from the file, and follows when the lock is gone",
        arguments: DatabaseFaultBench.Lock.allCases)
    func locked(lock: DatabaseFaultBench.Lock) async throws {
        _ = try await agreement.update { $0[address: strap] = known(strap, of: "Ida") }
        var holder: SQLiteConnection? = try SQLiteConnection(path: databasePath, busyTimeout: 0)
        try holder?.execute(lock.rawValue)
        let paired = try await agreement.update { $0[address: meter] = known(meter, of: "Ida") }
        #expect((paired.databaseError as? HKError)?.description.contains("is locked") == true)
        let forgotten = try await agreement.update { $0[address: strap] = nil }
        #expect(forgotten.databaseError != nil)
        #expect(try file.read().all.map(\.address) == [meter])
        holder = nil
        #expect(try stored(of: "Ida") == ["C0:FF:EE:00:00:01"])
        #expect(try await agreement.follow().count == 1)
        #expect(try stored(of: "Ida") == ["C0:FF:EE:00:00:02"])
    }

    @Test(
        "Where neither file nor database can be asked, pairing writes the file and leaves the database's sensors"
    )
    func missingFileAndLocked() async throws {
        _ = try await agreement.update { $0[address: strap] = known(strap, of: "Ida") }
        try removeFile()
        var holder: SQLiteConnection? = try SQLiteConnection(path: databasePath, busyTimeout: 0)
        try holder?.execute(DatabaseFaultBench.Lock.exclusive.rawValue)
        let paired = try await agreement.update { $0[address: meter] = known(meter, of: "Ida") }
        #expect(paired.databaseError != nil)
        #expect(try file.read().all.map(\.address) == [meter])
        holder = nil
        #expect(try stored(of: "Ida") == ["C0:FF:EE:00:00:01"])
    }

    @Test("Put back is what the file lacks, whoever has it there; one that two riders have goes to the first")
    func puttingBack() async throws {
        let both = PairedSensor(WorkoutSensor(address: "C0:FF:EE:00:00:01", name: "Strap"))
        for rider in ["Ida", "Bo"] { try database(of: rider).setPairedSensors([both]) }
        try database(of: "Cy").setPairedSensors([
            PairedSensor(WorkoutSensor(address: "C0:FF:EE:00:00:02", name: "Old"))
        ])
        try file.update { $0[address: meter] = known(meter, of: "Dan", name: "New") }
        #expect(try await agreement.putBack() == [known(strap, of: "Bo", name: "Strap")])
        #expect(try file.read()[address: meter] == known(meter, of: "Dan", name: "New"))
        #expect(try await agreement.follow().map(\.rider) == ["Cy", "Dan", "Ida"])
        #expect(try stored(of: "Cy").isEmpty)
        #expect(try stored(of: "Dan") == ["C0:FF:EE:00:00:02"])
        #expect(try await agreement.putBack().isEmpty)
    }

    @Test("A database with an address that is none gives nothing back, and says whose it is")
    func noAddress() async throws {
        try database(of: "Ida").setPairedSensors([PairedSensor(WorkoutSensor(address: "hci0"))])
        let error = await #expect(throws: HKError.self) { try await agreement.putBack() }
        #expect(error?.description.contains("The sensor hci0 that the health database has of Ida") == true)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }
}
