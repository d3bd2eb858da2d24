package import SensorProfiles

/// A Bluetooth adapter as BlueZ shows it.
package struct BlueZAdapter: Hashable, Sendable {
    /// The adapter's address, by which alone it is known: after a reset `hci0` may come back as `hci2`.
    package let address: BluetoothAddress
    /// The kernel's present name for it, such as `hci0`; for people to read.
    package let name: String
    /// The name that others see.
    package let alias: String
    /// Whether it is switched on.
    package let isPowered: Bool
    /// Whether it looks for devices, for us or for another program.
    package let isDiscovering: Bool
    /// Whether it can connect to sensors.
    package let isCentral: Bool
    /// Whether rfkill keeps it off.
    package let isBlocked: Bool
}
