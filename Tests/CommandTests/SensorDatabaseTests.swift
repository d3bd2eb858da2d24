import BlueZTestKit
import Bridge
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import SQLiteHealthDatabase

private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
private let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)

/// The commands that change the paired sensors, and the service, with a fake BlueZ and the riders' health database.
@Suite(.timeLimit(.minutes(5))) struct SensorDatabaseTests {
    /// What is wrong with the database, and how the commands name it.
    enum Fault: String, CaseIterable {
        case writing = "BEGIN IMMEDIATE"
        case locked = "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE"
        case newer = "PRAGMA user_version = 99"
        case foreign = "PRAGMA application_id = 7"

        var isLock: Bool { self == .writing || self == .locked }

        var text: String {
            switch self {
            case .writing, .locked: "is locked by another program"
            case .newer: "update pulsewatt"
            case .foreign: "is a database of another program"
            }
        }
    }

    private let bus: PrivateBus
    private let fake: FakeBlueZ
    private let state: TemporaryDirectory
    private let file: KnownSensorsFile

    init() async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        state = try TemporaryDirectory()
        file = KnownSensorsFile(directory: state.path)
        let adapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
        await fake.addAdapter(adapter)
        await fake.add(.strap(strap), to: adapter)
        await fake.add(.powerMeter(meter), to: adapter)
    }

    private var path: String { state.path + "/health.sqlite" }

    private func start(_ words: String) throws -> CommandProcess {
        try CommandProcess(
            words.split(separator: " ").map(String.init) + ["--state-directory", state.path],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    private func run(_ words: String) async throws -> CommandProcess.Outcome { try await start(words).wait() }

    private func stored(of rider: String) throws -> [PairedSensor] {
        try SQLiteHealthDatabase(path: path, rider: rider).pairedSensors()
    }

    /// The lines of standard error that are about the database.
    private func linesOfDatabase(_ outcome: CommandProcess.Outcome) -> [Substring] {
        outcome.errors.split(separator: "\n").filter { $0.contains("health database") }
    }

    @Test(
        "Pairing tells the database whose the sensor is, pairing again gives it to another, forgetting takes it out"
    )
    func pairing() async throws {
        for words in ["pair \(strap) --rider Ida", "pair \(meter) --rider Ida"] {
            let outcome = try await run(words)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(linesOfDatabase(outcome).isEmpty)
        }
        let sensors = try stored(of: "Ida")
        #expect(sensors.map(\.sensor.address) == ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"])
        #expect(sensors.map(\.sensor.name) == ["Strap", "Power Meter"])
        #expect(sensors.first?.sensor.model == "HR-1")
        #expect(sensors.first?.sensor.batteryPercent == 87)
        #expect(sensors.map(\.services) == [["heart_rate"], ["cycling_power"]])
        #expect(sensors.map(\.sensor.provides) == [[.init(.heartRate)], [.init(.cyclingPower)]])

        #expect(try await run("pair \(strap) --rider Bo").status == 0)
        #expect(try stored(of: "Ida").map(\.sensor.name) == ["Power Meter"])
        #expect(try stored(of: "Bo").map(\.sensor.name) == ["Strap"])
        #expect(try await run("forget \(strap)").status == 0)
        #expect(try stored(of: "Bo").isEmpty)
        #expect(try stored(of: "Ida").count == 1)
        // Who had nothing but a sensor is as unknown as before: a typing error leaves no rider.
        #expect(try SQLiteHealthDatabase(path: path).riders() == ["Ida"])
    }

    @Test(
        "Whatever is wrong with the database, sensors are paired and forgotten, and it is told once; it follows later",
        arguments: Fault.allCases)
    func fault(fault: Fault) async throws {
        try SQLiteHealthDatabase(path: path, rider: "Ida").setZoneBoundaries(
            [110, 130, 150], for: HKQuantityType(.heartRate))
        try file.update { $0[address: meter] = KnownSensor(address: meter, rider: "Ida") }
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        var holder: SQLiteConnection? = try SQLiteConnection(path: path, busyTimeout: 0)
        try holder?.execute(fault.rawValue)
        if !fault.isLock { holder = nil }

        let paired = try await run("pair \(strap) --rider Ida")
        #expect(paired.status == 0, "\(paired.errors)")
        #expect(paired.output == "Paired Strap C0:FF:EE:00:00:01 with Ida: heart_rate\n")
        let forgotten = try await run("forget \(meter)")
        #expect(forgotten.status == 0, "\(forgotten.errors)")
        #expect(forgotten.output == "Forgot sensor C0:FF:EE:00:00:02\n")
        for outcome in [paired, forgotten] {
            let lines = linesOfDatabase(outcome)
            #expect(lines.count == 1, "\(outcome.errors)")
            #expect(lines.first?.contains(fault.text) == true, "\(outcome.errors)")
            #expect(lines.first?.contains("\(file.path) is written; the database follows it") == true)
        }
        #expect(try file.read().all.map(\.address) == [strap])

        holder = nil
        if !fault.isLock { try sound.write(to: URL(fileURLWithPath: path)) }
        #expect(try stored(of: "Ida").isEmpty)
        let reindexed = try await run("workouts reindex")
        #expect(reindexed.status == 0, "\(reindexed.errors)")
        #expect(reindexed.output.contains("Ida: sensors stored in the database: C0:FF:EE:00:00:01"))
        #expect(try stored(of: "Ida").map(\.sensor.name) == ["Strap"])
    }

    @Test("Pairing beside a file that cannot be understood changes neither the file nor the database")
    func damagedFile() async throws {
        #expect(try await run("pair \(strap) --rider Ida").status == 0)
        try DurableFile.write("{", to: file.path)
        for words in ["pair \(meter) --rider Ida", "forget \(strap)"] {
            let outcome = try await run(words)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("cannot read \(file.path): it is damaged"), "\(outcome.errors)")
        }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "{")
        #expect(try stored(of: "Ida").map(\.sensor.name) == ["Strap"])
    }

    @Test("Pairing where the file is lost brings back what the database knows, and says what to do about it")
    func lostFile() async throws {
        #expect(try await run("pair \(strap) --rider Ida").status == 0)
        try FileManager.default.removeItem(atPath: file.path)
        let outcome = try await run("pair \(meter) --rider Bo")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains(
                "there was no \(file.path): Put back Strap C0:FF:EE:00:00:01 of Ida, which the database knows; "
                    + "pulsewatt forget C0:FF:EE:00:00:01 forgets it"), "\(outcome.errors)")
        #expect(try file.read().all.map(\.rider) == ["Ida", "Bo"])
    }

    @Test(
        "The service brings its sensors into the database at its start, and when they were last seen after a workout"
    )
    func service() async throws {
        try file.update { $0[address: strap] = KnownSensor(address: strap, rider: "Ida") }
        let service = try start("serve --finish-after 2s")
        try await fake.wait(for: .notifying(strap, .heartRateMeasurement))
        #expect(try stored(of: "Ida").map(\.sensor.address) == ["C0:FF:EE:00:00:01"])
        #expect(try stored(of: "Ida").first?.lastSeen == nil)
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "wrote \(state.path)/workouts/")
        service.signal(SIGTERM)
        let outcome = try await service.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let sensor = try #require(try stored(of: "Ida").first)
        #expect(sensor.sensor.name == "Strap")
        #expect(sensor.sensor.serial != nil)
        let lastSeen = try #require(try file.read()[address: strap]?.lastSeen)
        #expect(sensor.lastSeen == lastSeen)
        // File and database agree: nothing is left to do.
        #expect(try await run("workouts reindex").output == "Ida: 1 agree\n")
    }
}
