internal import HealthModel

/// What changed in a rider's health database so that it says of the rider's sensors what the file says.
package struct SensorChange: Equatable, Sendable, CustomStringConvertible {
    /// The rider.
    package let rider: String
    /// The addresses of sensors that only the file had.
    package let stored: [String]
    /// The addresses of sensors of which the two said different things.
    package let corrected: [String]
    /// The sensors that only the database had, by name and address.
    package let removed: [String]

    /// Compares what a database has with what it is to have; nil where that is the same.
    init?(of rider: String, from old: [PairedSensor], to new: [PairedSensor]) {
        func byAddress(_ sensors: [PairedSensor]) -> [String: PairedSensor] {
            Dictionary(sensors.map { ($0.sensor.address, $0) }) { first, _ in first }
        }
        let (before, after) = (byAddress(old), byAddress(new))
        self.rider = rider
        stored = new.map(\.sensor.address).filter { before[$0] == nil }
        corrected = new.map(\.sensor.address).filter { before[$0] != nil && before[$0] != after[$0] }
        removed = old.map(\.sensor).filter { after[$0.address] == nil }.map {
            [$0.name, $0.address].compactMap(\.self).joined(separator: " ")
        }
        if stored.isEmpty, corrected.isEmpty, removed.isEmpty { return nil }
    }

    /// What was done, for people.
    package var description: String {
        func part(_ sensors: [String], _ what: String) -> String? {
            sensors.isEmpty ? nil : "\(what) \(sensors.joined(separator: ", "))"
        }
        let parts = [
            part(stored, "stored in the database:"),
            part(corrected, "differed, and the database has now what \(KnownSensorsFile.name) says:"),
            part(removed, "taken out of the database, for \(KnownSensorsFile.name) does not have it so:"),
        ]
        return "\(rider): sensors " + parts.compactMap(\.self).joined(separator: "; ")
    }
}
