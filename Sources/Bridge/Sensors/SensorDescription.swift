/// A sensor's name, what it measures and what it says of itself.
package struct SensorDescription: Codable, Hashable, Sendable {
    /// The name that it advertises.
    package var name: String?
    /// Which of our services it has: `heart_rate`, `cycling_power`.
    package var services: [String]
    /// What its Device Information, location and battery say.
    package var details: SensorDetails

    /// Makes a description.
    package init(name: String? = nil, services: [String] = [], details: SensorDetails = SensorDetails()) {
        self.name = name
        self.services = services
        self.details = details
    }

    /// The same, with what is not said now as it was said before: a read that fails takes nothing back.
    package func filled(from earlier: SensorDescription) -> SensorDescription {
        SensorDescription(
            name: name ?? earlier.name, services: services.isEmpty ? earlier.services : services,
            details: details.filled(from: earlier.details))
    }
}
