import SensorProfiles
import WorkoutFormats

/// Successive packets of one characteristic of one sensor, each explained as a JSON object.
struct PacketExplanation {
    /// The characteristics that can be explained, in the order in which they are listed to people.
    static let characteristics: [BluetoothUUID] =
        [
            .heartRateMeasurement, .bodySensorLocation, .cyclingPowerMeasurement, .cyclingPowerFeature,
            .sensorLocation, .batteryLevel,
        ] + DeviceInformationString.characteristics

    /// Explains packets given as hexadecimal text.
    ///
    /// - Parameters:
    ///   - uuid: The characteristic, such as `2a37`.
    ///   - packets: Successive packets of one sensor.
    /// - Returns: One object a packet, in order.
    /// - Throws: `DecodeError` for a characteristic that is not known, text that is not hexadecimal, and a packet
    ///   that is too short.
    static func explain(uuid: String, packets: [String]) throws(DecodeError) -> [JSONValue] {
        guard let characteristic = BluetoothUUID(uuid), characteristics.contains(characteristic) else {
            throw .unknownCharacteristic(uuid)
        }
        var explanation = PacketExplanation(characteristic: characteristic)
        var objects: [JSONValue] = []
        for (index, text) in packets.enumerated() {
            let packet: [UInt8]
            do {
                packet = try HexadecimalText.bytes(of: text)
            } catch {
                throw .notHexadecimal(packet: index + 1, text: text, error)
            }
            do {
                objects.append(try explanation.explain(packet))
            } catch {
                throw .tooShort(packet: index + 1, count: packets.count, error)
            }
        }
        return objects
    }

    private let characteristic: BluetoothUUID
    private var hasPacket = false
    private var crank = RevolutionCounterRate()
    private var wheel = RevolutionCounterRate()

    /// Starts before the first packet of a known characteristic.
    private init(characteristic: BluetoothUUID) {
        self.characteristic = characteristic
    }

    private mutating func explain(_ packet: [UInt8]) throws(PacketError) -> JSONValue {
        let fields: [JSONValue.Member]
        switch characteristic {
        case .heartRateMeasurement:
            fields = try HeartRateMeasurement(packet).explanation
        case .cyclingPowerMeasurement:
            let measurement = try CyclingPowerMeasurement(packet)
            fields = measurement.explanation + rates(of: measurement)
        case .bodySensorLocation:
            let location = try BodySensorLocation(packet)
            fields = Self.location(location.name, rawValue: location.rawValue, packet: packet)
        case .sensorLocation:
            let location = try SensorLocation(packet)
            fields = Self.location(location.name, rawValue: location.rawValue, packet: packet)
        case .cyclingPowerFeature:
            fields = try CyclingPowerFeature(packet).explanation + [Self.surplus(of: packet, beyond: 4)]
        case .batteryLevel:
            let level = try BatteryLevel(packet)
            fields = [
                .init("battery_level_percent", JSONValue(level.percentage)),
                Self.surplus(of: packet, beyond: 1),
            ]
        default:
            fields = [.init("text", .string(DeviceInformationString(packet).text))]
        }
        hasPacket = true
        return .object([.init("characteristic", JSONValue(characteristic.name.map(Self.token)))] + fields)
    }

    /// The rates since the packets before, which the first packet cannot have.
    private mutating func rates(of measurement: CyclingPowerMeasurement) -> [JSONValue.Member] {
        let crankRate = measurement.crankRevolutions.flatMap { crank.advance(to: $0) }
        let wheelRate = measurement.wheelRevolutions.flatMap { wheel.advance(to: $0) }
        guard hasPacket else { return [] }
        return [.init("crank_cadence_rpm", JSONValue(crankRate)), .init("wheel_rpm", JSONValue(wheelRate))]
    }

    private static func location(_ name: String?, rawValue: UInt8, packet: [UInt8]) -> [JSONValue.Member] {
        [
            .init("location", JSONValue(name.map(token))), .init("raw_value", JSONValue(rawValue)),
            surplus(of: packet, beyond: 1),
        ]
    }

    private static func surplus(of packet: [UInt8], beyond byteCount: Int) -> JSONValue.Member {
        .init("surplus_bytes", JSONValue(packet.count - byteCount))
    }

    /// A name as it is written in JSON: `Ear Lobe` becomes `ear_lobe`.
    private static func token(_ name: String) -> String {
        String(name.lowercased().map { $0 == " " ? "_" : $0 })
    }
}
