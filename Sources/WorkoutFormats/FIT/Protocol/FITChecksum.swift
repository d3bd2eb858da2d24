/// The checksum of FIT files: CRC-16/ARC, the polynomial 0x8005 reflected, from 0.
struct FITChecksum {
    private(set) var value: UInt16 = 0

    /// Takes bytes in, eight at a step.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        var sum = value
        var index = 0
        Self.tables.withUnsafeBufferPointer { tables in
            func table(_ number: Int, _ byte: UInt8) -> UInt16 { tables[256 * number + Int(byte)] }
            while index + 8 <= bytes.count {
                sum =
                    table(7, UInt8(truncatingIfNeeded: sum) ^ bytes[index])
                    ^ table(6, UInt8(truncatingIfNeeded: sum >> 8) ^ bytes[index + 1])
                    ^ table(5, bytes[index + 2]) ^ table(4, bytes[index + 3])
                    ^ table(3, bytes[index + 4]) ^ table(2, bytes[index + 5])
                    ^ table(1, bytes[index + 6]) ^ table(0, bytes[index + 7])
                index += 8
            }
            while index < bytes.count {
                sum = (sum >> 8) ^ table(0, UInt8(truncatingIfNeeded: sum) ^ bytes[index])
                index += 1
            }
        }
        value = sum
    }

    /// The checksum of bytes.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt16 {
        var checksum = FITChecksum()
        bytes.withUnsafeBufferPointer { checksum.add($0) }
        return checksum.value
    }

    /// What a byte does to the checksum, in the first 256 numbers at once and in those after them with as many zeros
    /// behind it as there are tables before.
    private static let tables: [UInt16] = {
        var tables: [UInt16] = []
        for byte in UInt16(0)..<256 {
            var sum = byte
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xA001 : sum >> 1 }
            tables.append(sum)
        }
        for index in 256..<(8 * 256) {
            let before = tables[index - 256]
            tables.append((before >> 8) ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
