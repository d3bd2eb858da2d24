import BlueZTestKit
import Bridge
import Foundation
import SensorProfiles
import TestKit
import Testing

@testable import pulsewatt

/// Names that come over the air or out of files steer no terminal and write no lines of their own.
@Suite(.timeLimit(.minutes(3))) struct TerminalTextTests {
    /// The title of a window, an erased screen, a forged line, C1's introducer, and an override of direction.
    private static let name =
        "A\u{1B}]0;owned\u{7}\u{1B}[2J\r\nB\u{9B}31m\u{202E}C\u{2066}\u{2028}\u{85}\u{7F}\tD"
    private static let shown = "A�]0;owned��[2J��B�31m�C�����D"

    private let bench: StateBench

    init() throws {
        bench = try StateBench()
    }

    private static func isHarmless(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n"
                || ![.control, .lineSeparator, .paragraphSeparator].contains(
                    scalar.properties.generalCategory)
                    && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
        }
    }

    private func expectHarmless(_ outcome: CommandProcess.Outcome, lines: Int) {
        let text = outcome.output + outcome.errors
        #expect(Self.isHarmless(text), "\(text.debugDescription)")
        #expect(text.contains(Self.shown), "\(text.debugDescription)")
        #expect(text.split(separator: "\n").count == lines, "\(text.debugDescription)")
    }

    @Test("Each such character is shown as one that replaces it; letters of all scripts stay")
    func characters() {
        #expect(ShownText.line(Self.name) == Self.shown)
        for text in ["", "H10 1234", "Änne Müller", "عائشة", "Ådne 🚴‍♀️", "ひかる"] {
            #expect(ShownText.line(text) == text)
        }
        for value in [0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069] as [ClosedRange<UInt32>] {
            for scalar in value.compactMap(Unicode.Scalar.init) {
                #expect(ShownText.line("x\(scalar)y") == "x�y", "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test("What commands say of riders and sensors with such names")
    func history() async throws {
        expectHarmless(try await bench.run("rider", "add", Self.name, "--ftp", "200"), lines: 3)
        try await bench.ride(
            "1a", at: "2026-11-30T05:00:00Z", minutes: 1, rider: Self.name, sensor: Self.name)
        _ = try KnownSensorsFile(directory: bench.directory.path).update { sensors in
            let address = BluetoothAddress(value: 7)
            var sensor = KnownSensor(address: address, rider: Self.name, name: Self.name)
            sensor.lastSeen = Self.name
            sensors[address: address] = sensor
        }
        expectHarmless(try await bench.run("rider"), lines: 2)
        expectHarmless(try await bench.run("sensors"), lines: 2)
        let sheet = try await bench.run("workouts", "show", "1a")
        #expect(Self.isHarmless(sheet.output), "\(sheet.output.debugDescription)")
        #expect(sheet.output.contains("of \(Self.shown)\n"))
        #expect(sheet.output.contains("Sensor \(Self.shown) C0:FF"))
        expectHarmless(try await bench.run("workouts", "--since", "2027-01-01"), lines: 1)
        // Of the workout, and of the sensor, which the database gets now.
        expectHarmless(try await bench.run("workouts", "reindex"), lines: 2)
        expectHarmless(try await bench.run("rider", "add", Self.name), lines: 1)
        expectHarmless(try await bench.run("rider", "remove", Self.name), lines: 2)
        expectHarmless(try await bench.run("rider", "set", Self.name + "x", "--ftp", "200"), lines: 1)
        expectHarmless(try await bench.run("workouts", "show", Self.name), lines: 1)
        expectHarmless(try await bench.run("import", Self.name), lines: 1)
        expectHarmless(try await bench.run(Self.name), lines: 1)
        expectHarmless(try await bench.run("backup", bench.directory.path + "/" + Self.name), lines: 1)
        // JSON is for programs, and says what the name is.
        let rows = try #require(try await bench.json("rider") as? [[String: Any]])
        #expect(rows.map { $0["rider"] as? String } == [Self.name])
        let sensors = try #require(try await bench.json("sensors") as? [[String: Any]])
        #expect(sensors.map { $0["name"] as? String } == [Self.name])
    }

    @Test("What recordings of such a rider show")
    func recordings() async throws {
        let recorded = try await bench.run("record", "--simulate", "--duration", "2s", "--rider", Self.name)
        #expect(recorded.status == 0, "\(recorded.errors)")
        #expect(Self.isHarmless(recorded.output + recorded.errors))
        expectHarmless(try await bench.run("recordings"), lines: 2)
        let rows = try #require(try await bench.json("recordings") as? [[String: Any]])
        let identifier = try #require(rows.first?["id"] as? String)
        let report = try await bench.run("recordings", "show", identifier)
        #expect(Self.isHarmless(report.output), "\(report.output.debugDescription)")
        #expect(report.output.contains("of \(Self.shown), "))
    }

    @Test("What is said of exports of such a rider, and of what their command failed with")
    func exports() async throws {
        let queue = ExportQueue(stateDirectory: bench.directory.path)
        try queue.write(ExportJob(workout: UUID(), rider: Self.name, start: Self.name, files: ["/dev/null"]))
        expectHarmless(try await bench.run("exports"), lines: 2)
        expectHarmless(try await bench.run("exports", "retry"), lines: 1)
    }

    @Test("What a scan and the service say of a sensor that sends such a name")
    func overTheAir() async throws {
        let bus = try PrivateBus()
        let fake = try await FakeBlueZ(bus: bus)
        let adapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
        let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
        await fake.addAdapter(adapter)
        var peripheral = FakePeripheral.strap(strap)
        peripheral.name = Self.name
        await fake.add(peripheral, to: adapter)
        func start(_ words: String...) throws -> CommandProcess {
            try CommandProcess(words, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        }
        expectHarmless(try await start("scan", "--duration", "1s").wait(), lines: 2)
        let state = bench.directory.path
        let paired = try await start("pair", "\(strap)", "--rider", Self.name, "--state-directory", state)
            .wait()
        #expect(paired.status == 0, "\(paired.errors)")
        #expect(paired.output.contains("Paired \(Self.shown) \(strap) with \(Self.shown): "))
        #expect(Self.isHarmless(paired.output + paired.errors))
        let earlier = await fake.calls("StartNotify")
        let service = try start("serve", "--state-directory", state)
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        await fake.notify(strap, .heartRateMeasurement, [0x10, 120, 0x00, 0x02])
        try await service.waitForErrors(containing: "started a workout of \(Self.shown)")
        service.signal(SIGTERM)
        let served = try await service.wait()
        #expect(Self.isHarmless(served.errors), "\(served.errors.debugDescription)")
    }
}
