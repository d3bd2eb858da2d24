package import SensorProfiles

/// A sensor that a person paired: whose it is, and what it last said of itself.
package struct KnownSensor: Equatable, Sendable {
    /// The sensor's address.
    package var address: BluetoothAddress
    /// The rider whose workouts it feeds.
    package var rider: String
    /// The adapter that it was paired on; nil: any.
    package var adapter: BluetoothAddress?
    /// The name that it advertises.
    package var name: String?
    /// Which of our services it has: `heart_rate`, `cycling_power`.
    package var services: [String] = []
    /// What the sensor's Device Information, location and battery say.
    package var details = SensorDetails()
    /// When it last sent something, RFC 3339.
    package var lastSeen: String?

    /// Makes a sensor that has said nothing yet.
    package init(
        address: BluetoothAddress, rider: String, adapter: BluetoothAddress? = nil, name: String? = nil
    ) {
        self.address = address
        self.rider = rider
        self.adapter = adapter
        self.name = name
    }
}
