import BlueZTestKit
import DBus
import Foundation
import SensorProfiles
import TestKit
import Testing

private let adapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)

/// The command with a bluetoothd that refuses, hangs or goes.
@Suite(.timeLimit(.minutes(5))) struct DaemonFaultTests {
    private let bus: PrivateBus
    private let fake: FakeBlueZ
    private let state: TemporaryDirectory

    init() async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        state = try TemporaryDirectory()
        await fake.addAdapter(adapter)
        await fake.add(.strap(strap), to: adapter)
    }

    private func start(_ words: String) throws -> CommandProcess {
        try CommandProcess(
            words.split(separator: " ").map(String.init) + ["--state-directory", state.path],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    }

    private func pair() async throws {
        let outcome = try await start("pair \(strap)").wait()
        try #require(outcome.status == 0, "standard error: \(outcome.errors)")
    }

    /// Starts the service and waits until the strap streams.
    private func serve() async throws -> CommandProcess {
        let earlier = await fake.calls("StartNotify")
        let service = try start("serve")
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        return service
    }

    /// How long a process takes to end.
    private func end(_ process: CommandProcess) async throws -> (
        outcome: CommandProcess.Outcome, after: Duration
    ) {
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = try await process.wait()
        return (outcome, clock.now - start)
    }

    @Test("A service whose bluetoothd cannot be read at first says so once, and is well when bluetoothd is")
    func unreadable() async throws {
        try await pair()
        let denied = DBusError(name: DBusError.accessDeniedName, message: "Rejected send message")
        await fake.fail("GetManagedObjects", with: [denied, denied])
        let service = try await serve()
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "started a workout of rider")
        service.signal(SIGTERM)
        let outcome = try await service.wait()
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        let complaints = outcome.errors.split(separator: "\n").filter {
            $0.contains("does not let this user")
        }
        #expect(complaints.count == 1, "standard error: \(outcome.errors)")
        #expect(outcome.errors.contains("pulsewatt: bluetoothd answers\n"))
    }

    @Test("Commands for people end with what is wrong where bluetoothd cannot be read")
    func unreadableForPeople() async throws {
        let denied = DBusError(name: DBusError.accessDeniedName, message: "Rejected send message")
        await fake.fail("GetManagedObjects", with: [denied])
        let process = try CommandProcess(
            ["scan", "--duration", "1s"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        let outcome = try await process.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the message bus does not let this user talk to BlueZ"))
    }

    @Test(
        "A service whose bluetoothd hangs ends in a few seconds when it is told to, and the workout is kept")
    func hangingService() async throws {
        try await pair()
        let service = try await serve()
        await fake.notify(strap, .heartRateMeasurement, [0x00, 100])
        try await service.waitForErrors(containing: "started a workout of rider")
        await fake.hang()
        service.signal(SIGTERM)
        let (outcome, time) = try await end(service)
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(time < .seconds(15))
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.path + "/workouts").count == 1)
    }

    @Test("A service that scans while bluetoothd hangs ends in a few seconds too")
    func hangingScanOfService() async throws {
        try await pair()
        await fake.setAdvertising(false, strap)
        let service = try start("serve")
        try await fake.wait(for: .discovering(adapter))
        await fake.hang()
        service.signal(SIGTERM)
        let (outcome, time) = try await end(service)
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(time < .seconds(15))
    }

    @Test("A service that waits for an answer of a hanging bluetoothd ends in a few seconds too")
    func hangingStart() async throws {
        try await pair()
        await fake.hang()
        let earlier = await fake.calls("GetManagedObjects")
        let service = try start("serve")
        try await fake.wait(for: .called("GetManagedObjects", times: earlier + 1))
        service.signal(SIGTERM)
        #expect(try await end(service).after < .seconds(15))
    }

    @Test("A scan ends a few seconds after its time where bluetoothd hangs")
    func hangingScan() async throws {
        await fake.hang(["StopDiscovery"])
        let process = try CommandProcess(
            ["scan", "--duration", "1s"], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        let (outcome, time) = try await end(process)
        #expect(outcome.output.contains("\(strap)"))
        #expect(time < .seconds(15))
    }

    @Test("Pairing ends a few seconds after a sensor was tried where bluetoothd hangs from then on")
    func hangingPair() async throws {
        await fake.hang(["Disconnect", "StopDiscovery", "UnregisterAgent", "StopNotify"])
        let (outcome, time) = try await end(try start("pair \(strap)"))
        #expect(outcome.status == 0, "standard error: \(outcome.errors)")
        #expect(time < .seconds(25))
    }

    @Test("Pairing that is interrupted cancels its attempt, and leaves no link and no memory of the sensor")
    func interruptedPair() async throws {
        await fake.script(strap, connect: [.hang])
        let process = try start("pair \(strap)")
        try await fake.wait(for: .connecting(strap))
        process.signal(SIGINT)
        let outcome = try await process.wait()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("interrupted; \(strap) is not paired"), "\(outcome.errors)")
        #expect(await fake.calls("Disconnect") >= 1)
        #expect(await fake.calls("RemoveDevice") == 1)
        #expect(await !fake.isConnected(strap, on: nil))
    }

    @Test("A search for a sensor that is interrupted ends at once")
    func interruptedSearch() async throws {
        let process = try start("pair C0:FF:EE:00:00:99")
        try await fake.wait(for: .discovering(adapter))
        process.signal(SIGTERM)
        let (outcome, time) = try await end(process)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("interrupted; C0:FF:EE:00:00:99 is not paired"), "\(outcome.errors)")
        #expect(time < .seconds(15))
    }

    @Test("The list of sensors does not wait long for a bluetoothd that hangs")
    func hangingList() async throws {
        try await pair()
        await fake.hang()
        let (outcome, time) = try await end(try start("sensors"))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\(strap)"))
        #expect(time < .seconds(15))
    }

    @Test("When bluetoothd goes as it does at a restart, only its going and its coming are told, once each")
    func restart() async throws {
        try await pair()
        let service = try await serve()
        // A bluetoothd that ends switches its adapters off first; one that starts shows them off for a moment.
        await fake.setPowered(false, adapter: adapter)
        await fake.stopDaemon()
        try await service.waitForErrors(containing: "bluetoothd is gone")
        let earlier = await fake.calls("StartNotify")
        try await fake.startDaemon()
        await fake.setPowered(true, adapter: adapter)
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        service.signal(SIGTERM)
        let lines = try await service.wait().errors.split(separator: "\n")
        #expect(
            lines == [
                "pulsewatt: bluetoothd is gone; waiting for it to come back", "pulsewatt: bluetoothd is back",
            ],
            "standard error: \(lines)")
    }

    @Test("Without bluetoothd or an adapter the service says so once, waits, and says when it is there")
    func absent() async throws {
        try await pair()
        await fake.removeAdapter(adapter)
        await fake.stopDaemon()
        let service = try start("serve")
        try await service.waitForErrors(containing: "bluetoothd is not running; start it with")
        try await fake.startDaemon()
        try await service.waitForErrors(containing: "there is no Bluetooth adapter; plug one in")
        let earlier = await fake.calls("StartNotify")
        await fake.addAdapter(adapter)
        await fake.setAdvertising(true, strap)
        try await fake.wait(for: .called("StartNotify", times: earlier + 1))
        service.signal(SIGTERM)
        let lines = try await service.wait().errors.split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != ";" } } == [
                "pulsewatt: bluetoothd is not running", "pulsewatt: bluetoothd is there",
                "pulsewatt: there is no Bluetooth adapter", "pulsewatt: Adapter hci0 is there",
            ], "standard error: \(lines)")
    }
}
