/// A packet that is too short for the mandatory fields of its characteristic.
public struct PacketError: Error, Hashable, Sendable {
    /// The characteristic that the packet belongs to.
    public let characteristic: BluetoothUUID

    /// The number of bytes that the packet holds.
    public let byteCount: Int

    /// The number of bytes that the mandatory fields take.
    public let requiredByteCount: Int

    /// Describes a packet of `byteCount` bytes where `requiredByteCount` are the least.
    public init(characteristic: BluetoothUUID, byteCount: Int, requiredByteCount: Int) {
        self.characteristic = characteristic
        self.byteCount = byteCount
        self.requiredByteCount = requiredByteCount
    }
}

extension PacketError: CustomStringConvertible {
    /// A sentence that names the characteristic, what is there and what is wanted.
    public var description: String {
        let name = characteristic.name.map { "\($0) (\(characteristic))" } ?? "\(characteristic)"
        let there = byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
        return "\(name): the packet holds \(there), at least \(requiredByteCount) are needed"
    }
}
