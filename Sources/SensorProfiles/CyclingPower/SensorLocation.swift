/// Where on the bicycle or the rider a cycling sensor sits: characteristic 0x2A5D.
public struct SensorLocation: RawRepresentable, CharacteristicValue, Hashable {
    /// Sensor Location.
    public static var characteristic: BluetoothUUID { .sensorLocation }

    /// The assigned number.
    public let rawValue: UInt8

    /// Wraps an assigned number, reserved ones included.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Reads the first byte of a read response.
    ///
    /// - Throws: `PacketError` when the packet is empty.
    public init(_ packet: Span<UInt8>) throws(PacketError) {
        guard !packet.isEmpty else {
            throw PacketError(characteristic: Self.characteristic, byteCount: 0, requiredByteCount: 1)
        }
        self.init(rawValue: packet[0])
    }

    /// The location in lower-case words, such as `left crank`; nil for a reserved number.
    public var name: String? {
        Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil
    }

    private static let names = [
        "other", "top of shoe", "in shoe", "hip", "front wheel", "left crank", "right crank", "left pedal",
        "right pedal", "front hub", "rear dropout", "chainstay", "rear wheel", "rear hub", "chest", "spider",
        "chain ring",
    ]
}

extension SensorLocation {
    /// The left crank arm.
    public static let leftCrank = SensorLocation(rawValue: 5)
    /// The right crank arm.
    public static let rightCrank = SensorLocation(rawValue: 6)
    /// The left pedal.
    public static let leftPedal = SensorLocation(rawValue: 7)
    /// The right pedal.
    public static let rightPedal = SensorLocation(rawValue: 8)
    /// The hub of the rear wheel.
    public static let rearHub = SensorLocation(rawValue: 13)
    /// The spider of the crank.
    public static let spider = SensorLocation(rawValue: 15)
}
