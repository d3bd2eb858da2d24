/// The place in a packet up to which fields have claimed bytes.
///
/// The cursor holds no bytes itself, so that it needs no lifetime of its own. Once a field does not fit, no later
/// one is read: a sensor that cuts a packet short leaves the flags as they were, and what follows the cut is not
/// where the flags say.
struct PacketCursor {
    /// The number of bytes that fields have claimed so far.
    private(set) var offset = 0

    /// Whether a field that the flags promise is not there in full.
    private(set) var isTruncated = false

    private let byteCount: Int

    /// Starts before the first of `byteCount` bytes.
    init(byteCount: Int) {
        self.byteCount = byteCount
    }

    /// The number of bytes that no field has claimed.
    var remaining: Int { byteCount - offset }

    /// Claims a field of `size` bytes and returns where it starts; nil from the first field on that does not fit.
    mutating func claim(_ size: Int) -> Int? {
        guard !isTruncated, size <= remaining else {
            isTruncated = true
            return nil
        }
        defer { offset += size }
        return offset
    }
}

/// Little-endian integers, as every GATT field is sent.
extension Span where Element == UInt8 {
    /// Reads an unsigned 16-bit integer; the caller has claimed the bytes.
    func uint16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// Reads a signed 16-bit integer; the caller has claimed the bytes.
    func int16(at offset: Int) -> Int16 {
        Int16(bitPattern: uint16(at: offset))
    }

    /// Reads an unsigned 32-bit integer; the caller has claimed the bytes.
    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
    }
}
