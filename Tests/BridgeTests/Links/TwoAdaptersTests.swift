import BlueZTestKit
import Bridge
import SensorProfiles
import Testing

private let stick = BluetoothAddress(value: 0xAA_00_00_00_00_02)

/// The strap is in range of the usual adapter, hci0, and of a stick, hci1, on which it was paired.
@Suite(.timeLimit(.minutes(5))) struct TwoAdaptersTests {
    private static func bench(patience: Int64 = 200_000_000) async throws -> SensorsBench {
        try await SensorsBench(
            wanted: [WantedSensor(.strap, adapter: stick)], patience: patience,
            prepare: { fake in
                await fake.addAdapter(stick, name: "hci1")
                await fake.add(.strap(.strap), to: stick)
            })
    }

    /// Waits until the strap streams through an adapter, and gets a heart rate through it.
    ///
    /// BlueZ remembers listeners of a lost link, so a later subscription is waited for by its number.
    private func stream(
        _ bench: SensorsBench, through adapter: BluetoothAddress, _ bpm: UInt8, subscription number: Int = 1
    ) async throws {
        try await bench.fake.wait(for: .called("StartNotify", times: number))
        try await bench.fake.wait(for: .connected(.strap, on: adapter))
        try await bench.fake.wait(for: .notifying(.strap, .heartRateMeasurement, on: adapter))
        await bench.fake.notify(.strap, .heartRateMeasurement, [0x00, bpm], on: adapter)
        #expect(try await bench.nextBeat() == bpm)
    }

    private static func remarks(_ bench: SensorsBench) -> [String] {
        bench.log.all.filter { $0.contains("is used through") }
    }

    @Test("The sensor is connected through its own adapter, and the other one does not even scan for it")
    func own() async throws {
        let bench = try await Self.bench()
        try await stream(bench, through: stick, 60)
        await bench.fake.dropLink(.strap, on: stick)
        try await stream(bench, through: stick, 61, subscription: 2)
        #expect(await bench.fake.calls("StartDiscovery", on: .adapter) == 0)
        #expect(Self.remarks(bench).isEmpty)
        await bench.stop()
    }

    @Test(
        "Where its own adapter goes the sensor is used through the other one, which is told once, until the next connection after its return",
        arguments: [true, false])
    func unplugged(isRemoved: Bool) async throws {
        let bench = try await Self.bench()
        try await stream(bench, through: stick, 60)
        if isRemoved {
            await bench.fake.removeAdapter(stick)
        } else {
            await bench.fake.setPowered(false, adapter: stick)
        }
        try await stream(bench, through: .adapter, 61, subscription: 2)
        await bench.fake.dropLink(.strap, on: .adapter)
        try await stream(bench, through: .adapter, 62, subscription: 3)
        let reason = isRemoved ? "which is gone" : "which cannot be used now"
        #expect(
            Self.remarks(bench) == [
                "C0:FF:EE:00:00:01 is used through adapter hci0 (AA:00:00:00:00:01); it was paired through "
                    + "hci1 (AA:00:00:00:00:02), \(reason)"
            ])
        // Back under another name, the adapter is the same; the link that is up stays.
        if isRemoved {
            await bench.fake.addAdapter(stick, name: "hci4")
        } else {
            await bench.fake.setPowered(true, adapter: stick)
        }
        await bench.fake.notify(.strap, .heartRateMeasurement, [0x00, 63], on: .adapter)
        #expect(try await bench.nextBeat() == 63)
        await bench.fake.dropLink(.strap, on: .adapter)
        try await stream(bench, through: stick, 64, subscription: 4)
        #expect(Self.remarks(bench).count == 1)
        #expect(await bench.fake.linksBesideAnother == 0)
        await bench.stop()
    }

    @Test("An adapter that is reset is waited for, though the other one hears the sensor meanwhile")
    func reset() async throws {
        let bench = try await Self.bench(patience: 600_000_000_000)
        try await stream(bench, through: stick, 60)
        await bench.fake.removeAdapter(stick)
        try await bench.fake.wait(for: .discovering(.adapter))
        await bench.fake.advertise(.strap, on: .adapter, rssi: -40)
        await bench.fake.addAdapter(stick, name: "hci2")
        try await stream(bench, through: stick, 61, subscription: 2)
        #expect(Self.remarks(bench).isEmpty)
        await bench.stop()
    }

    @Test("A link that another adapter has at the start is taken over, which is told")
    func adopted() async throws {
        let bench = try await SensorsBench(
            wanted: [WantedSensor(.strap, adapter: stick)],
            prepare: { fake in
                await fake.addAdapter(stick, name: "hci1")
                await fake.add(.strap(.strap), to: stick)
                await fake.linkUp(.strap, on: .adapter)
                await fake.exportServices(.strap, on: .adapter)
                await fake.resolve(.strap, on: .adapter)
            })
        try await stream(bench, through: .adapter, 60)
        #expect(Self.remarks(bench).count == 1)
        #expect(await bench.fake.calls("Connect") == 0)
        await bench.stop()
    }

    @Test("A link that comes up through the other adapter beside the one in use is ended, and counts nothing")
    func second() async throws {
        let bench = try await Self.bench()
        try await stream(bench, through: stick, 60)
        await bench.fake.linkUp(.strap, on: .adapter)
        try await bench.fake.wait(for: .called("Disconnect", times: 1))
        try await bench.fake.wait(for: .connected(.strap, on: stick))
        await bench.fake.notify(.strap, .heartRateMeasurement, [0x00, 61], on: stick)
        #expect(try await bench.nextBeat() == 61)
        #expect(await !bench.fake.isConnected(.strap, on: .adapter))
        await bench.stop()
    }

    @Test("A sensor whose link came up through the other adapter while its own tried is taken over there")
    func takenMeanwhile() async throws {
        let bench = try await SensorsBench(
            wanted: [WantedSensor(.strap, adapter: stick)],
            prepare: { fake in
                await fake.addAdapter(stick, name: "hci1")
                await fake.add(.strap(.strap), to: stick)
                await fake.script(.strap, on: stick, connect: [.hang])
            })
        try await bench.fake.wait(for: .connecting(.strap))
        await bench.fake.linkUp(.strap, on: .adapter)
        await bench.fake.exportServices(.strap, on: .adapter)
        await bench.fake.resolve(.strap, on: .adapter)
        await bench.fake.failConnect(.strap, on: stick)
        try await stream(bench, through: .adapter, 60)
        #expect(await bench.fake.linksBesideAnother == 0)
        await bench.stop()
    }
}
