import BlueZTestKit
import DBus
import SensorProfiles
import Testing

@testable import BlueZ

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
    /// Connects to the strap as it was scripted and gives the error.
    private func connectError(_ bench: Bench, _ step: FakeConnect, deadline: Duration = .seconds(20))
        async throws
        -> BlueZError?
    {
        await bench.fake.script(.strap, connect: [step])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        return await #expect(throws: BlueZError.self) {
            try await bench.client.connect(.strap, deadline: deadline)
        }
    }

    @Test("A failed link is one to retry, once Connected is false again")
    func abort() async throws {
        let bench = try await Bench()
        #expect(try await connectError(bench, .abort)?.kind == .linkFailed)
        #expect(await bench.client.waitForDisconnection(.strap))
        try await bench.client.connect(.strap)
        try await bench.client.waitForServices(.strap)
    }

    @Test(
        "Errors of Connect keep their meaning",
        arguments: [
            (DBusError.inProgress, BlueZError.Kind.busy), (.notReady, .adapterOff),
            (.abortByLocal, .linkFailed),
            (
                DBusError(name: "org.bluez.Error.Failed", message: "Operation already in progress"),
                .alreadyAttempting
            ),
        ])
    func errors(error: DBusError, kind: BlueZError.Kind) async throws {
        let bench = try await Bench()
        #expect(try await connectError(bench, .fail(error))?.kind == kind)
    }

    @Test("Our deadline cancels an attempt with Disconnect, and the next may begin")
    func deadline() async throws {
        let bench = try await Bench()
        #expect(try await connectError(bench, .hang, deadline: .milliseconds(30))?.kind == .timedOut)
        #expect(await bench.fake.calls("Disconnect") == 1)
        try await bench.client.connect(.strap)
    }

    @Test("Cancelling the task cancels the attempt with Disconnect")
    func cancellation() async throws {
        let bench = try await Bench()
        await bench.fake.script(.strap, connect: [.hang])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        let attempt = Task { try await bench.client.connect(.strap) }
        try await bench.fake.wait(for: .connecting(.strap))
        attempt.cancel()
        let error = await #expect(throws: BlueZError.self) { try await attempt.value }
        #expect(error?.kind == .cancelled)
        #expect(await bench.fake.calls("Disconnect") == 1)
    }

    @Test("A device that vanishes during an attempt ends it without an answer")
    func vanishing() async throws {
        let bench = try await Bench()
        #expect(try await connectError(bench, .vanish)?.kind == .noSuchDevice)
        let again = await #expect(throws: BlueZError.self) { try await bench.client.connect(.strap) }
        #expect(again?.kind == .noSuchDevice)
    }

    @Test("One attempt an adapter at a time: the second begins when the first has ended")
    func serial() async throws {
        let bench = try await Bench()
        await bench.fake.script(.strap, connect: [.hang])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.until { _ in true }
        try await bench.fake.wait(for: .discovering(.adapter))
        try await bench.client.refreshed()
        let first = Task { try await bench.client.connect(.strap) }
        try await bench.fake.wait(for: .connecting(.strap))
        let second = Task { try await bench.client.connect(.meter) }
        // A call that comes after the second attempt was asked for shows that it has not been sent.
        try await bench.client.setTrusted(true, .meter)
        #expect(await bench.fake.calls("Connect") == 1)
        first.cancel()
        _ = await first.result
        try await second.value
        try await bench.fake.wait(for: .connected(.meter))
    }

    @Test("A resolved link that is up already is taken over without Connect")
    func adoption() async throws {
        let bench = try await Bench()
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        await bench.fake.linkUp(.strap)
        #expect(try await bench.events.change(.connection)?.isConnected == true)
        await bench.fake.exportServices(.strap)
        await bench.fake.resolve(.strap)
        try await bench.client.connect(.strap)
        #expect(await bench.fake.calls("Connect") == 0)
    }

    @Test("Services that are never resolved end at the deadline, or with the link, or with the device")
    func unresolved() async throws {
        let bench = try await Bench()
        await bench.fake.script(.strap, connect: [.neverResolve, .neverResolve])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        try await bench.client.connect(.strap)
        let timeout = await #expect(throws: BlueZError.self) {
            try await bench.client.waitForServices(.strap, deadline: .milliseconds(20))
        }
        #expect(timeout?.kind == .timedOut)

        let dropped = Task { try await bench.client.waitForServices(.strap) }
        await bench.fake.dropLink(.strap)
        let link = await #expect(throws: BlueZError.self) { try await dropped.value }
        #expect(link?.kind == .linkFailed)

        try await bench.client.connect(.strap)
        let vanished = Task { try await bench.client.waitForServices(.strap) }
        await bench.fake.vanish(.strap)
        let gone = await #expect(throws: BlueZError.self) { try await vanished.value }
        #expect(gone?.kind == .noSuchDevice)
    }

    @Test("Resolved but empty is a missing characteristic")
    func empty() async throws {
        let bench = try await Bench()
        await bench.fake.script(.strap, connect: [.resolveEmpty])
        try await bench.connectStrap()
        let error = await #expect(throws: BlueZError.self) {
            try await bench.client.waitForCharacteristic(
                .heartRateMeasurement, on: .strap, grace: .milliseconds(20))
        }
        #expect(error?.kind == .characteristicMissing)
    }

    @Test("Services that come late are waited for and told")
    func late() async throws {
        let bench = try await Bench()
        await bench.fake.script(.strap, connect: [.resolveBeforeExport])
        try await bench.connectStrap()
        let waiting = Task {
            try await bench.client.waitForCharacteristic(
                .heartRateMeasurement, on: .strap, grace: .seconds(20))
        }
        await bench.fake.exportServices(.strap)
        try await waiting.value
        try await bench.events.until { $0 == .characteristicAdded(.strap, .heartRateMeasurement) }
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
    }

    @Test("A subscription that is refused says what is wanted")
    func refusedSubscription() async throws {
        let bench = try await Bench()
        var strap = FakePeripheral.strap(.strap)
        strap.services[0].characteristics[0].startNotifyError = .notPaired
        await bench.fake.add(strap, to: .adapter)
        try await bench.connectStrap()
        let error = await #expect(throws: BlueZError.self) {
            try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        }
        #expect(error?.kind == .notPaired)
    }

    @Test("A dropped link and a new one carry values again, each once")
    func reconnection() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        await bench.fake.dropLink(.strap)
        #expect(try await bench.events.until(isConnectionLoss).isEmpty == false)
        await bench.client.stopNotify(.heartRateMeasurement, on: .strap)
        try await bench.client.connect(.strap)
        try await bench.client.waitForServices(.strap)
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 70])
        #expect(try await bench.events.value()?.bytes == [0, 70])
    }

    @Test("A daemon that dies during notifications and an attempt fails them, and comes back as a new one")
    func daemonRestart() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 60])
        #expect(try await bench.events.value()?.bytes == [0, 60])
        await bench.fake.script(.meter, connect: [.hang])
        let attempt = Task { try await bench.client.connect(.meter) }
        try await bench.fake.wait(for: .connecting(.meter))

        await bench.fake.stopDaemon()
        let error = await #expect(throws: BlueZError.self) { try await attempt.value }
        #expect(error?.kind == .daemonNotRunning)
        try await bench.events.until { $0 == .daemonVanished }
        #expect(await bench.client.adapters.isEmpty)
        #expect(await !bench.client.ownsDiscovery(on: .adapter))
        let refused = await #expect(throws: BlueZError.self) {
            try await bench.client.startDiscovery(on: .adapter)
        }
        #expect(refused?.kind == .daemonNotRunning)

        try await bench.fake.startDaemon()
        try await bench.events.until { $0 == .daemonAppeared }
        try await bench.events.until { if case .adapterAdded = $0 { true } else { false } }
        try await bench.connectStrap()
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 61])
        #expect(try await bench.events.value()?.bytes == [0, 61])
    }

    @Test("A link that a dead daemon left behind is ended and made again")
    func inheritedLink() async throws {
        let bench = try await Bench(foreignLinkGrace: .milliseconds(50))
        try await bench.connectStrap()
        await bench.fake.stopDaemon(keepingLinks: true)
        try await bench.events.until { $0 == .daemonVanished }
        try await bench.fake.startDaemon()
        #expect(try await bench.events.change(.connection)?.isConnected == true)
        try await bench.client.connect(.strap)
        try await bench.client.waitForServices(.strap)
        #expect(await bench.fake.calls("Disconnect") == 1)
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
    }

    @Test("A daemon that cannot be asked at first is an error at the start, and asked again later")
    func unreadableDaemon() async throws {
        let bench = try await Bench(isStarted: false)
        let denied = DBusError(name: DBusError.accessDeniedName, message: "Rejected send message")
        await bench.fake.fail("GetManagedObjects", with: [denied])
        let error = await #expect(throws: BlueZError.self) { try await bench.client.start() }
        #expect(error?.kind == .accessDenied)
        try await bench.events.until { $0 == .daemonAppeared }
    }

    @Test("Without a daemon the client waits for one")
    func noDaemon() async throws {
        let bench = try await Bench(isStarted: false)
        await bench.fake.stopDaemon()
        try await bench.client.start()
        #expect(await !bench.client.isDaemonRunning)
        try await bench.fake.startDaemon()
        let events = try await bench.events.until { if case .adapterAdded = $0 { true } else { false } }
        #expect(events.first == .daemonAppeared)
        #expect(await bench.client.isDaemonRunning)
    }

    @Test("An adapter that comes back under another name is the same one")
    func renumbering() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        await bench.fake.removeAdapter(.adapter)
        try await bench.events.until { $0 == .adapterRemoved(.adapter) }
        #expect(await bench.client.devices.isEmpty)
        #expect(await !bench.client.ownsDiscovery(on: .adapter))
        await bench.fake.addAdapter(.adapter, name: "hci2")
        try await bench.events.until {
            if case .adapterAdded(let adapter) = $0 { adapter.name == "hci2" } else { false }
        }
        try await bench.connectStrap()
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 65])
        #expect(try await bench.events.value()?.bytes == [0, 65])
    }

    @Test("An adapter that is switched off loses the discovery and refuses, and can be switched on")
    func power() async throws {
        let bench = try await Bench()
        try await bench.client.startDiscovery(on: .adapter)
        await bench.fake.setPowered(false, adapter: .adapter)
        try await bench.events.until {
            if case .adapterChanged(let adapter) = $0 { !adapter.isPowered } else { false }
        }
        #expect(await !bench.client.ownsDiscovery(on: .adapter))
        let error = await #expect(throws: BlueZError.self) {
            try await bench.client.startDiscovery(on: .adapter)
        }
        #expect(error?.kind == .adapterOff)
        #expect(error?.subject == "Adapter hci0")
        try await bench.client.setPowered(true, .adapter)
        try await bench.client.startDiscovery(on: .adapter)
    }

    @Test("rfkill is said, and not fought")
    func rfkill() async throws {
        let bench = try await Bench()
        await bench.fake.setPowered(false, adapter: .adapter, powerState: "off-blocked")
        try await bench.events.until {
            if case .adapterChanged(let adapter) = $0 { adapter.isBlocked } else { false }
        }
        let error = await #expect(throws: BlueZError.self) {
            try await bench.client.setPowered(true, .adapter)
        }
        #expect(error?.kind == .blockedByRfkill)
        #expect(await bench.fake.calls("Set") == 0)
        let discovery = await #expect(throws: BlueZError.self) {
            try await bench.client.startDiscovery(on: .adapter)
        }
        #expect(
            discovery?.description.hasPrefix(
                "Adapter hci0 is blocked by rfkill: run `rfkill unblock bluetooth`")
                == true)
    }

    @Test("The end of the bus ends everything with one event")
    func busDisconnects() async throws {
        let bench = try await Bench()
        await bench.fake.script(.strap, connect: [.hang])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        let attempt = Task { try await bench.client.connect(.strap) }
        try await bench.fake.wait(for: .connecting(.strap))
        bench.bus.stop()
        await #expect(throws: BlueZError.self) { try await attempt.value }
        try await bench.events.until { $0 == .busDisconnected }
        await #expect(throws: StreamEnded.self) { try await bench.events.until { _ in true } }
    }

    @Test("Signals of a program that is not BlueZ are not believed")
    func impostor() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        let stranger = try await DBusConnection.open(address: bench.bus.address, on: EventLoop())
        let path: ObjectPath = "/org/bluez/hci0/dev_C0_FF_EE_00_00_01/service0010/char0011"
        var forged = DBusMessage.signal(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            [
                .string("org.bluez.GattCharacteristic1"), .properties(["Value": .bytes([0, 255])]),
                .strings([]),
            ])
        // Sent to the client alone, it needs no match rule.
        forged.destination = bench.client.connection.uniqueName
        try await stranger.send(forged)
        _ = try await stranger.owner(of: "org.bluez")
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 60])
        #expect(try await bench.events.value()?.bytes == [0, 60])
    }

    private func isConnectionLoss(_ event: BlueZEvent) -> Bool {
        if case .deviceChanged(let device, let changes) = event {
            changes.contains(.connection) && !device.isConnected
        } else {
            false
        }
    }
}

extension BlueZClient {
    /// Returns when everything that the daemon said before has arrived.
    fileprivate func refreshed() async throws { await refresh() }
}
