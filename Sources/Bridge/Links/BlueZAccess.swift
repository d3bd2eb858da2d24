package import BlueZ
package import DBus
package import SensorProfiles

/// A connection to BlueZ for one command.
package struct BlueZAccess: Sendable {
    /// The event loop that everything runs on.
    package let loop: EventLoop
    /// The client, not yet started.
    package let client: BlueZClient

    /// Connects to the system bus.
    ///
    /// - Throws: ``BlueZAccessError`` when there is no bus.
    package init() async throws {
        loop = EventLoop()
        do {
            client = BlueZClient(connection: try await DBusConnection.systemBus(on: loop))
        } catch {
            throw BlueZAccessError.noBus(reason: error.message)
        }
    }

    /// Starts the client and finds the adapters that can be used.
    ///
    /// - Throws: ``BlueZAccessError`` that says what is missing and how to mend it; `BlueZError` from BlueZ.
    package func start(onlyAdapter: BluetoothAddress?) async throws -> [BlueZAdapter] {
        try await client.start()
        guard await client.isDaemonRunning else { throw BlueZAccessError.noDaemon }
        let adapters = await client.adapters.filter { onlyAdapter == nil || $0.address == onlyAdapter }
        guard let first = adapters.first else {
            throw onlyAdapter.map { BlueZAccessError.unknownAdapter($0) } ?? .noAdapter
        }
        let usable = adapters.filter { $0.isPowered && $0.isCentral }
        guard usable.isEmpty else { return usable }
        if first.isBlocked { throw BlueZAccessError.blocked(first.name) }
        throw first.isPowered ? BlueZAccessError.notCentral(first.name) : .off(first.name)
    }
}

/// Why BlueZ cannot be used, and what to do.
package enum BlueZAccessError: Error, Equatable, CustomStringConvertible {
    /// There is no system bus.
    case noBus(reason: String)
    /// bluetoothd does not run.
    case noDaemon
    /// There is no adapter at all.
    case noAdapter
    /// The adapter that was asked for is not there.
    case unknownAdapter(BluetoothAddress)
    /// The adapter is blocked by rfkill.
    case blocked(String)
    /// The adapter is off.
    case off(String)
    /// The adapter cannot connect to sensors.
    case notCentral(String)

    /// The sentence for a person.
    package var description: String {
        switch self {
        case .noBus(let reason):
            "cannot reach the D-Bus system bus (\(reason)); start it with: systemctl start dbus"
        case .noDaemon: "bluetoothd is not running; start it with: systemctl start bluetooth"
        case .noAdapter:
            "there is no Bluetooth adapter; plug one in, or see what the kernel says: dmesg | grep -i bluetooth"
        case .unknownAdapter(let address):
            "there is no adapter \(address); bluetoothctl list shows those that there are"
        case .blocked(let name): "Adapter \(name) is blocked by rfkill: run `rfkill unblock bluetooth`"
        case .off(let name): "Adapter \(name) is off: run `bluetoothctl power on`"
        case .notCentral(let name): "Adapter \(name) cannot act as a central, so it cannot connect to sensors"
        }
    }
}
