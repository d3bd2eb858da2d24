package import SensorProfiles

/// A remote device as BlueZ shows it under one adapter.
package struct BlueZDevice: Hashable, Sendable, Identifiable {
    /// A device is known by its address and that of the adapter through which it is seen.
    package struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The adapter's address.
        package let adapter: BluetoothAddress
        /// The device's address.
        package let address: BluetoothAddress

        /// Names a device under an adapter.
        package init(adapter: BluetoothAddress, address: BluetoothAddress) {
            self.adapter = adapter
            self.address = address
        }

        /// Orders by adapter, then by device.
        package static func < (lhs: ID, rhs: ID) -> Bool {
            (lhs.adapter, lhs.address) < (rhs.adapter, rhs.address)
        }

        /// The device's address.
        package var description: String { address.description }
    }

    /// What may change about a device.
    package enum Change: Hashable, Sendable {
        /// `isConnected`.
        case connection
        /// `servicesResolved`.
        case servicesResolved
        /// `batteryPercent`.
        case battery
        /// `name`.
        case name
        /// `services`.
        case services
        /// `isPaired`.
        case pairing
        /// `isTrusted`.
        case trust
        /// `id`: pairing showed the address behind a private one.
        case address
    }

    /// The adapter's and the device's address.
    package let id: ID
    /// The name that it advertises or that somebody gave to it.
    package let name: String?
    /// The strength of its last advertisement in dBm; nil when it has not been seen in the present discovery.
    package let rssi: Int?
    /// The services with assigned numbers that it is known to have.
    package let services: [BluetoothUUID]
    /// Whether a link is up, whoever made it.
    package let isConnected: Bool
    /// Whether BlueZ is through with reading its services, with success or without.
    package let servicesResolved: Bool
    /// Whether it is paired.
    package let isPaired: Bool
    /// Whether it is trusted.
    package let isTrusted: Bool
    /// The charge of its battery, where it tells.
    package let batteryPercent: Int?
    /// Whether its address is of the random type.
    package let hasRandomAddress: Bool

    /// The device's address.
    package var address: BluetoothAddress { id.address }

    /// What is different from an earlier state; from none, everything that is set.
    func changes(since earlier: BlueZDevice?) -> Set<Change> {
        var changes: Set<Change> = []
        if isConnected != earlier?.isConnected ?? false { changes.insert(.connection) }
        if servicesResolved != earlier?.servicesResolved ?? false { changes.insert(.servicesResolved) }
        if batteryPercent != earlier?.batteryPercent { changes.insert(.battery) }
        if name != earlier?.name { changes.insert(.name) }
        if services != earlier?.services ?? [] { changes.insert(.services) }
        if isPaired != earlier?.isPaired ?? false { changes.insert(.pairing) }
        if isTrusted != earlier?.isTrusted ?? false { changes.insert(.trust) }
        if let earlier, id != earlier.id { changes.insert(.address) }
        return changes
    }
}
