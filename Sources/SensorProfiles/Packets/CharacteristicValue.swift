/// The value of one GATT characteristic, read from the bytes that a sensor sent.
///
/// Decoding reads what is there: reserved flag bits are ignored, an exact length is never asked for, and bytes
/// that no field claims are counted rather than refused. Only a packet too short for its mandatory fields throws.
public protocol CharacteristicValue: Sendable {
    /// The characteristic that carries this value.
    static var characteristic: BluetoothUUID { get }

    /// Reads the value from one notification or read response.
    ///
    /// - Throws: `PacketError` when the packet is too short for its mandatory fields.
    init(_ packet: Span<UInt8>) throws(PacketError)
}

extension CharacteristicValue {
    /// Reads the value from bytes held in an array.
    ///
    /// - Throws: `PacketError` when the packet is too short for its mandatory fields.
    public init(_ packet: [UInt8]) throws(PacketError) {
        try self.init(packet.span)
    }
}
