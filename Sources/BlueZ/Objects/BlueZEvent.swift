package import SensorProfiles

/// Something that happened in BlueZ, in the order in which it did.
package enum BlueZEvent: Hashable, Sendable {
    /// bluetoothd is on the bus; the events of what it knows follow.
    case daemonAppeared
    /// bluetoothd is on the bus, but does not tell its objects; it is asked again.
    case daemonUnreadable(BlueZError)
    /// bluetoothd is gone, and with it every adapter, device, discovery and subscription, without further events.
    case daemonVanished
    /// An adapter is there.
    case adapterAdded(BlueZAdapter)
    /// An adapter was switched on or off, began or ended to discover, or was renamed.
    case adapterChanged(BlueZAdapter)
    /// An adapter is gone, and with it every device under it, without further events.
    case adapterRemoved(BluetoothAddress)
    /// An advertisement of a device arrived.
    case deviceSeen(BlueZDevice)
    /// A device's state changed, or became known with everything that is set.
    case deviceChanged(BlueZDevice, Set<BlueZDevice.Change>)
    /// Why a link ended, from BlueZ 5.83 on; the change of `isConnected` comes as its own event.
    case deviceDisconnected(BlueZDevice.ID, reason: String, message: String)
    /// A device's object is gone, with or without a change of `isConnected` before.
    case deviceRemoved(BlueZDevice.ID)
    /// A characteristic came after the services were resolved: late, or again; subscriptions to it are to be renewed.
    case characteristicAdded(BlueZDevice.ID, BluetoothUUID)
    /// A characteristic's value arrived.
    case value(BlueZNotification)
    /// The bus is gone; nothing comes after this.
    case busDisconnected
}

/// The value of a characteristic as it arrived.
package struct BlueZNotification: Hashable, Sendable {
    /// The device that sent it.
    package let device: BlueZDevice.ID
    /// The characteristic.
    package let characteristic: BluetoothUUID
    /// The packet.
    package let bytes: [UInt8]
    /// The time of its arrival since boot in nanoseconds (CLOCK_BOOTTIME).
    package let time: Int64
}
