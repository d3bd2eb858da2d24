internal import CZlib

/// Bytes deflated as RFC 1950 has it (the zlib format, with a checksum of its own).
package enum Deflate {
    /// Why bytes cannot be inflated.
    package enum Fault: Error, Equatable {
        /// The bytes are no deflated ones, or not all of them.
        case damaged
        /// They inflate to another number of bytes than was said.
        case length
    }

    /// Deflates bytes.
    ///
    /// - Parameters:
    ///   - bytes: what is to be stored.
    ///   - level: from 1, the fastest, to 9, the smallest.
    /// - Returns: the deflated bytes.
    package static func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        var length = compressBound(uLong(bytes.count))
        return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            // With room for the bound and a level in range there is nothing that could fail but memory.
            let status = compress2(
                buffer.baseAddress, &length, bytes, uLong(bytes.count), min(max(level, 1), 9))
            precondition(status == Z_OK, "out of memory")
            count = Int(length)
        }
    }

    /// Inflates bytes that were deflated from a known number of them.
    ///
    /// - Throws: ``Fault`` for bytes that are damaged or of another length; no more than `count` bytes are taken up.
    package static func decompress(_ bytes: [UInt8], count: Int) throws(Fault) -> [UInt8] {
        var status = Z_OK
        var length = uLong(max(count, 0))
        let inflated = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, written in
            status = uncompress(buffer.baseAddress, &length, bytes, uLong(bytes.count))
            written = status == Z_OK ? Int(length) : 0
        }
        guard status != Z_BUF_ERROR, status != Z_OK || inflated.count == count else { throw .length }
        guard status == Z_OK else { throw .damaged }
        return inflated
    }
}
