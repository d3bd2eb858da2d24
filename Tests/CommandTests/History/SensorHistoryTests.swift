import Bridge
import Foundation
import HealthModel
import SensorProfiles
import TestKit
import Testing

@testable import SQLiteHealthDatabase

/// Paired sensors in the file, in the health database, and in backups of it.
@Suite struct SensorHistoryTests {
    private let bench: StateBench
    private let file: KnownSensorsFile
    private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
    private let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)

    init() throws {
        bench = try StateBench()
        file = KnownSensorsFile(directory: bench.directory.path)
    }

    /// Ada's strap, of which much is known, and Bo's power meter.
    private func writeSensors() throws {
        try file.update { sensors in
            var known = KnownSensor(
                address: strap, rider: "Ada", adapter: BluetoothAddress(value: 0xAA), name: "Strap")
            known.services = ["heart_rate"]
            known.details.serial = "0012"
            known.details.batteryPercent = 83
            known.lastSeen = "2026-11-30T06:00:00.000+01:00"
            sensors[address: strap] = known
            sensors[address: meter] = KnownSensor(address: meter, rider: "Bo")
        }
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file.path)) }

    private func stored(of rider: String, in bench: StateBench? = nil) throws -> [String] {
        try SQLiteHealthDatabase(path: (bench ?? self.bench).database, rider: rider).pairedSensors()
            .map(\.sensor.address)
    }

    @Test("A backup that is restored where nothing is gives back every rider's sensors, and the very file")
    func backup() async throws {
        try writeSensors()
        #expect(try await bench.run("workouts", "reindex").status == 0)
        let copy = bench.directory.path + "/backup.sqlite"
        #expect(try await bench.run("backup", copy).status == 0)

        let fresh = try StateBench()
        let restored = try await fresh.run("restore", copy)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(
            restored.output == """
                Restored \(fresh.database) from \(copy)
                Put back Strap C0:FF:EE:00:00:01 of Ada, which the database knows; \
                pulsewatt forget C0:FF:EE:00:00:01 forgets it
                Put back sensor C0:FF:EE:00:00:02 of Bo, which the database knows; \
                pulsewatt forget C0:FF:EE:00:00:02 forgets it

                """)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: fresh.directory.path + "/sensors.json")) == bytes())
        #expect(try await fresh.run("sensors").output.contains("Strap"))
        let forgotten = try await fresh.run("forget", "\(strap)")
        #expect(forgotten.status == 0)
        #expect(try stored(of: "Ada", in: fresh).isEmpty)
        #expect(try stored(of: "Bo", in: fresh) == ["C0:FF:EE:00:00:02"])
    }

    @Test(
        "A restore keeps the sensors that were paired after the backup, as the file has them, and the database gets them"
    )
    func restoreOverNewer() async throws {
        try writeSensors()
        #expect(try await bench.run("workouts", "reindex").status == 0)
        let copy = bench.directory.path + "/backup.sqlite"
        #expect(try await bench.run("backup", copy).status == 0)
        let third = BluetoothAddress(value: 3)
        try file.update {
            $0[address: strap]?.rider = "Cy"
            $0[address: meter] = nil
            $0[address: third] = KnownSensor(address: third, rider: "Cy")
        }
        let restored = try await bench.run("restore", copy)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.output.contains("Put back sensor C0:FF:EE:00:00:02 of Bo"), "\(restored.output)")
        #expect(!restored.output.contains("Put back Strap"))
        #expect(try file.read().all.map(\.address) == [third, strap, meter])
        #expect(try file.read()[address: strap]?.rider == "Cy")
        #expect(try stored(of: "Cy") == ["00:00:00:00:00:03", "C0:FF:EE:00:00:01"])
        #expect(try stored(of: "Ada").isEmpty)
        #expect(try stored(of: "Bo") == ["C0:FF:EE:00:00:02"])
    }

    @Test("A file that cannot be understood stays as it is at a restore, which says what to do")
    func restoreBesideDamagedFile() async throws {
        try writeSensors()
        #expect(try await bench.run("workouts", "reindex").status == 0)
        let copy = bench.directory.path + "/backup.sqlite"
        #expect(try await bench.run("backup", copy).status == 0)
        try DurableFile.write("{", to: file.path)
        let restored = try await bench.run("restore", copy)
        #expect(restored.status == 1)
        #expect(restored.output.contains("Restored \(bench.database)"))
        #expect(restored.errors.contains("cannot read \(file.path): it is damaged"), "\(restored.errors)")
        #expect(restored.errors.contains("the sensors of the backup were not put back"), "\(restored.errors)")
        #expect(try bytes() == Data("{".utf8))
        // What it says.
        try FileManager.default.removeItem(atPath: file.path)
        let reindexed = try await bench.run("workouts", "reindex")
        #expect(reindexed.status == 0, "\(reindexed.errors)")
        #expect(reindexed.output.contains("Put back Strap C0:FF:EE:00:00:01 of Ada"), "\(reindexed.output)")
        #expect(try file.read().all.map(\.rider) == ["Ada", "Bo"])
    }

    @Test(
        "Reindexing stores what only the file has, makes a missing file of the database, and then says nothing of sensors"
    )
    func reindex() async throws {
        try writeSensors()
        let before = try bytes()
        let first = try await bench.run("workouts", "reindex")
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            first.output == """
                Ada: 0 agree
                Bo: 0 agree
                Ada: sensors stored in the database: C0:FF:EE:00:00:01
                Bo: sensors stored in the database: C0:FF:EE:00:00:02

                """)
        try FileManager.default.removeItem(atPath: file.path)
        let second = try await bench.run("workouts", "reindex")
        #expect(second.status == 0, "\(second.errors)")
        #expect(second.output.contains("Put back Strap C0:FF:EE:00:00:01 of Ada"), "\(second.output)")
        #expect(try bytes() == before)
        #expect(try await bench.run("workouts", "reindex").output == "Ada: 0 agree\nBo: 0 agree\n")
    }

    @Test(
        "Where file and database differ the file is believed, and what the database had is named; of one rider where one is meant"
    )
    func reindexDiffering() async throws {
        try writeSensors()
        #expect(try await bench.run("workouts", "reindex").status == 0)
        try file.update {
            $0[address: strap]?.name = "Belt"
            $0[address: meter] = nil
        }
        let ada = try await bench.run("workouts", "reindex", "--rider", "Ada")
        #expect(ada.output.contains("Ada: sensors differed"), "\(ada.output)")
        #expect(!ada.output.contains("Bo"))
        #expect(try stored(of: "Bo").count == 1)
        let all = try await bench.run("workouts", "reindex", "--prefer", "database")
        #expect(all.status == 0, "\(all.errors)")
        #expect(
            all.output.contains("Bo: sensors taken out of the database")
                && all.output.contains("C0:FF:EE:00:00:02"),
            "\(all.output)")
        #expect(try file.read().all.map(\.name) == ["Belt"])
        #expect(try stored(of: "Bo").isEmpty)
    }

    @Test(
        "A file of sensors that cannot be understood hinders no workout from being stored, and is left and told"
    )
    func reindexDamagedFile() async throws {
        try writeSensors()
        #expect(try await bench.run("workouts", "reindex").status == 0)
        try await bench.ride("1a", at: "2026-11-30T05:00:00Z", minutes: 1)
        try await bench.library().database.remove(
            bench.library().database.samples(SampleRequest(type: .workoutType())).stored.map(\.sample))
        try DurableFile.write("[]", to: file.path)
        let outcome = try await bench.run("workouts", "reindex")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("1 stored in the database"), "\(outcome.output)")
        #expect(outcome.errors.contains("cannot read \(file.path): it is damaged"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(try bytes() == Data("[]".utf8))
        #expect(try stored(of: "Ada").count == 1)
    }

    @Test(
        "A rider whose sensors only the database knows is not removed; one whom the file gives none is, with what it had"
    )
    func removedRider() async throws {
        try writeSensors()
        #expect(try await bench.run("rider", "set", "Ada", "--ftp", "200").status == 0)
        #expect(try await bench.run("workouts", "reindex").status == 0)
        let text = try bytes()
        try FileManager.default.removeItem(atPath: file.path)
        let refused = try await bench.run("rider", "remove", "Ada")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "Ada is not removed: 1 sensor of this rider in the database, but there is no \(file.path); "
                    + "pulsewatt workouts reindex makes it of the database"), "\(refused.errors)")
        try text.write(to: URL(fileURLWithPath: file.path))
        try file.update { $0[address: strap] = nil }
        let removed = try await bench.run("rider", "remove", "Ada")
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try stored(of: "Ada").isEmpty)
        #expect(try stored(of: "Bo") == ["C0:FF:EE:00:00:02"])
        #expect(try SQLiteHealthDatabase(path: bench.database).riders() == ["Bo"])
    }

    @Test("A turned bit in the sensors of a rider is mended from the file, and without one told")
    func turnedBit() async throws {
        try writeSensors()
        #expect(try await bench.run("workouts", "reindex").status == 0)
        func turnBit() throws {
            try SQLiteConnection(path: bench.database, busyTimeout: 0).execute(
                "UPDATE paired_sensor SET serial = '0013' WHERE serial = '0012'")
        }
        let before = try stored(of: "Ada")
        try turnBit()
        #expect(throws: HKError.self) { try stored(of: "Ada") }
        #expect(try await bench.run("workouts", "reindex").status == 0)
        #expect(try stored(of: "Ada") == before)
        try turnBit()
        try FileManager.default.removeItem(atPath: file.path)
        let outcome = try await bench.run("workouts", "reindex")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("the paired sensors of a rider are not as they were written"),
            "\(outcome.errors)")
        #expect(throws: HKError.self) { try stored(of: "Ada") }
    }
}
