internal import CZlib

/// Files compressed as RFC 1952 has it, which gzip(1) and most services that export workouts make.
package enum Gzip {
    /// Why bytes cannot be decompressed.
    package enum Fault: Error, Equatable {
        /// The bytes are not as they were compressed, or no gzip at all.
        case damaged
        /// The bytes end before the compressed file does.
        case cutOff
        /// There is more in them than is wanted.
        case tooLong
    }

    /// Whether bytes begin as a compressed file does.
    package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B, 8]) }

    /// Decompresses a whole file, which may consist of several one after the other.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - limit: how many bytes it may decompress to; no more are ever set aside.
    /// - Returns: what was compressed.
    /// - Throws: ``Fault``.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
        let (inflated, fault) = inflate(bytes, limit: limit)
        if let fault { throw fault }
        return inflated
    }

    /// Decompresses as much of the beginning of a file as there is and is wanted.
    ///
    /// - Parameters:
    ///   - bytes: the file, or its beginning.
    ///   - count: how many bytes are wanted.
    /// - Returns: no more than `count` bytes, and fewer where the file has no more or is damaged there.
    package static func beginning(of bytes: [UInt8], count: Int) -> [UInt8] {
        inflate(bytes, limit: count).bytes
    }

    private static func inflate(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8], fault: Fault?) {
        var stream = z_stream()
        // 16 asks for gzip, 15 for the largest window, which every file may have.
        let status = inflateInit2_(&stream, 16 + 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "out of memory")
        defer { inflateEnd(&stream) }
        var inflated: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let fault = bytes.withUnsafeBufferPointer { bytes -> Fault? in
            var place = 0
            while true {
                let given = min(bytes.count - place, 1 << 30)
                // zlib reads there and no more, though its header does not say so.
                stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress.map { $0 + place })
                stream.avail_in = UInt32(given)
                let (status, count) = piece.withUnsafeMutableBufferPointer { piece in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    let status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return (status, piece.count - Int(stream.avail_out))
                }
                place += given - Int(stream.avail_in)
                let room = limit - inflated.count
                inflated.append(contentsOf: piece.prefix(min(count, room)))
                if count > room { return .tooLong }
                switch status {
                case Z_OK: continue
                case Z_STREAM_END:
                    let rest = bytes[place...]
                    // Some programs fill a file up with zeros.
                    if rest.allSatisfy({ $0 == 0 }) { return nil }
                    guard rest.first == 0x1F, inflateReset(&stream) == Z_OK else { return .damaged }
                case Z_BUF_ERROR: return .cutOff
                default: return .damaged
                }
            }
        }
        return (inflated, fault)
    }
}
