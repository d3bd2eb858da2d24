/// The checksum of FIT files: CRC-16/ARC, the polynomial 0x8005 reflected, from 0.
struct FITChecksum {
    private(set) var value: UInt16 = 0

    /// Takes bytes in.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        var sum = value
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes {
                sum = (sum >> 8) ^ table[Int(truncatingIfNeeded: sum ^ UInt16(byte)) & 0xFF]
            }
        }
        value = sum
    }

    /// The checksum of bytes.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var checksum = FITChecksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// What each byte does to the checksum.
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xA001 : sum >> 1 }
    }
}
