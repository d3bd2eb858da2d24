import Foundation
import HealthModel
import Testing

@testable import SQLiteHealthDatabase

@Suite struct ColumnTests {
    private let column = SampleColumn(
        offsets: [-1_000, 0, 5_000_000_000], values: [60.1, -0.5, .greatestFiniteMagnitude],
        durations: [0, 7, 0])

    @Test("A column is a version, then a count and its numbers for each of its parts, little endian")
    func layout() {
        let column = SampleColumn(offsets: [1, 256], values: [1, -2], durations: [0, 3])
        let two: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 0]
        let expected: [[UInt8]] = [
            [1], two, [1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0], two,
            // 1 is 3FF0... and -2 is C000... as IEEE 754 has them.
            [0, 0, 0, 0, 0, 0, 0xF0, 0x3F], [0, 0, 0, 0, 0, 0, 0, 0xC0], two, [0, 0, 0, 0, 0, 0, 0, 0],
            [3, 0, 0, 0, 0, 0, 0, 0],
        ]
        #expect(column.stored == Array(expected.joined()))
    }

    @Test("What was stored comes back")
    func roundTrip() throws {
        #expect(try SampleColumn(stored: column.stored) == column)
        #expect(try SampleColumn(stored: SampleColumn().stored) == SampleColumn())
        let ties = SampleColumn(offsets: [5, 5], values: [2, 1], durations: [0, 0], keepsTies: true)
        #expect(ties.count == 2)
        #expect(try SampleColumn(stored: ties.stored) == ties)
        let beats = HeartbeatColumn(offsets: [3, 9], precededByGap: [true, false])
        #expect(try HeartbeatColumn(stored: beats.stored) == beats)
        let pauses: [Range<Int64>] = [0..<5, 7..<7]
        #expect(try [Range<Int64>](stored: pauses.stored) == pauses)
    }

    @Test("A column that is cut off anywhere, or goes on too long, is refused")
    func cutOff() {
        let bytes = column.stored
        for count in bytes.indices {
            #expect(throws: ColumnReader.Fault.self) { try SampleColumn(stored: Array(bytes.prefix(count))) }
        }
        #expect(throws: ColumnReader.Fault.self) { try SampleColumn(stored: bytes + [0]) }
    }

    @Test("A column of a later version, of a huge count or of times beyond all workouts is refused")
    func nonsense() {
        var later = column.stored
        later[0] = 2
        var huge = column.stored
        huge.replaceSubrange(1..<9, with: [UInt8](repeating: 0x7F, count: 8))
        var negative = column.stored
        negative.replaceSubrange(1..<9, with: [UInt8](repeating: 0xFF, count: 8))
        var far = column.stored
        far[16] = 0x7F
        for bytes in [later, huge, negative, far] {
            #expect(throws: ColumnReader.Fault.self) { try SampleColumn(stored: bytes) }
        }
        #expect(throws: ColumnReader.Fault.self) {
            var writer = ColumnWriter()
            writer.append([5 as Int64])
            writer.append([4 as Int64])
            _ = try [Range<Int64>](stored: writer.bytes)
        }
    }
}
