package import DBus
import SensorProfiles

/// A bluetoothd without radio: it owns `org.bluez` on a test's bus and behaves as the real one where it matters.
///
/// What it does follows BlueZ 5.66: a session of discovery a client, subscriptions that outlive links, values
/// broadcast to everybody. Faults are scripted; the tests on the real stack keep it honest.
package actor FakeBlueZ {
    struct Adapter {
        var name: String
        var isPowered: Bool
        var powerState: String?
        /// The filters of the clients that discover, by their bus names.
        var sessions: [String: [BluetoothUUID]] = [:]
        /// The filters of clients, whether they discover or not.
        var filters: [String: [BluetoothUUID]] = [:]
    }

    struct Peripheral {
        var definition: FakePeripheral
        var isAdvertising = true
        /// Whether BlueZ has an object for it.
        var isKnown = false
        /// Whether the object survives: it was connected or paired once.
        var isPermanent = false
        var rssi: Int?
        var isConnected = false
        var servicesResolved = false
        var hasServices = false
        var isPaired = false
        var isTrusted = false
        var script: [FakeConnect] = []
        var pendingConnect: DBusInvocation?
        /// The subscribed clients by the characteristic's place.
        var subscribers: [CharacteristicPlace: Set<String>] = [:]
    }

    /// A sensor as one adapter knows it; two adapters may know the same.
    struct DeviceID: Hashable, Comparable {
        let adapter: BluetoothAddress
        let address: BluetoothAddress

        static func < (lhs: DeviceID, rhs: DeviceID) -> Bool {
            (lhs.adapter, lhs.address) < (rhs.adapter, rhs.address)
        }
    }

    struct CharacteristicPlace: Hashable {
        let service: Int
        let characteristic: Int
    }

    /// The loop of the fake daemon.
    package nonisolated let loop = EventLoop(label: "fake-bluez")
    /// The loop as this actor's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let address: String
    var connection: DBusConnection?
    private var tokens: [DBusSubscription] = []
    var adapters: [BluetoothAddress: Adapter] = [:]
    var peripherals: [DeviceID: Peripheral] = [:]
    var agents: [String: ObjectPath] = [:]
    var callCounts: [String: Int] = [:]
    var adapterCallCounts: [BluetoothAddress: [String: Int]] = [:]
    var nextErrors: [String: [DBusError]] = [:]
    /// The methods that are not answered.
    var hangingMembers: Set<String> = []
    /// The links that came up while the sensor had one through another adapter.
    var secondLinks = 0
    var waiters:
        [(id: UInt64, check: @Sendable (isolated FakeBlueZ) -> Bool, finish: @Sendable (Bool) -> Void)] = []
    var lastWaiter: UInt64 = 0

    /// Starts the daemon on a private bus.
    package init(bus: PrivateBus) async throws {
        try await self.init(address: bus.address)
    }

    /// Starts the daemon on the bus at an address.
    package init(address: String) async throws {
        self.address = address
        try await startDaemon()
    }

    // MARK: The daemon

    /// Ends the daemon as a crash does: its name goes, calls in flight are not answered, links and sessions are lost.
    ///
    /// The kernel may keep the links; the next daemon then shows them as connected, and never reads their services.
    package func stopDaemon(keepingLinks: Bool = false) async {
        tokens = []
        let connection = connection
        self.connection = nil
        for address in adapters.keys {
            adapters[address]?.sessions = [:]
            adapters[address]?.filters = [:]
        }
        for device in peripherals.keys {
            let wasConnected = peripherals[device]?.isConnected == true
            loseState(of: device)
            peripherals[device]?.isConnected = keepingLinks && wasConnected
        }
        agents = [:]
        await connection?.close()
        changed()
    }

    /// Starts the daemon again: adapters are there, and the objects of devices that were connected or paired.
    package func startDaemon() async throws {
        guard connection == nil else { return }
        let connection = try await DBusConnection.open(address: address, on: loop)
        tokens.append(
            await connection.export(at: "/", subtree: true) { [weak self] invocation in
                self?.assumeIsolated { $0.receive(invocation) }
            })
        let owners = MatchRule(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
        tokens.append(
            try await connection.subscribe(owners) { [weak self] signal in
                guard let name = signal.arguments.first?.string, signal.arguments.last?.string == "" else {
                    return
                }
                self?.assumeIsolated { $0.clientLeft(name) }
            })
        self.connection = connection
        try await connection.requestName("org.bluez")
        changed()
    }

    private func clientLeft(_ name: String) {
        agents[name] = nil
        for address in adapters.keys {
            adapters[address]?.filters[name] = nil
            endSession(of: name, on: address)
        }
        for (device, peripheral) in peripherals {
            for place in peripheral.subscribers.keys {
                peripherals[device]?.subscribers[place]?.remove(name)
            }
        }
        changed()
    }

    func loseState(of device: DeviceID) {
        guard var peripheral = peripherals[device] else { return }
        peripheral.rssi = nil
        peripheral.isConnected = false
        peripheral.servicesResolved = false
        peripheral.hasServices = false
        peripheral.pendingConnect = nil
        peripheral.subscribers = [:]
        peripheral.isKnown = peripheral.isPermanent
        peripherals[device] = peripheral
    }

    // MARK: Signals

    func emit(_ signal: DBusMessage) {
        guard let connection else { return }
        connection.assumeIsolated { try? $0.send(signal) }
    }

    func emitChange(
        _ path: ObjectPath, _ interface: String, _ properties: [String: DBusValue], invalidated: [String] = []
    ) {
        emit(
            .signal(
                path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                [.string(interface), .properties(properties), .strings(invalidated)]))
    }

    func emitAdded(_ path: ObjectPath, _ interfaces: [String: [String: DBusValue]]) {
        emit(
            .signal(
                path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesAdded",
                [.objectPath(path), Self.interfaces(interfaces)]))
    }

    func emitRemoved(_ path: ObjectPath, _ interfaces: [String]) {
        emit(
            .signal(
                path: "/", interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved",
                [.objectPath(path), .strings(interfaces)]))
    }
}
