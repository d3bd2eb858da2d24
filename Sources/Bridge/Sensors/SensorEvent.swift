package import SensorProfiles

/// Something that a sensor did, from whichever source: BlueZ, the simulator or a replay.
///
/// Events of one source come in the order they happened.
package struct SensorEvent: Hashable, Sendable {
    /// What happened.
    package enum Kind: Hashable, Sendable {
        /// A GATT notification: the characteristic and the bytes, undecoded.
        case notification(characteristic: BluetoothUUID, value: [UInt8])
        /// The link is up and subscribed.
        case connected
        /// The link is gone.
        case disconnected
        /// The sensor said something of itself; later descriptions replace earlier ones.
        case described(SensorDescription)
    }

    /// Nanoseconds on the source's clock: CLOCK_BOOTTIME when live, time from the start when replayed.
    package let nanoseconds: Int64
    /// The sensor.
    package let sensor: BluetoothAddress
    /// What it did.
    package let kind: Kind

    /// Makes an event.
    package init(nanoseconds: Int64, sensor: BluetoothAddress, kind: Kind) {
        self.nanoseconds = nanoseconds
        self.sensor = sensor
        self.kind = kind
    }
}
