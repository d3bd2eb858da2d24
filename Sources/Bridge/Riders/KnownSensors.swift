package import SensorProfiles

/// The sensors that a person paired, by address.
package struct KnownSensors: Equatable, Sendable {
    /// The rider of a sensor that was paired without naming one.
    package static let defaultRider = "rider"

    private var byAddress: [BluetoothAddress: KnownSensor] = [:]

    /// Makes an empty list.
    package init() {}

    /// All sensors in the order of their addresses.
    package var all: [KnownSensor] { byAddress.values.sorted { $0.address < $1.address } }

    /// The sensor with an address; setting nil forgets it.
    package subscript(address address: BluetoothAddress) -> KnownSensor? {
        get { byAddress[address] }
        set { byAddress[address] = newValue }
    }
}

extension KnownSensor: Codable {
    private enum CodingKeys: String, CodingKey {
        case address, rider, adapter, name, services, details
        case lastSeen = "last_seen"
    }

    /// Reads a sensor; an address that is none is refused.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func address(of key: CodingKeys, _ text: String) throws -> BluetoothAddress {
            guard let address = BluetoothAddress(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\"\(text)\" is no Bluetooth address")
            }
            return address
        }
        self.init(
            address: try address(of: .address, container.decode(String.self, forKey: .address)),
            rider: try container.decode(String.self, forKey: .rider),
            adapter: try container.decodeIfPresent(String.self, forKey: .adapter).map {
                try address(of: .adapter, $0)
            },
            name: try container.decodeIfPresent(String.self, forKey: .name))
        services = try container.decodeIfPresent([String].self, forKey: .services) ?? []
        details = try container.decodeIfPresent(SensorDetails.self, forKey: .details) ?? SensorDetails()
        lastSeen = try container.decodeIfPresent(String.self, forKey: .lastSeen)
    }

    /// Writes a sensor with its addresses as text.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(address.description, forKey: .address)
        try container.encode(rider, forKey: .rider)
        try container.encodeIfPresent(adapter?.description, forKey: .adapter)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(services, forKey: .services)
        try container.encode(details, forKey: .details)
        try container.encodeIfPresent(lastSeen, forKey: .lastSeen)
    }
}
