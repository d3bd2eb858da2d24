import BlueZTestKit
import DBus
import Foundation
import SensorProfiles
import TestKit
import Testing

private let adapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
private let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)

/// The command against a fake BlueZ on a bus of its own.
@Suite(.timeLimit(.minutes(5))) struct ServiceTests {
    private let bus: PrivateBus
    private let fake: FakeBlueZ
    private let state: TemporaryDirectory

    init() async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        state = try TemporaryDirectory()
    }

    private func plugIn() async {
        await fake.addAdapter(adapter)
        await fake.add(.strap(strap), to: adapter)
        await fake.add(.powerMeter(meter), to: adapter)
    }

    private func start(_ words: String) throws -> CommandProcess {
        try CommandProcess(
            words.split(separator: " ").map(String.init),
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    private func run(_ words: String) async throws -> CommandProcess.Outcome {
        try await start(words).wait()
    }

    private func pair() async throws {
        let outcome = try await run("pair \(strap) --rider Ida --state-directory \(state.path)")
        try #require(outcome.status == 0, "standard error: \(outcome.errors)")
    }

    private func workouts() throws -> [[String: Any]] {
        let directory = state.path + "/workouts"
        return try FileManager.default.contentsOfDirectory(atPath: directory).sorted().map { name in
            let data = try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    @Test(
        "Without an adapter, or with one that is off, commands say what to do",
        arguments: [nil, "off", "off-blocked"] as [String?])
    func adapters(powerState: String?) async throws {
        if let powerState { await fake.addAdapter(adapter, powered: false, powerState: powerState) }
        let outcome = try await run("scan --duration 1s")
        #expect(outcome.status == 1)
        let advice = [
            nil: "no Bluetooth adapter", "off": "bluetoothctl power on",
            "off-blocked": "rfkill unblock bluetooth",
        ]
        #expect(outcome.errors.contains(advice[powerState] ?? ""), "standard error: \(outcome.errors)")
    }

    @Test("An adapter that is not there is named")
    func unknownAdapter() async throws {
        await plugIn()
        let outcome = try await run("scan --duration 1s --adapter AA:00:00:00:00:02")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is no adapter AA:00:00:00:00:02"))
    }

    @Test("Without bluetoothd commands say how to start it")
    func noDaemon() async throws {
        await fake.stopDaemon()
        let outcome = try await run("scan --duration 1s")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("bluetoothd is not running; start it with: systemctl start bluetooth"))
    }

    @Test("A scan lists the sensors in range with what they measure")
    func scan() async throws {
        await plugIn()
        let table = try await run("scan --duration 1s")
        #expect(table.status == 0)
        #expect(table.output.contains("C0:FF:EE:00:00:01  Strap        heart_rate"))
        #expect(table.output.contains("C0:FF:EE:00:00:02  Power Meter  cycling_power"))
        let json = try await run("scan --duration 1s --json")
        let sensors = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(sensors.map { $0["address"] as? String } == ["C0:FF:EE:00:00:01", "C0:FF:EE:00:00:02"])
    }

    @Test("A sensor is paired with a rider, listed, and forgotten")
    func pairing() async throws {
        await plugIn()
        let paired = try await run("pair \(strap) --rider Ida --state-directory \(state.path)")
        #expect(paired.status == 0)
        #expect(paired.output == "Paired Strap C0:FF:EE:00:00:01 with Ida: heart_rate\n")
        try await fake.wait(for: .disconnected(strap))
        let listed = try await run("sensors --state-directory \(state.path)")
        #expect(listed.output.contains("C0:FF:EE:00:00:01  Strap  Ida    away   87 %     heart_rate"))
        #expect(try await run("forget \(strap) --state-directory \(state.path)").status == 0)
        #expect(await fake.calls("RemoveDevice") == 1)
        #expect(
            try await run("sensors --state-directory \(state.path)").output.contains("No sensor is paired"))
    }

    @Test("A sensor that does not advertise is not found, and the error says what to try")
    func notInRange() async throws {
        await plugIn()
        let outcome = try await run("pair C0:FF:EE:00:00:99 --duration 1s --state-directory \(state.path)")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("C0:FF:EE:00:00:99 was not seen; wear the strap"))
    }

    @Test("Pairing bonds with a sensor that asks for it, and goes on after an aborted attempt")
    func bonding() async throws {
        await plugIn()
        await fake.script(strap, connect: [.abort, .succeed])
        await fake.fail(
            "StartNotify", with: [DBusError(name: "org.bluez.Error.NotPermitted", message: "Not paired")])
        let outcome = try await run("pair \(strap) --state-directory \(state.path)")
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(await fake.calls("Pair") == 1)
    }

    @Test("A device that measures nothing is refused, and BlueZ's memory of it is removed")
    func noSensor() async throws {
        await plugIn()
        let lamp = BluetoothAddress(value: 0xC0_FF_EE_00_00_77)
        await fake.add(
            FakePeripheral(
                address: lamp, name: "Lamp", services: [.deviceInformation(model: "L", serial: "1")]),
            to: adapter)
        let outcome = try await run("pair \(lamp) --state-directory \(state.path)")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("2a37"), "standard error: \(outcome.errors)")
        #expect(await fake.calls("RemoveDevice") == 1)
        #expect(
            try await run("sensors --state-directory \(state.path)").output.contains("No sensor is paired"))
    }

    @Test("Recording ends with Ctrl-C and keeps what the sensor sent")
    func record() async throws {
        await plugIn()
        try await pair()
        let earlier = await fake.calls("StartNotify")
        let recording = try start("record --state-directory \(state.path)")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        for _ in 0..<5 { await fake.notify(strap, .heartRateMeasurement, [0x10, 120, 0x00, 0x02]) }
        try await Task.sleep(for: .milliseconds(500))
        recording.signal(SIGINT)
        let outcome = try await recording.wait()
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        let workout = try #require(try workouts().first)
        #expect(workout["rider"] as? String == "Ida")
        #expect(workout["simulated"] as? Bool == false)
        let sensors = try #require(workout["sensors"] as? [[String: Any]])
        #expect(sensors.map { $0["model"] as? String } == ["HR-1"])
        let statistics = try #require(workout["statistics"] as? [String: [String: Any]])
        #expect(statistics["heart_rate"]?["average"] as? Double == 120)
    }

    @Test(
        "The service starts a workout by itself, takes up a sensor paired later, and writes the workout when it is stopped"
    )
    func serve() async throws {
        await plugIn()
        let service = try start("serve --state-directory \(state.path)")
        try await service.waitForErrors(containing: "no sensor is paired yet")
        try await pair()
        let earlier = await fake.calls("StartNotify")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        await fake.notify(strap, .heartRateMeasurement, [0x04, 0x00])
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "started a workout of Ida")
        await fake.notify(strap, .heartRateMeasurement, [0x00, 110])
        try await Task.sleep(for: .milliseconds(300))
        await fake.notify(strap, .heartRateMeasurement, [0x00, 120])
        try await Task.sleep(for: .milliseconds(200))
        service.signal(SIGTERM)
        let outcome = try await service.wait()
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        let workouts = try workouts()
        #expect(workouts.count == 1)
        let statistics = try #require(workouts.first?["statistics"] as? [String: [String: Any]])
        #expect(statistics["heart_rate"]?["minimum"] as? Double == 100)
        #expect(statistics["heart_rate"]?["maximum"] as? Double == 120)
    }

    @Test("A workout is written when no sensor has sent for the time that ends it")
    func silence() async throws {
        await plugIn()
        try await pair()
        let earlier = await fake.calls("StartNotify")
        let service = try start("serve --finish-after 2s --state-directory \(state.path)")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "wrote \(state.path)/workouts/")
        service.signal(SIGTERM)
        #expect(try await service.wait().status == 0)
        #expect(try workouts().count == 1)
    }

    @Test("A killed service goes on with its workout when it is started again and the strap is back")
    func killed() async throws {
        await plugIn()
        try await pair()
        let earlier = await fake.calls("StartNotify")
        let service = try start("serve --state-directory \(state.path)")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        for _ in 0..<3 { await fake.notify(strap, .heartRateMeasurement, [0x00, 100]) }
        try await service.waitForErrors(containing: "started a workout of Ida")
        service.signal(SIGKILL)
        _ = try await service.wait()

        let next = try start("serve --state-directory \(state.path)")
        try await next.waitForErrors(containing: "it goes on if a sensor comes back")
        try await fake.wait(for: .called("StartNotify", times: earlier + 2))
        await fake.notify(strap, .heartRateMeasurement, [0x00, 120])
        try await next.waitForErrors(containing: "went on with the interrupted workout of Ida")
        next.signal(SIGTERM)
        let outcome = try await next.wait()
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        let workouts = try workouts()
        #expect(workouts.count == 1)
        let statistics = try #require(workouts.first?["statistics"] as? [String: [String: Any]])
        #expect(statistics["heart_rate"]?["minimum"] as? Double == 100)
        #expect(statistics["heart_rate"]?["maximum"] as? Double == 120)
        let events = try #require(workouts.first?["events"] as? [[String: Any]])
        #expect(events.contains { $0["type"] as? String == "recovered" })
    }

    @Test(
        "When the bus goes, the service writes what it has and ends with an error, so that systemd starts it again"
    )
    func busGone() async throws {
        await plugIn()
        try await pair()
        let earlier = await fake.calls("StartNotify")
        let service = try start("serve --state-directory \(state.path)")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "started a workout")
        bus.stop()
        let outcome = try await service.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the D-Bus system bus is gone"))
        #expect(try workouts().count == 1)
    }
}
