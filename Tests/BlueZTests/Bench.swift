import BlueZTestKit
import DBus
import SensorProfiles

@testable import BlueZ

/// A fake BlueZ with an adapter, a strap and a power meter on a bus of its own, and a client that talks to it.
struct Bench {
    let bus: PrivateBus
    let fake: FakeBlueZ
    let client: BlueZClient
    let events: EventReader

    init(
        wanted: Set<BluetoothAddress> = [.strap, .meter], isStarted: Bool = true,
        foreignLinkGrace: Duration = .seconds(5)
    ) async throws {
        bus = try PrivateBus()
        fake = try await FakeBlueZ(bus: bus)
        await fake.addAdapter(.adapter)
        await fake.add(.strap(.strap), to: .adapter)
        await fake.add(.powerMeter(.meter), to: .adapter)
        let connection = try await DBusConnection.open(address: bus.address, on: EventLoop())
        client = BlueZClient(
            connection: connection, rfkill: RfkillSwitches(directory: "/nonexistent"),
            foreignLinkGrace: foreignLinkGrace)
        events = EventReader(stream: client.events)
        try await client.setWantedSensors(wanted)
        if isStarted { try await client.start() }
    }

    /// Discovers until the strap has been seen, then connects to it and resolves its services.
    func connectStrap() async throws {
        try await client.startDiscovery(on: .adapter)
        try await events.seen(.strap)
        try await client.connect(.strap)
        try await client.waitForServices(.strap)
    }
}

/// Reads a client's events in order.
struct EventReader {
    let stream: AsyncStream<BlueZEvent>

    /// The events up to and with the first one that a condition is true for.
    @discardableResult
    func until(_ condition: (BlueZEvent) -> Bool) async throws -> [BlueZEvent] {
        var events: [BlueZEvent] = []
        var iterator = stream.makeAsyncIterator()
        while let event = await iterator.next() {
            events.append(event)
            if condition(event) { return events }
        }
        throw StreamEnded(events: events)
    }

    func seen(_ id: BlueZDevice.ID) async throws {
        try await until { if case .deviceSeen(let device) = $0 { device.id == id } else { false } }
    }

    /// Reads on to the next value.
    func value() async throws -> BlueZNotification? {
        guard
            case .value(let notification)? = try await until({ if case .value = $0 { true } else { false } })
                .last
        else { return nil }
        return notification
    }

    /// Reads on to the next change of a kind and gives the device as it was then.
    func change(_ change: BlueZDevice.Change) async throws -> BlueZDevice? {
        let last = try await until {
            if case .deviceChanged(_, let changes) = $0 { changes.contains(change) } else { false }
        }.last
        guard case .deviceChanged(let device, _)? = last else { return nil }
        return device
    }
}

struct StreamEnded: Error { let events: [BlueZEvent] }

extension BluetoothAddress {
    static let adapter = BluetoothAddress(number: 0x0011_2233_4455)
    static let strap = BluetoothAddress(number: 0xC0FF_EE00_0001)
    static let meter = BluetoothAddress(number: 0xC0FF_EE00_0002)

    /// Makes an address from its number through its written form.
    init(number: UInt64) {
        let digits = String(number, radix: 16)
        let padded = Array(String(repeating: "0", count: 12 - digits.utf8.count) + digits)
        let pairs = stride(from: 0, to: 12, by: 2).map { String(padded[$0...$0 + 1]) }
        guard let address = BluetoothAddress(pairs.joined(separator: ":")) else {
            preconditionFailure("six bytes make an address")
        }
        self = address
    }
}

extension BlueZDevice.ID {
    static let strap = BlueZDevice.ID(adapter: .adapter, address: .strap)
    static let meter = BlueZDevice.ID(adapter: .adapter, address: .meter)
}
