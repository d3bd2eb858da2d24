/// Where on the body a heart-rate sensor is worn: characteristic 0x2A38.
public struct BodySensorLocation: RawRepresentable, CharacteristicValue, Hashable {
    /// Body Sensor Location.
    public static var characteristic: BluetoothUUID { .bodySensorLocation }

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

    /// The location in lower-case words, such as `ear lobe`; nil for a reserved number.
    public var name: String? {
        Int(rawValue) < Self.names.count ? Self.names[Int(rawValue)] : nil
    }

    private static let names = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]
}

extension BodySensorLocation {
    /// None of the named places.
    public static let other = BodySensorLocation(rawValue: 0)
    /// The chest, where a strap is worn.
    public static let chest = BodySensorLocation(rawValue: 1)
    /// The wrist.
    public static let wrist = BodySensorLocation(rawValue: 2)
    /// A finger.
    public static let finger = BodySensorLocation(rawValue: 3)
    /// The hand.
    public static let hand = BodySensorLocation(rawValue: 4)
    /// The lobe of an ear.
    public static let earLobe = BodySensorLocation(rawValue: 5)
    /// The foot.
    public static let foot = BodySensorLocation(rawValue: 6)
}
