import BlueZTestKit
import DBus
import SensorProfiles
import Testing

@testable import BlueZ

@Suite(.timeLimit(.minutes(5))) struct ClientTests {
    @Test("From the first advertisement to the first value, and back")
    func wholeWay() async throws {
        let bench = try await Bench()
        let (fake, client, events) = (bench.fake, bench.client, bench.events)
        #expect(await client.isDaemonRunning)
        #expect(await client.adapters.map(\.address) == [.adapter])
        try await bench.connectStrap()
        #expect(await client.characteristics(of: .strap).contains(.heartRateMeasurement))
        #expect(await client.device(.strap)?.batteryPercent == 87)
        #expect(try await client.read(.bodySensorLocation, of: .strap) == [1])
        #expect(try await client.read(.serialNumber, of: .strap) == Array("S123".utf8))

        try await client.startNotify(.heartRateMeasurement, on: .strap)
        let before = EventLoop.now()
        for beat: UInt8 in 60..<80 { await fake.notify(.strap, .heartRateMeasurement, [0, beat]) }
        var beats: [UInt8] = []
        var last = before
        while beats.count < 20 {
            let value = try #require(try await events.value())
            guard value.characteristic == .heartRateMeasurement else { continue }
            #expect(value.device == .strap)
            #expect(value.time >= last)
            last = value.time
            beats.append(value.bytes[1])
        }
        #expect(beats == Array(60..<80))

        await client.stopNotify(.heartRateMeasurement, on: .strap)
        #expect(await fake.notify(.strap, .heartRateMeasurement, [0, 1]) == false)
        try await client.disconnect(.strap)
        #expect(try await events.change(.connection)?.isConnected == false)
        await client.stopDiscovery(on: .adapter)
        try await fake.wait(for: .notDiscovering(.adapter))
    }

    @Test("Discovery asks for low energy and the two services, and shows only what a service fits")
    func discovery() async throws {
        let bench = try await Bench()
        try await bench.client.startDiscovery(on: .adapter, services: [.cyclingPowerService])
        try await bench.events.seen(.meter)
        #expect(await bench.client.devices.map(\.id) == [.meter])
        #expect(await bench.client.ownsDiscovery(on: .adapter))
        // A session that is ours already is as good as a new one, and takes the new filter.
        try await bench.client.startDiscovery(on: .adapter)
        #expect(await bench.client.ownsDiscovery(on: .adapter))
        await bench.client.stopDiscovery(on: .adapter)
        await bench.client.stopDiscovery(on: .adapter)
        #expect(await bench.client.adapter(.adapter)?.isDiscovering == false)
        #expect(await bench.client.device(.meter)?.rssi == nil)
    }

    @Test("InProgress without a session of ours is an error")
    func stuckDiscovery() async throws {
        let bench = try await Bench()
        await bench.fake.fail("StartDiscovery", with: [.inProgress])
        let error = await #expect(throws: BlueZError.self) {
            try await bench.client.startDiscovery(on: .adapter)
        }
        #expect(error?.kind == .busy)
        #expect(await !bench.client.ownsDiscovery(on: .adapter))
    }

    @Test("Advertisements of strangers are heard only while every device is watched")
    func strangers() async throws {
        let bench = try await Bench(wanted: [.strap])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.meter)
        await bench.fake.advertise(.meter, rssi: -31)
        await bench.fake.advertise(.strap, rssi: -32)
        let first = try await bench.events.until {
            if case .deviceSeen(let device) = $0 { [-31, -32].contains(device.rssi) } else { false }
        }
        guard case .deviceSeen(let device)? = first.last else { return }
        #expect(device.id == .strap)
        try await bench.client.startDiscovery(on: .adapter, watchingEveryDevice: true)
        await bench.fake.advertise(.meter, rssi: -33)
        try await bench.events.until {
            if case .deviceSeen(let device) = $0 { device.id == .meter && device.rssi == -33 } else { false }
        }
    }

    @Test("Copies of one packet make one value")
    func duplicates() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        try await bench.client.startNotify(.heartRateMeasurement, on: .strap)
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 60], copies: 3)
        await bench.fake.notify(.strap, .heartRateMeasurement, [0, 61])
        #expect(try await bench.events.value()?.bytes == [0, 60])
        #expect(try await bench.events.value()?.bytes == [0, 61])
    }

    @Test("A battery that changes is told, one that goes is unknown")
    func battery() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        await bench.fake.setBattery(42, .strap)
        try await bench.events.until {
            if case .deviceChanged(let device, [.battery]) = $0 { device.batteryPercent == 42 } else { false }
        }
        await bench.fake.dropLink(.strap)
        try await bench.events.until {
            if case .deviceChanged(let device, [.battery]) = $0 {
                device.batteryPercent == nil
            } else {
                false
            }
        }
    }

    @Test("A busy read is tried again; a refused one is an error")
    func reading() async throws {
        let bench = try await Bench(wanted: [])
        var strap = FakePeripheral.strap(.strap)
        strap.services[0].characteristics[1].readErrors = [.inProgress, .inProgress]
        strap.services[1].characteristics[0].readErrors = [
            DBusError(name: "org.bluez.Error.Failed", message: "Operation failed with ATT error: 0x0e")
        ]
        await bench.fake.add(strap, to: .adapter)
        try await bench.connectStrap()
        #expect(try await bench.client.read(.bodySensorLocation, of: .strap) == [1])
        let error = await #expect(throws: BlueZError.self) {
            try await bench.client.read(.manufacturerName, of: .strap)
        }
        #expect(error?.kind == .attributeError(0x0E))
        let missing = await #expect(throws: BlueZError.self) {
            try await bench.client.read(.cyclingPowerFeature, of: .strap)
        }
        #expect(missing?.kind == .characteristicMissing)
    }

    @Test("Pairing goes through our agent, trust is kept, and what is removed is gone")
    func pairing() async throws {
        let bench = try await Bench(wanted: [])
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        try await bench.client.pair(.strap)
        #expect(await bench.client.device(.strap)?.isPaired == true)
        try await bench.client.pair(.strap)
        try await bench.client.setTrusted(true, .strap)
        try await bench.events.until {
            if case .deviceChanged(let device, let changes) = $0 {
                changes.contains(.trust) && device.isTrusted
            } else {
                false
            }
        }
        try await bench.client.remove(.strap)
        try await bench.events.until { $0 == .deviceRemoved(.strap) }
        try await bench.client.remove(.strap)
        #expect(await bench.client.device(.strap) == nil)
    }

    @Test("A sensor that refuses to pair is an error")
    func refusedPairing() async throws {
        let bench = try await Bench()
        var strap = FakePeripheral.strap(.strap)
        strap.canPair = false
        await bench.fake.add(strap, to: .adapter)
        try await bench.client.startDiscovery(on: .adapter)
        try await bench.events.seen(.strap)
        let error = await #expect(throws: BlueZError.self) { try await bench.client.pair(.strap) }
        #expect(error?.kind == .authenticationFailed)
    }

    @Test("Stopping gives the discovery back, ends the events, and leaves links alone")
    func stopping() async throws {
        let bench = try await Bench()
        try await bench.connectStrap()
        await bench.client.stop()
        try await bench.fake.wait(for: .notDiscovering(.adapter))
        try await bench.fake.wait(for: .connected(.strap))
        await #expect(throws: StreamEnded.self) { try await bench.events.until { _ in false } }
    }
}
