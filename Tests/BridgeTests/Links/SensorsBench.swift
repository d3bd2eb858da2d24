import BlueZ
import BlueZTestKit
import Bridge
import DBus
import SensorProfiles
import Synchronization

extension BluetoothAddress {
    static let adapter = BluetoothAddress(value: 0xAA_00_00_00_00_01)
    static let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
    static let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)
}

/// Sensors over a fake BlueZ on a bus of its own.
struct SensorsBench {
    let bus: PrivateBus
    let fake: FakeBlueZ
    let sensors: BlueZSensors
    let log = LineLog()
    private let serving: Task<Void, Never>
    private let events: AsyncStream<SensorEvent>

    /// Starts a fake with an adapter and both sensors; `prepare` may change it before the client comes.
    init(
        wanted: Set<WantedSensor> = [WantedSensor(.strap)],
        patience: Int64 = AdapterChoice.usualPatience, settling: Int64 = BlueZNotices.usualSettling,
        prepare: (FakeBlueZ) async throws -> Void = { _ in }
    ) async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        await fake.addAdapter(.adapter)
        await fake.add(.strap(.strap), to: .adapter)
        await fake.add(.powerMeter(.meter), to: .adapter)
        try await prepare(fake)
        let loop = EventLoop()
        let client = BlueZClient(connection: try await DBusConnection.open(address: bus.address, on: loop))
        let log = log
        let sensors = BlueZSensors(
            client: client, loop: loop, patience: patience, settling: settling, log: { log.add($0) })
        self.sensors = sensors
        events = sensors.events
        try await client.start()
        serving = Task { await sensors.run() }
        await sensors.want(wanted)
    }

    /// Ends the sensors and waits for them.
    func stop() async {
        await sensors.stop()
        await serving.value
    }

    /// Sends a heart rate as soon as somebody listens; BlueZ remembers listeners of a lost link, so a second
    /// subscription is waited for by its number.
    func beat(_ bpm: UInt8, from sensor: BluetoothAddress = .strap, afterSubscription number: Int = 1)
        async throws
    {
        try await fake.wait(for: .called("StartNotify", times: number))
        try await fake.wait(for: .notifying(sensor, .heartRateMeasurement))
        await fake.notify(sensor, .heartRateMeasurement, [0x00, bpm])
    }

    /// Reads on to the first event that is one of these for a sensor, and returns it.
    func next(of sensor: BluetoothAddress = .strap, where isWanted: (SensorEvent.Kind) -> Bool) async throws
        -> SensorEvent
    {
        var iterator = events.makeAsyncIterator()
        while let event = await iterator.next() {
            if event.sensor == sensor, isWanted(event.kind) { return event }
        }
        throw StreamEnded()
    }

    /// Reads on to the next heart rate.
    func nextBeat() async throws -> UInt8? {
        let event = try await next {
            if case .notification(.heartRateMeasurement, _) = $0 { true } else { false }
        }
        guard case .notification(_, let value) = event.kind else { return nil }
        return value.last
    }

    struct StreamEnded: Error {}
}

/// Lines that something logged.
final class LineLog: Sendable {
    private let lines = Mutex<[String]>([])
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrival) = AsyncStream.makeStream()
    }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
        arrival.yield()
    }

    var all: [String] { lines.withLock { $0 } }

    /// Waits for a line with a text; one test waits at a time, within its time limit.
    func wait(for text: String) async throws {
        var iterator = arrivals.makeAsyncIterator()
        while !all.contains(where: { $0.contains(text) }) {
            guard await iterator.next() != nil else { throw SensorsBench.StreamEnded() }
        }
    }
}
