import Testing
import Zlib

@Suite struct GzipTests {
    /// What `printf 'time,power_w\n0,100\n' | gzip -n9` prints.
    private let compressed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xC9, 0xCC, 0x4D, 0xD5, 0x29, 0xC8,
        0x2F,
        0x4F, 0x2D, 0x8A, 0x2F, 0xE7, 0x32, 0xD0, 0x31, 0x34, 0x30, 0xE0, 0x02, 0x00, 0x0A, 0x14, 0x3E, 0x07,
        0x13,
        0x00, 0x00, 0x00,
    ]
    private let text = Array("time,power_w\n0,100\n".utf8)

    @Test("A file of gzip gives what was compressed, also where it is several, or filled up with zeros")
    func whole() throws {
        #expect(Gzip.isGzip(compressed))
        #expect(try Gzip.decompress(compressed, limit: text.count) == text)
        #expect(try Gzip.decompress(compressed + compressed, limit: 100) == text + text)
        #expect(try Gzip.decompress(compressed + [0, 0, 0], limit: 100) == text)
    }

    @Test("A file that is cut off anywhere is told as such, and its beginning is what there is of it")
    func cutOff() {
        for count in 0..<compressed.count {
            let cut = Array(compressed[..<count])
            #expect(throws: Gzip.Fault.cutOff, "\(count)") { try Gzip.decompress(cut, limit: 100) }
            #expect(text.starts(with: Gzip.beginning(of: cut, count: 100)))
        }
        #expect(Gzip.beginning(of: compressed, count: 5) == Array("time,".utf8))
        #expect(Gzip.beginning(of: compressed, count: 100) == text)
    }

    @Test("A turned bit is found, or changes nothing of what was compressed", arguments: 0..<8)
    func turnedBits(bit: Int) {
        for place in compressed.indices {
            var changed = compressed
            changed[place] ^= 1 << bit
            let read = try? Gzip.decompress(changed, limit: 100)
            #expect(read == nil || read == text, "byte \(place)")
            // Those of the content's checksum and length are always found.
            #expect(read == nil || place < compressed.count - 8, "byte \(place)")
        }
    }

    @Test("What is behind a compressed file and is none is not passed over")
    func behind() {
        #expect(throws: Gzip.Fault.damaged) { try Gzip.decompress(compressed + [7], limit: 100) }
        #expect(throws: Gzip.Fault.damaged) { try Gzip.decompress(compressed + [0, 7], limit: 100) }
        #expect(throws: Gzip.Fault.damaged) { try Gzip.decompress(text, limit: 100) }
    }

    @Test("No more than the limit is taken up, however much there is")
    func limit() {
        #expect(throws: Gzip.Fault.tooLong) { try Gzip.decompress(compressed, limit: text.count - 1) }
        #expect(throws: Gzip.Fault.tooLong) { try Gzip.decompress(compressed + compressed, limit: 20) }
    }
}
