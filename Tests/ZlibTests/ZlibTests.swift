import TestKit
import Testing
import Zlib

@Suite struct ZlibTests {
    @Test("The checksum is CRC-32 of ISO-HDLC: the check value of its catalogue, and 0 of nothing")
    func checksum() {
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum([UInt8]()) == 0)
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
