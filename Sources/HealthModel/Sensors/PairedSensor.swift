/// A sensor that a rider has paired, and what it last said of itself.
package struct PairedSensor: Hashable, Sendable {
    /// The sensor; it provides the quantities that its services are for.
    package var sensor: WorkoutSensor
    /// The address of the adapter that it was paired on; nil: any.
    package var adapter: String?
    /// Which services it has: `heart_rate`, `cycling_power`.
    package var services: [String]
    /// When it last sent something, RFC 3339.
    package var lastSeen: String?

    /// Makes a paired sensor of all that is known of it.
    package init(
        _ sensor: WorkoutSensor, adapter: String? = nil, services: [String] = [], lastSeen: String? = nil
    ) {
        self.sensor = sensor
        self.adapter = adapter
        self.services = services
        self.lastSeen = lastSeen
    }
}
