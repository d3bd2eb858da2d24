import BlueZTestKit
import DBus
import Foundation
import SensorProfiles
import TestKit
import Testing

private let internalAdapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
private let stick = BluetoothAddress(value: 0xAA_00_00_00_00_02)
private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)

/// The command on a machine with two adapters that both see one strap.
@Suite(.timeLimit(.minutes(5))) struct AdapterTests {
    private let bus: PrivateBus
    private let fake: FakeBlueZ
    private let state: TemporaryDirectory

    init() async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        state = try TemporaryDirectory()
        await fake.addAdapter(internalAdapter, name: "hci0")
        await fake.addAdapter(stick, name: "hci1")
        for adapter in [internalAdapter, stick] { await fake.add(.strap(strap), to: adapter) }
    }

    private func start(_ words: String) throws -> CommandProcess {
        try CommandProcess(
            words.split(separator: " ").map(String.init),
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    private func run(_ words: String) async throws -> CommandProcess.Outcome {
        try await start(words).wait()
    }

    private func storedAdapter() throws -> String? {
        let data = try Data(contentsOf: URL(fileURLWithPath: state.path + "/sensors.json"))
        let content = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let sensors = try #require(content["sensors"] as? [[String: Any]])
        #expect(sensors.count == 1)
        return sensors.first?["adapter"] as? String
    }

    @Test("A sensor that was paired through one of two adapters is recorded through that one")
    func service() async throws {
        let paired = try await run("pair \(strap) --adapter \(stick) --state-directory \(state.path)")
        #expect(paired.status == 0, "standard error: \(paired.errors)")
        let earlier = await fake.calls("StartNotify")
        let service = try start("serve --state-directory \(state.path)")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        try await fake.wait(for: .connected(strap, on: stick))
        service.signal(SIGTERM)
        #expect(try await service.wait().status == 0)
        // One for pairing and one for the service: the other adapter was never tried.
        #expect(await fake.calls("Connect") == 2)
    }

    @Test("Pairing remembers the adapter that it used, and uses it again unless told otherwise")
    func pairing() async throws {
        let state = state.path
        #expect(try await run("pair \(strap) --adapter \(stick) --state-directory \(state)").status == 0)
        #expect(try storedAdapter() == "\(stick)")
        // The internal adapter comes first, and is left alone.
        #expect(try await run("pair \(strap) --rider Ida --state-directory \(state)").status == 0)
        #expect(try storedAdapter() == "\(stick)")
        await fake.removeAdapter(stick)
        #expect(try await run("pair \(strap) --state-directory \(state)").status == 0)
        #expect(try storedAdapter() == "\(internalAdapter)")
        let listed = try await run("sensors --json --state-directory \(state)")
        let sensors = try #require(
            try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
        #expect(sensors.map { $0["adapter"] as? String } == ["\(internalAdapter)"])
    }

    @Test(
        "A sensor that is connected through another adapter than its own keeps its own when its rider changes"
    )
    func riderOfConnected() async throws {
        let state = state.path
        #expect(try await run("pair \(strap) --adapter \(stick) --state-directory \(state)").status == 0)
        await fake.linkUp(strap, on: internalAdapter)
        await fake.exportServices(strap, on: internalAdapter)
        await fake.resolve(strap, on: internalAdapter)
        let outcome = try await run("pair \(strap) --rider Ida --state-directory \(state)")
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(try storedAdapter() == "\(stick)")
        #expect(await fake.linksBesideAnother == 0)
        #expect(await fake.isConnected(strap, on: internalAdapter))
    }

    @Test("A sensor that one adapter is connected to is not connected through another one for pairing")
    func connectedElsewhere() async throws {
        await fake.linkUp(strap, on: internalAdapter)
        let outcome = try await run(
            "pair \(strap) --adapter \(stick) --duration 2s --state-directory \(state.path)")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("C0:FF:EE:00:00:01 is connected through adapter hci0"),
            "standard error: \(outcome.errors)")
        #expect(await fake.linksBesideAnother == 0)
    }

    @Test("Forgetting removes the sensor from every adapter that knows it, also where one of them refuses")
    func forgetting() async throws {
        for adapter in [internalAdapter, stick] {
            #expect(
                try await run("pair \(strap) --adapter \(adapter) --state-directory \(state.path)").status
                    == 0)
        }
        await fake.fail("RemoveDevice", with: [.notReady])
        let outcome = try await run("forget \(strap) --state-directory \(state.path)")
        #expect(outcome.status == 0)
        #expect(await fake.calls("RemoveDevice") == 2)
        #expect(
            outcome.errors.contains("still knows the sensor: Adapter hci0 is switched off"),
            "standard error: \(outcome.errors)")
        #expect(
            try await run("sensors --state-directory \(state.path)").output.contains("No sensor is paired"))
    }

    @Test("Forgetting says when the adapter that a sensor was paired on is not there")
    func forgettingWithoutAdapter() async throws {
        #expect(
            try await run("pair \(strap) --adapter \(stick) --state-directory \(state.path)").status == 0)
        await fake.removeAdapter(stick)
        let outcome = try await run("forget \(strap) --state-directory \(state.path)")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains("Adapter \(stick) is not there and may still know the sensor"),
            "standard error: \(outcome.errors)")
    }

    @Test("A scan with two adapters shows a sensor once, under the adapter that hears it best")
    func scan() async throws {
        var near = FakePeripheral.strap(strap)
        near.rssi = -40
        await fake.add(near, to: internalAdapter)
        let json = try await run("scan --duration 1s --json")
        let sensors = try #require(
            try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(sensors.map { $0["address"] as? String } == ["\(strap)"])
        #expect(sensors.map { $0["adapter"] as? String } == ["\(internalAdapter)"])
        let table = try await run("scan --duration 1s")
        #expect(table.output.contains("\(strap)  Strap  heart_rate  -40 dBm  \(internalAdapter)"))
    }
}
