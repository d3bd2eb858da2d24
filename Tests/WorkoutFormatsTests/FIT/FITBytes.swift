import Testing
import WorkoutFormats

/// FIT files for tests, byte by byte, written without the encoder.
struct FITBytes {
    private var data: [UInt8] = []

    /// A definition: local type, global number, and number, size and type of each field.
    mutating func define(
        _ local: UInt8, _ global: UInt16, _ fields: [[UInt8]], isBigEndian: Bool = false,
        developer: [[UInt8]]? = nil
    ) {
        data.append(0x40 | local | (developer == nil ? 0 : 0x20))
        data += [0, isBigEndian ? 1 : 0]
        let low = UInt8(truncatingIfNeeded: global)
        let high = UInt8(truncatingIfNeeded: global >> 8)
        data += isBigEndian ? [high, low] : [low, high]
        data.append(UInt8(fields.count))
        data += fields.flatMap(\.self)
        if let developer {
            data.append(UInt8(developer.count))
            data += developer.flatMap(\.self)
        }
    }

    mutating func append(_ bytes: [UInt8]) { data += bytes }

    /// The messages with a header and checksums.
    func file(headerSize: UInt8 = 14) -> [UInt8] {
        var bytes: [UInt8] = [headerSize, 0x20, 0xE2, 0x52]
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
        bytes += Array(".FIT".utf8)
        if headerSize == 14 { bytes += Self.checksum(bytes) }
        bytes += data
        return bytes + Self.checksum(bytes)
    }

    /// CRC-16/ARC, bit by bit, low byte first.
    static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt16 = 0
        for byte in bytes {
            sum ^= UInt16(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xA001 : sum >> 1 }
        }
        return [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)]
    }

    /// Changes the power in the first record of a file of ours, whose messages have fixed layouts.
    static func replaceFirstPower(in bytes: inout [UInt8], by power: UInt16) throws {
        var position = 14
        var layouts: [UInt8: (global: Int, fields: [(number: UInt8, size: Int)])] = [:]
        while position < bytes.count - 2 {
            let header = bytes[position]
            let local = header & 0x0F
            position += 1
            if header & 0x40 != 0 {
                let count = Int(bytes[position + 4])
                let fields = (0..<count).map { index in
                    (bytes[position + 5 + 3 * index], Int(bytes[position + 6 + 3 * index]))
                }
                layouts[local] = (Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8, fields)
                position += 5 + 3 * count
                continue
            }
            let layout = try #require(layouts[local])
            for (number, size) in layout.fields {
                if layout.global == 20, number == 7, bytes[position + 1] != 0xFF {
                    bytes[position] = UInt8(truncatingIfNeeded: power)
                    bytes[position + 1] = UInt8(truncatingIfNeeded: power >> 8)
                    bytes.removeLast(2)
                    bytes += checksum(bytes)
                    return
                }
                position += size
            }
        }
        Issue.record("The file has no power")
    }
}
