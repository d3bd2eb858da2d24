/// The charge of a sensor's battery: characteristic 0x2A19.
public struct BatteryLevel: CharacteristicValue, Hashable {
    /// Battery Level.
    public static var characteristic: BluetoothUUID { .batteryLevel }

    /// The charge in percent, 0 to 100; nil where the sensor sends a reserved value, 101 to 255.
    public let percentage: Int?

    /// Reads the first byte of a notification or read response.
    ///
    /// - Throws: `PacketError` when the packet is empty.
    public init(_ packet: Span<UInt8>) throws(PacketError) {
        guard !packet.isEmpty else {
            throw PacketError(characteristic: Self.characteristic, byteCount: 0, requiredByteCount: 1)
        }
        percentage = packet[0] <= 100 ? Int(packet[0]) : nil
    }
}
