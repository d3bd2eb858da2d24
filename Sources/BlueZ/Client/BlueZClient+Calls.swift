import DBus
package import SensorProfiles

extension BlueZClient {
    /// Calls a method of BlueZ's, and says its errors in terms of the subject.
    ///
    /// The deadline is one for what bluetoothd does by itself; what waits for a sensor takes longer.
    @discardableResult
    func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
        timeout: Duration = .seconds(10), subject: String
    ) async throws(BlueZError) -> [DBusValue] {
        do throws(DBusError) {
            return try await connection.call(
                message(path, interface, member, arguments), timeout: timeout)
        } catch {
            let error = BlueZError(error, subject: subject)
            // Only what is asked of a device waits for one.
            let isForDevice = [BlueZInterface.device, BlueZInterface.gattCharacteristic].contains(interface)
            throw error.kind == .timedOut && !isForDevice ? BlueZError(error, kind: .daemonHangs) : error
        }
    }

    func message(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) -> DBusMessage {
        .methodCall(
            destination: BlueZInterface.service, path: path, interface: interface, member: member, arguments)
    }

    func set(
        _ name: String, _ value: DBusValue, of interface: String, at path: ObjectPath, subject: String
    ) async throws(BlueZError) {
        try await call(
            path, BlueZInterface.properties, "Set", [.string(interface), .string(name), .variant(value)],
            subject: subject)
    }

    /// Where an adapter is, or the error that says why it is nowhere.
    func path(ofAdapter address: BluetoothAddress) throws(BlueZError) -> ObjectPath {
        guard daemon != nil else { throw BlueZError(.daemonNotRunning, subject: "BlueZ") }
        guard let path = tree.path(ofAdapter: address) else {
            throw BlueZError(.noSuchAdapter, subject: "Adapter \(address)")
        }
        return path
    }

    /// Where a device is, or the error that says why it is nowhere.
    func path(of id: BlueZDevice.ID) throws(BlueZError) -> ObjectPath {
        _ = try path(ofAdapter: id.adapter)
        guard let path = tree.path(of: id) else { throw BlueZError(.noSuchDevice, subject: subject(id)) }
        return path
    }

    func subject(_ id: BlueZDevice.ID) -> String { "Sensor \(id.address)" }

    /// An adapter by the name that people see, as long as it has one.
    func subject(adapter address: BluetoothAddress) -> String {
        "Adapter \(adapter(address)?.name ?? address.description)"
    }

    /// Says of an error that has its cause in the adapter that it is the adapter's, and says rfkill where it is that.
    func explained(_ error: BlueZError, adapter address: BluetoothAddress) -> BlueZError {
        guard let adapter = adapter(address), [.adapterOff, .busy, .other].contains(error.kind) else {
            return error
        }
        let kind = !adapter.isPowered && adapter.isBlocked ? .blockedByRfkill : error.kind
        guard [.adapterOff, .blockedByRfkill].contains(kind) else { return error }
        return BlueZError(kind, name: error.name, message: error.message, subject: "Adapter \(adapter.name)")
    }

    /// Switches an adapter on or off; rfkill is stronger, and is left alone.
    package func setPowered(_ powered: Bool, _ address: BluetoothAddress) async throws(BlueZError) {
        let path = try path(ofAdapter: address)
        let subject = subject(adapter: address)
        if powered, adapter(address)?.isBlocked == true {
            throw BlueZError(.blockedByRfkill, subject: subject)
        }
        do throws(BlueZError) {
            try await set(
                "Powered", .boolean(powered), of: BlueZInterface.adapter, at: path, subject: subject)
        } catch {
            throw explained(error, adapter: address)
        }
    }
}
