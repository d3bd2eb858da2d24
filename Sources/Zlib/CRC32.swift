internal import CZlib

/// The CRC-32 of ISO-HDLC, as in gzip and PNG.
package enum CRC32 {
    /// The checksum of bytes.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        // zlib takes no more than 4 GiB at once, and a null pointer as the question for the initial value.
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return 0 }
        return UInt32(truncatingIfNeeded: crc32_z(0, base, bytes.count))
    }

    /// The checksum of bytes and others before them, whose checksum is known.
    static func checksum(_ bytes: UnsafeRawBufferPointer, after checksum: UInt32) -> UInt32 {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return checksum }
        return UInt32(truncatingIfNeeded: crc32_z(uLong(checksum), base, bytes.count))
    }

    /// The checksum of bytes.
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { checksum($0) }
    }
}
