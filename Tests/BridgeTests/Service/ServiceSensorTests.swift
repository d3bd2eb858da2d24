import Bridge
import Foundation
import HealthModel
import SensorProfiles
import Synchronization
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// The service has the health database say of its riders' sensors what the file says.
@Suite struct ServiceSensorTests {
    private let bench: DatabaseFaultBench
    private let file: KnownSensorsFile

    init() throws {
        bench = try DatabaseFaultBench()
        file = KnownSensorsFile(directory: bench.directory.path)
    }

    private var agreement: SensorAgreement {
        let bench = bench
        return SensorAgreement(
            stateDirectory: bench.directory.path, databaseRiders: { try bench.database().riders() },
            database: { SQLiteHealthDatabase(path: bench.path, rider: $0, busyTimeout: .milliseconds(1)) })
    }

    private func description(_ battery: Int) -> WorkoutService.Input {
        var details = SensorDetails()
        details.batteryPercent = battery
        return .event(
            SensorEvent(
                nanoseconds: bench.start, sensor: DatabaseFaultBench.strap,
                kind: .described(SensorDescription(name: "Strap", services: ["heart_rate"], details: details))
            ))
    }

    private func stored() throws -> [PairedSensor] { try bench.database().pairedSensors() }

    @Test("What was paired while the database could not be told is in it when sensors are wanted")
    func atStart() async throws {
        let bench = bench
        let addresses = Mutex<[[String]]>([])
        try await bench.serve(
            [.stop], sensors: agreement,
            onLine: { line in
                guard line == "sensors are wanted" else { return }
                let stored = (try? bench.database().pairedSensors().map(\.sensor.address)) ?? []
                addresses.withLock { $0.append(stored) }
            })
        #expect(try stored().map(\.sensor.address) == ["00:00:00:00:00:01"])
        #expect(bench.log.filter { !$0.hasPrefix("sensors are") }.isEmpty)
    }

    @Test(
        "What a sensor says of itself enters the database at the end of a workout, with when it was last seen"
    )
    func atTheEnd() async throws {
        try await bench.serve(
            [description(42), bench.beat(100, at: 1), description(41), .stop], sensors: agreement)
        let sensor = try #require(try stored().first)
        #expect(sensor.sensor.name == "Strap")
        #expect(sensor.sensor.batteryPercent == 41)
        #expect(sensor.sensor.provides == [HKQuantityType(.heartRate)])
        #expect(sensor.lastSeen != nil)
        #expect(try sensor.lastSeen == file.read()[address: DatabaseFaultBench.strap]?.lastSeen)
    }

    @Test("Between start and end of a workout the database is not written for what sensors say")
    func meanwhile() async throws {
        try await bench.serve([description(42), description(41), .stop], sensors: agreement)
        #expect(try file.read()[address: DatabaseFaultBench.strap]?.details.batteryPercent == 41)
        #expect(try stored().first?.sensor.batteryPercent == nil)
    }

    @Test(
        "A database that refuses the sensors is told of once, the file has them, and the next start brings them in",
        arguments: DatabaseFaultBench.Lock.allCases)
    func locked(lock: DatabaseFaultBench.Lock) async throws {
        try bench.lock(lock)
        try await bench.serve(
            [
                description(42), bench.beat(100, at: 0), bench.beat(100, at: 5), bench.time(306),
                bench.beat(100, at: 400), bench.time(706), .stop,
            ], sensors: agreement)
        let told = bench.log.filter { $0.contains("The sensors are in \(file.path)") }
        #expect(told.count == 1, "\(bench.log)")
        #expect(told.first?.contains("is locked by another program") == true)
        #expect(try file.read()[address: DatabaseFaultBench.strap]?.details.batteryPercent == 42)
        #expect(try bench.files().count == 2)
        bench.unlock()
        #expect(try stored().isEmpty)
        try await bench.serve([.stop], sensors: agreement)
        #expect(try stored().map(\.sensor.batteryPercent) == [42])
    }

    @Test("A start without the file takes no sensor out of the database, and says what makes the file of it")
    func withoutFile() async throws {
        try await bench.serve([.stop], sensors: agreement)
        try FileManager.default.removeItem(atPath: file.path)
        try await bench.serve([.stop], sensors: agreement)
        #expect(try stored().count == 1)
        #expect(
            bench.log.filter {
                $0 == "there is no \(file.path), but the database knows 1 sensor: "
                    + "pulsewatt workouts reindex makes the file of the database"
            }.count == 1, "\(bench.log)")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A file that cannot be understood is told of once, and neither it nor the database is changed")
    func damagedFile() async throws {
        try await bench.serve([.stop], sensors: agreement)
        try DurableFile.write("{", to: file.path)
        try await bench.serve([.stop], sensors: agreement)
        #expect(bench.log.filter { $0.contains("it is damaged") }.count == 1, "\(bench.log)")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "{")
        #expect(try stored().count == 1)
    }

    @Test("Sensors that only the database had are named when the file is believed")
    func takenOut() async throws {
        try bench.database().setPairedSensors([
            PairedSensor(WorkoutSensor(address: "C0:FF:EE:00:00:02", name: "Meter"))
        ])
        try await bench.serve([.stop], sensors: agreement)
        #expect(try stored().map(\.sensor.address) == ["00:00:00:00:00:01"])
        #expect(bench.log.contains { $0.contains("Meter C0:FF:EE:00:00:02") }, "\(bench.log)")
    }
}
