import BlueZTestKit
import Bridge
import DBus
import SensorProfiles
import Testing

/// Every test ends within the limit, which only a hang can reach: what is waited for either happens, or the test fails.
@Suite(.timeLimit(.minutes(5))) struct BlueZSensorsTests {
    @Test("A wanted sensor is found, connected, subscribed and described, and its values come in order")
    func wholeLink() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        let first = try await bench.next { _ in true }
        #expect(first.kind == .connected)
        #expect(try await bench.nextBeat() == 60)
        for bpm: UInt8 in 61...80 { try await bench.beat(bpm) }
        for bpm: UInt8 in 61...80 { #expect(try await bench.nextBeat() == bpm) }
        await bench.stop()
    }

    @Test("What a sensor says of itself is read after the subscription")
    func description() async throws {
        let bench = try await SensorsBench()
        let event = try await bench.next { if case .described = $0 { true } else { false } }
        guard case .described(let description) = event.kind else { return }
        #expect(description.name == "Strap")
        #expect(description.services == ["heart_rate"])
        #expect(description.details.manufacturer == "Pulsewatt Test")
        #expect(description.details.model == "HR-1")
        #expect(description.details.serial == "S123")
        #expect(description.details.firmware == "1.2.3")
        #expect(description.details.bodyLocation == "chest")
        #expect(description.details.batteryPercent == 87)
        await bench.stop()
    }

    @Test("Two sensors are both served")
    func two() async throws {
        let bench = try await SensorsBench(wanted: [WantedSensor(.strap), WantedSensor(.meter)])
        try await bench.fake.wait(for: .notifying(.strap, .heartRateMeasurement))
        try await bench.fake.wait(for: .notifying(.meter, .cyclingPowerMeasurement))
        await bench.fake.notify(.meter, .cyclingPowerMeasurement, [0, 0, 200, 0])
        let event = try await bench.next(of: .meter) { if case .notification = $0 { true } else { false } }
        #expect(event.kind == .notification(characteristic: .cyclingPowerMeasurement, value: [0, 0, 200, 0]))
        await bench.stop()
    }

    @Test("The scan ends when nothing is missing, and sensors nobody wants are left alone")
    func scanEnds() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        try await bench.fake.wait(for: .notDiscovering(.adapter))
        #expect(await bench.fake.calls("Connect") == 1)
        await bench.stop()
    }

    @Test("A lost link is told and made again")
    func lostLink() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        #expect(try await bench.nextBeat() == 60)
        await bench.fake.dropLink(.strap)
        _ = try await bench.next { $0 == .disconnected }
        try await bench.beat(61, afterSubscription: 2)
        _ = try await bench.next { $0 == .connected }
        #expect(try await bench.nextBeat() == 61)
        await bench.stop()
    }

    @Test(
        "An attempt that fails is made again",
        arguments: [
            FakeConnect.abort, .vanish, .resolveEmpty,
            .fail(DBusError(name: "org.bluez.Error.Failed", message: "le-connection-abort-by-local")),
            .fail(DBusError(name: "org.bluez.Error.InProgress", message: "Operation already in progress")),
            .fail(DBusError(name: "org.bluez.Error.Failed", message: "Input/output error")),
        ])
    func failedAttempt(connect: FakeConnect) async throws {
        let bench = try await SensorsBench { await $0.script(.strap, connect: [connect, .succeed]) }
        // A device that vanished is found by its next advertisement.
        if case .vanish = connect {
            try await bench.fake.wait(for: .called("Connect", times: 1))
            await bench.fake.setAdvertising(true, .strap)
            await bench.fake.advertise(.strap, rssi: -50)
        }
        try await bench.beat(60)
        #expect(try await bench.nextBeat() == 60)
        await bench.stop()
    }

    @Test("A scan that BlueZ cannot start now is tried again")
    func scanInProgress() async throws {
        let inProgress = DBusError(
            name: "org.bluez.Error.InProgress", message: "Operation already in progress")
        let bench = try await SensorsBench {
            await $0.fail("StartDiscovery", with: [inProgress, inProgress, inProgress])
        }
        try await bench.beat(60)
        #expect(try await bench.nextBeat() == 60)
        await bench.stop()
    }

    @Test("An adapter that is off is told once, with what to do, and served when it is on")
    func adapterOff() async throws {
        let bench = try await SensorsBench(settling: 0) { await $0.setPowered(false, adapter: .adapter) }
        try await bench.log.wait(for: "bluetoothctl power on")
        await bench.fake.setPowered(true, adapter: .adapter)
        try await bench.beat(60)
        #expect(try await bench.nextBeat() == 60)
        #expect(bench.log.all.filter { $0.contains("bluetoothctl power on") }.count == 1)
        await bench.stop()
    }

    @Test("An adapter that is switched off in the middle loses its links, and they come back with it")
    func adapterOffMidway() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        await bench.fake.setPowered(false, adapter: .adapter)
        _ = try await bench.next { $0 == .disconnected }
        await bench.fake.setPowered(true, adapter: .adapter)
        try await bench.beat(61, afterSubscription: 2)
        _ = try await bench.next { $0 == .connected }
        #expect(try await bench.nextBeat() == 61)
        await bench.stop()
    }

    @Test("A bluetoothd that restarts while notifications flow is followed into its new life")
    func daemonRestart() async throws {
        let bench = try await SensorsBench()
        for bpm: UInt8 in 60...70 { try await bench.beat(bpm) }
        await bench.fake.stopDaemon()
        _ = try await bench.next { $0 == .disconnected }
        try await bench.fake.startDaemon()
        try await bench.beat(90, afterSubscription: 2)
        _ = try await bench.next { $0 == .connected }
        #expect(try await bench.nextBeat() == 90)
        #expect(bench.log.all.contains { $0.contains("bluetoothd is gone") })
        await bench.stop()
    }

    @Test("An adapter that goes and comes back under another name is the same one")
    func adapterRenamed() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        await bench.fake.removeAdapter(.adapter)
        _ = try await bench.next { $0 == .disconnected }
        await bench.fake.addAdapter(.adapter, name: "hci2")
        try await bench.beat(61, afterSubscription: 2)
        _ = try await bench.next { $0 == .connected }
        await bench.stop()
    }

    @Test("A sensor whose object is removed without a word is sought again")
    func vanished() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        await bench.fake.vanish(.strap)
        _ = try await bench.next { $0 == .disconnected }
        await bench.fake.setAdvertising(true, .strap)
        try await bench.fake.wait(for: .discovering(.adapter))
        await bench.fake.advertise(.strap, rssi: -50)
        try await bench.beat(61, afterSubscription: 2)
        _ = try await bench.next { $0 == .connected }
        await bench.stop()
    }

    @Test("A link that BlueZ makes by itself is adopted, not made again")
    func adopted() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        await bench.fake.setAdvertising(false, .strap)
        await bench.fake.dropLink(.strap)
        _ = try await bench.next { $0 == .disconnected }
        await bench.fake.linkUp(.strap)
        await bench.fake.resolve(.strap)
        try await bench.beat(61, afterSubscription: 2)
        _ = try await bench.next { $0 == .connected }
        #expect(await bench.fake.calls("Connect") == 1)
        await bench.stop()
    }

    @Test("A battery that changes is told")
    func battery() async throws {
        let bench = try await SensorsBench()
        _ = try await bench.next { if case .described = $0 { true } else { false } }
        await bench.fake.setBattery(20, .strap)
        let event = try await bench.next { if case .described = $0 { true } else { false } }
        guard case .described(let description) = event.kind else { return }
        #expect(description.details.batteryPercent == 20)
        #expect(description.details.model == "HR-1")
        await bench.stop()
    }

    @Test("A sensor that is no longer wanted is let go")
    func unwanted() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        await bench.sensors.want([])
        try await bench.fake.wait(for: .disconnected(.strap))
        await bench.stop()
    }

    @Test("Stopping ends the links and the events")
    func stop() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        await bench.stop()
        try await bench.fake.wait(for: .disconnected(.strap))
        try await bench.fake.wait(for: .notDiscovering(.adapter))
        await #expect(throws: SensorsBench.StreamEnded.self) { try await bench.next { _ in false } }
    }

    @Test("When the bus goes, the links are told to be gone and the events end")
    func busGone() async throws {
        let bench = try await SensorsBench()
        try await bench.beat(60)
        #expect(try await bench.nextBeat() == 60)
        bench.bus.stop()
        _ = try await bench.next { $0 == .disconnected }
        await #expect(throws: SensorsBench.StreamEnded.self) { try await bench.next { _ in false } }
    }
}
