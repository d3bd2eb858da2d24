import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

@Suite struct PairedSensorTests {
    private let directory: TemporaryDirectory
    private let mira: SQLiteHealthDatabase
    private let jo: SQLiteHealthDatabase

    init() throws {
        directory = try TemporaryDirectory()
        mira = SQLiteHealthDatabase(path: directory.file, rider: "Mira")
        jo = SQLiteHealthDatabase(path: directory.file, rider: "Jo")
    }

    @Test("Riders of one file have sensors of their own, and one of them may pass to another")
    func apart() throws {
        try mira.setPairedSensors([pairedStrap(), pairedMeter()])
        #expect(try jo.pairedSensors().isEmpty)
        try jo.setPairedSensors([pairedStrap("C0:FF:EE:00:00:03")])
        try mira.setPairedSensors([pairedStrap()])
        try jo.setPairedSensors([pairedStrap("C0:FF:EE:00:00:03"), pairedMeter()])
        #expect(try mira.pairedSensors() == [pairedStrap()])
        #expect(try jo.pairedSensors() == [pairedMeter(), pairedStrap("C0:FF:EE:00:00:03")])
        try jo.checkIntegrity()
    }

    @Test("Sensors go with their rider, and nobody else's do")
    func removedRider() throws {
        try mira.setPairedSensors([pairedStrap(), pairedMeter()])
        try mira.setZoneBoundaries([100, 200], for: powerType)
        try jo.setPairedSensors([pairedMeter("C0:FF:EE:00:00:03")])
        #expect(try mira.removeRider())
        #expect(try mira.pairedSensors().isEmpty)
        let connection = try SQLiteConnection(path: directory.file, busyTimeout: 0)
        #expect(try connection.number("SELECT count(*) FROM paired_sensor") == 1)
        #expect(try connection.number("SELECT count(*) FROM sensor_list") == 1)
        #expect(try jo.pairedSensors() == [pairedMeter("C0:FF:EE:00:00:03")])
        // Who comes back of the same name has none.
        try mira.updateCharacteristics { $0.maximumHeartRate = 180 }
        #expect(try mira.pairedSensors().isEmpty)
        try jo.checkIntegrity()
    }

    @Test("A rider who is known by sensors alone is gone with the last of them; any other stays")
    func knownBySensors() throws {
        try mira.setPairedSensors([pairedStrap()])
        try jo.setPairedSensors([pairedMeter()])
        try jo.updateCharacteristics { _ in }
        #expect(try mira.riders() == ["Jo", "Mira"])
        try mira.setPairedSensors([])
        try jo.setPairedSensors([])
        #expect(try mira.riders() == ["Jo"])
        let changes: [() throws -> Void] = [
            { try mira.insert([heartRate(60)], savedBy: revision()) },
            { try mira.setZoneBoundaries([100, 200], for: powerType) },
            { try mira.updateGrants(of: "app") { $0[.read, heartRateType] = .denied } },
        ]
        for (index, change) in changes.enumerated() {
            try change()
            try mira.setPairedSensors([pairedStrap()])
            try mira.setPairedSensors([])
            #expect(try mira.riders() == ["Jo", "Mira"], "change \(index)")
            try mira.removeRider()
        }
        // Of samples that were removed clients are still told.
        let sample = heartRate(61)
        try mira.insert([sample], savedBy: revision())
        let anchor = try mira.samples(SampleRequest(type: heartRateType)).anchor
        try mira.remove([sample])
        try mira.setPairedSensors([pairedStrap()])
        try mira.setPairedSensors([])
        let news = try mira.samples(SampleRequest(type: heartRateType, after: anchor))
        #expect(news.removed.map(\.uuid) == [sample.uuid])
    }

    @Test("A look at sensors makes no rider, and to have none makes none")
    func looking() throws {
        _ = try mira.pairedSensors()
        try jo.setPairedSensors([])
        #expect(try mira.riders().isEmpty)
    }

    @Test("A backup has the sensors of all riders")
    func backup() throws {
        try mira.setPairedSensors([pairedStrap()])
        try jo.setPairedSensors([pairedMeter()])
        let copy = directory.path + "/copy.sqlite"
        try mira.backUp(to: copy)
        #expect(try SQLiteHealthDatabase(path: copy, rider: "Mira").pairedSensors() == [pairedStrap()])
        #expect(try SQLiteHealthDatabase(path: copy, rider: "Jo").pairedSensors() == [pairedMeter()])
    }

    @Test(
        "Sensors that are not as they were written are an error, each column and each row",
        arguments: [
            "UPDATE paired_sensor SET address = 'C0:FF:EE:00:00:09' WHERE name IS NULL",
            "UPDATE paired_sensor SET name = 'Strap'", "UPDATE paired_sensor SET manufacturer = NULL",
            "UPDATE paired_sensor SET model = 'H9'", "UPDATE paired_sensor SET serial = '0013'",
            "UPDATE paired_sensor SET firmware = '5.0.1'", "UPDATE paired_sensor SET body_location = 'wrist'",
            "UPDATE paired_sensor SET battery_percent = 84", "UPDATE paired_sensor SET provides = '[]'",
            "UPDATE paired_sensor SET adapter = NULL", "UPDATE paired_sensor SET services = '[]'",
            "UPDATE paired_sensor SET services = 'heart_rate'", "UPDATE paired_sensor SET last_seen = ''",
            "UPDATE sensor_list SET checksum = checksum + 1", "UPDATE rider SET name = 'Nira' WHERE id = 1",
            "DELETE FROM paired_sensor WHERE name IS NULL", "DELETE FROM paired_sensor",
            "DELETE FROM sensor_list", "UPDATE paired_sensor SET rider = 2 WHERE name IS NULL",
            "UPDATE sensor_list SET rider = 2",
        ])
    func changed(change: String) throws {
        try mira.setPairedSensors([pairedStrap(), pairedMeter()])
        // Jo is rider 2, and has none.
        try jo.updateCharacteristics { _ in }
        try SQLiteConnection(path: directory.file, busyTimeout: 0).execute(change)
        let name = change.contains("Nira") ? "Nira" : "Mira"
        let error = #expect(throws: HKError.self) {
            try SQLiteHealthDatabase(path: directory.file, rider: name).pairedSensors()
        }
        #expect(error?.code == .errorDatabaseInaccessible)
        #expect(error?.description.contains("is damaged") == true)
    }

    @Test(
        "A turned bit in the tables of sensors and riders is an error: never another sensor", arguments: 0..<8
    )
    func turnedBits(bit: UInt8) throws {
        try mira.setPairedSensors([pairedStrap(), pairedMeter()])
        try jo.setPairedSensors([pairedStrap("C0:FF:EE:00:00:03")])
        let wanted = [
            "Mira": [pairedStrap(), pairedMeter()], "Jo": [pairedStrap("C0:FF:EE:00:00:03")],
        ]
        let copy = directory.path + "/copy.sqlite"
        try mira.backUp(to: copy)
        let file = try Data(contentsOf: URL(fileURLWithPath: copy))
        let pages = try SQLiteConnection(unchanging: copy).rows(
            "SELECT rootpage FROM sqlite_schema WHERE name IN ('sensor_list', 'paired_sensor', 'rider')"
        ) { Int($0.integer(0)) }
        try #require(pages.count == 3)
        var errorCount = 0
        for page in pages {
            for place in (page - 1) * 4096..<page * 4096 where file[place] != 0 {
                var damaged = file
                damaged[place] ^= 1 << bit
                try damaged.write(to: URL(fileURLWithPath: copy))
                for (rider, sensors) in wanted {
                    let database = SQLiteHealthDatabase(path: copy, rider: rider, busyTimeout: .zero)
                    do throws(HKError) {
                        let found = try database.pairedSensors()
                        if found != sensors {
                            // What cannot be found at all is at least found missing.
                            #expect(found.isEmpty, "byte \(place)")
                            #expect(throws: HKError.self, "byte \(place)") { try database.checkIntegrity() }
                        }
                    } catch {
                        errorCount += 1
                        #expect(error.code == .errorDatabaseInaccessible)
                    }
                }
            }
        }
        #expect(errorCount > 100)
    }
}
