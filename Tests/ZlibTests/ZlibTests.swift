import TestKit
import Testing
import Zlib

@Suite struct ZlibTests {
    @Test("The checksum is CRC-32 of ISO-HDLC: the check value of its catalogue, and 0 of nothing")
    func checksum() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum([UInt8]()) == 0)
    }

    @Test("The checksum of a range is that of its bytes alone, wherever it lies and however long it is")
    func ranges() {
        var random = SplitMix64(seed: 32)
        let bytes = (0..<150_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes.withUnsafeBytes { bytes in
            let checksums = RangeChecksums(bytes)
            var ranges = [0, 1, 63, 64, 65, 255, 256, 257, 65_535, RangeChecksums.rangeLimit].flatMap {
                count in
                [0..<count, 64..<(64 + count), (bytes.count - count)..<bytes.count]
            }
            for _ in 0..<500 {
                let count = Int.random(in: 0...RangeChecksums.rangeLimit, using: &random)
                let start = Int.random(in: 0...(bytes.count - count), using: &random)
                ranges.append(start..<(start + count))
            }
            for range in ranges {
                #expect(
                    checksums.checksum(range)
                        == CRC32.checksum(UnsafeRawBufferPointer(rebasing: bytes[range])), "\(range)")
            }
        }
        [UInt8]().withUnsafeBytes { #expect(RangeChecksums($0).checksum(0..<0) == 0) }
    }

    @Test("What is deflated inflates to itself", arguments: [0, 1, 100, 70_000])
    func roundTrip(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) }
        let deflated = Deflate.compress(bytes)
        #expect(try Deflate.decompress(deflated, count: count) == bytes)
        if count > 100 { #expect(deflated.count < count / 2) }
    }

    @Test("Bytes that are cut off, changed or of another length are refused")
    func refusals() throws {
        let bytes = [UInt8](repeating: 7, count: 1000)
        let deflated = Deflate.compress(bytes)
        for count in 0..<deflated.count {
            #expect(throws: Deflate.Fault.self) {
                try Deflate.decompress(Array(deflated[..<count]), count: 1000)
            }
        }
        #expect(throws: Deflate.Fault.length) { try Deflate.decompress(deflated, count: 999) }
        #expect(throws: Deflate.Fault.length) { try Deflate.decompress(deflated, count: 1001) }
        var changed = deflated
        changed[deflated.count - 1] ^= 1
        #expect(throws: Deflate.Fault.damaged) { try Deflate.decompress(changed, count: 1000) }
    }
}
