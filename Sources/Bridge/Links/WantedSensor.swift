package import SensorProfiles

/// A sensor to be connected, and the adapter that it was paired on.
package struct WantedSensor: Hashable, Sendable {
    /// The sensor's address.
    package let address: BluetoothAddress
    /// The adapter to use while it is there and powered; nil: any.
    package let adapter: BluetoothAddress?

    /// Names a sensor, and an adapter if it has one of its own.
    package init(_ address: BluetoothAddress, adapter: BluetoothAddress? = nil) {
        self.address = address
        self.adapter = adapter
    }
}

extension KnownSensor {
    /// What is wanted of a source of sensors.
    package var wanted: WantedSensor { WantedSensor(address, adapter: adapter) }
}
