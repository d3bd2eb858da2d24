import Bridge
import Foundation
import SensorProfiles
import TestKit
import Testing

@Suite struct KnownSensorsFileTests {
    private let directory: TemporaryDirectory
    private let file: KnownSensorsFile
    private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)

    init() throws {
        directory = try TemporaryDirectory()
        file = KnownSensorsFile(directory: directory.path)
    }

    @Test("Without a file there are no sensors")
    func none() throws {
        #expect(try file.read().all.isEmpty)
    }

    @Test("What is kept is read back whole")
    func roundTrip() throws {
        var sensor = KnownSensor(
            address: strap, rider: "Ida 🚴", adapter: BluetoothAddress(value: 7), name: "Strap")
        sensor.services = ["heart_rate"]
        sensor.details.batteryPercent = 83
        sensor.details.bodyLocation = "chest"
        sensor.lastSeen = "2026-11-30T06:00:00.000+01:00"
        try file.update { $0[address: strap] = sensor }
        #expect(try file.read().all == [sensor])
        try file.update { $0[address: strap] = nil }
        #expect(try file.read().all.isEmpty)
    }

    @Test("A change that changes nothing does not touch the file")
    func untouched() throws {
        try file.update { $0[address: strap] = nil }
        #expect(try directory.content.isEmpty)
    }

    @Test(
        "A file that cannot be understood is an error that names it, and is left as it is",
        arguments: [
            "", "{", "[]", #"{"format":"pulsewatt.sensors","version":1}"#,
            #"{"format":"pulsewatt.sensors","version":1,"sensors":[{"address":"nonsense","rider":"a"}]}"#,
            #"{"format":"pulsewatt.sensors","version":2,"sensors":[]}"#,
        ])
    func damaged(content: String) throws {
        try DurableFile.write(content, to: file.path)
        let error = #expect(throws: FileError.self) {
            try file.update { $0[address: strap] = KnownSensor(address: strap, rider: "a") }
        }
        #expect(error?.path == file.path)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == content)
    }

    @Test("Many writers at once lose none of each other's changes")
    func concurrentWriters() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 as ClosedRange<UInt64> {
                let file = file
                group.addTask {
                    let address = BluetoothAddress(value: number)
                    try file.update { $0[address: address] = KnownSensor(address: address, rider: "a") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.read().all.map(\.address.value) == Array(1...20))
    }
}
