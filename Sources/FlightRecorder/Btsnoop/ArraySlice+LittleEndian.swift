import SensorProfiles

/// Numbers in packets, lowest byte first; nil where the packet is too short.
extension ArraySlice<UInt8> {
    /// A number of 16 bits at a place from the front.
    func littleEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, count - offset >= 2 else { return nil }
        return UInt16(self[startIndex + offset]) | UInt16(self[startIndex + offset + 1]) << 8
    }

    /// A Bluetooth address at a place from the front.
    func address(at offset: Int) -> BluetoothAddress? {
        guard offset >= 0, count - offset >= 6 else { return nil }
        let bytes = self[(startIndex + offset)..<(startIndex + offset + 6)]
        return BluetoothAddress(value: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// A UUID of 2 or 16 bytes that is the whole of the slice; nil for one that is not the Bluetooth SIG's.
    var characteristic: BluetoothUUID? {
        if count == 2 { return littleEndian16(at: 0).map(BluetoothUUID.init) }
        guard count == 16, elementsEqual(Self.baseUUID + suffix(4)) else { return nil }
        guard littleEndian16(at: 14) == 0 else { return nil }
        return littleEndian16(at: 12).map(BluetoothUUID.init)
    }

    /// The lower 12 bytes of 0000xxxx-0000-1000-8000-00805F9B34FB.
    private static let baseUUID: [UInt8] = [
        0xFB, 0x34, 0x9B, 0x5F, 0x80, 0x00, 0x00, 0x80, 0x00, 0x10, 0x00, 0x00,
    ]
}
