import Foundation
import HealthModel
import TestKit
import Testing

@testable import SQLiteHealthDatabase

@Suite struct ColumnTests {
    private let column = SampleColumn(
        offsets: [-1_000, 0, 5_000_000_000], values: [60.1, -0.5, .greatestFiniteMagnitude],
        durations: [0, 7, 0])

    @Test("A column is a version, a checksum and parts of small numbers")
    func layout() {
        let column = SampleColumn(offsets: [1, 256], values: [1, -2], durations: [0, 3])
        let times: [UInt8] = [
            // Two of unit 1, 255 apart: 510 in zigzag. 1 in zigzag is 2; the second is where it was expected.
            2, 1, 0xFE, 0x03, 2, 0,
        ]
        let values: [UInt8] = [
            // Two without decimals: 1, and 3 less than that.
            2, 0, 2, 5,
        ]
        let durations: [UInt8] = [
            // Not all zero; two of unit 3: none and one.
            1, 2, 3, 0, 2,
        ]
        // The checksum is what Python's zlib.crc32 gives for the rest.
        let checksum: [UInt8] = [0xF2, 0xB3, 0x3D, 0x84]
        #expect(column.stored == [2] + checksum + [0] + times + values + durations)
    }

    @Test("What was stored comes back")
    func roundTrip() throws {
        #expect(try SampleColumn(stored: column.stored) == column)
        #expect(try SampleColumn(stored: SampleColumn().stored) == SampleColumn())
        let ties = SampleColumn(offsets: [5, 5], values: [2, 1], durations: [0, 0], keepsTies: true)
        #expect(ties.count == 2)
        #expect(try SampleColumn(stored: ties.stored) == ties)
        let beats = HeartbeatColumn(offsets: [3, 9], precededByGap: [true, false])
        let stored = try #require(StoredHeartbeats.bytes(of: beats))
        #expect(try StoredHeartbeats.column(stored: stored, from: 3) == beats)
        #expect(StoredHeartbeats.bytes(of: HeartbeatColumn()) == nil)
        let pauses: [Range<Int64>] = [0..<5, 7..<7]
        #expect(try [Range<Int64>](stored: pauses.stored) == pauses)
        let distribution = ValueDistribution(
            of: MeasuredColumn(values: [60, 61.5, 200], durations: [1_000_000_001, 7, 1]), noData: 12)
        #expect(try ValueDistribution(stored: distribution.stored) == distribution)
        let measures: [WorkoutSummary.Measure] = [
            .init(average: 0.1 + 0.2, minimum: -3, maximum: 200, measuredDuration: 1_000_000_001),
            .init(measuredDuration: 0), .init(sum: 12_345.678, measuredDuration: 5),
            .init(minimum: 7, sum: .infinity, measuredDuration: WorkoutTime.limit),
        ]
        for count in 0...measures.count {
            let first = Array(measures.prefix(count))
            #expect(try [WorkoutSummary.Measure](stored: first.stored) == first)
        }
    }

    /// Whole numbers as they are, and as no sensor sends them.
    private func integers(_ generator: inout SplitMix64) -> [Int64] {
        let count = Int.random(in: 0...60, using: &generator)
        let shape = Int.random(in: 0...5, using: &generator)
        return (0..<count).map { index -> Int64 in
            switch shape {
            case 0: return Int64(index) * 1_000_000_000
            case 1:
                return Int64(index) * 1_000_000_000 + .random(in: -20_000...20_000, using: &generator) * 1_000
            case 2: return [.min, .max, 0, -1, 1, .min + 1].randomElement(using: &generator) ?? 0
            case 3: return .random(in: .min ... .max, using: &generator)
            case 4: return 0
            default: return .random(in: -3...3, using: &generator) * (1 << 62 / 3)
            }
        }
    }

    @Test("Whole numbers of every kind come back exactly", arguments: 0..<4)
    func integers(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let (times, others, sparse) = (
                integers(&generator), integers(&generator), integers(&generator)
            )
            let truths = others.map { $0 & 1 == 1 }
            var writer = ColumnWriter()
            writer.append(times: times)
            writer.append(others)
            writer.append(truths)
            writer.append(mostlyZero: sparse)
            var reader = try ColumnReader(writer.bytes(deflating: Bool.random(using: &generator)))
            #expect(try reader.times() == times)
            #expect(try reader.integers() == others)
            #expect(try reader.booleans() == truths)
            #expect(try reader.integers(mostlyZero: sparse.count) == sparse)
            try reader.finish()
        }
    }

    /// Numbers as they are, and as no sensor sends them.
    private func reals(_ generator: inout SplitMix64) -> [Double] {
        let count = Int.random(in: 0...80, using: &generator)
        let shape = Int.random(in: 0...6, using: &generator)
        let extremes: [Double] = [
            0, -0.0, 1, 0x1p53, -0x1p53, 0x1p53 + 2, .leastNonzeroMagnitude, .leastNormalMagnitude,
            .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.1, 1 / 3, 1e-7, 9_007_199_254.740_993,
        ]
        return (0..<count).map { _ -> Double in
            switch shape {
            case 0: return Double(Int.random(in: 40...200, using: &generator))
            case 1: return Double(Int.random(in: -2_000_000...2_000_000, using: &generator)) / 1e6
            case 2: return extremes.randomElement(using: &generator) ?? 0
            case 3: return .random(in: -1e3...1e3, using: &generator)
            // Rates of a counter: few, and no decimal numbers.
            case 4: return 60 * 1024 / Double(Int.random(in: 600...620, using: &generator))
            case 5: return -0.0
            default:
                let any = Double(bitPattern: .random(in: .min ... .max, using: &generator))
                return any.isNaN ? 0 : any
            }
        }
    }

    @Test("Numbers of every kind come back to the bit", arguments: 0..<4)
    func reals(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let numbers = reals(&generator)
            var writer = ColumnWriter()
            writer.append(numbers)
            var reader = try ColumnReader(writer.bytes())
            #expect(try reader.reals().map(\.bitPattern) == numbers.map(\.bitPattern))
            try reader.finish()
        }
    }

    @Test("An hour of a strap, to the microsecond, takes few bytes a sample")
    func size() {
        var generator = SplitMix64(seed: 1)
        var rate = 120
        let offsets = (0..<3_600).map {
            Int64($0) * 1_000_000_000 + .random(in: -15_000...15_000, using: &generator) * 1_000
        }
        let values = offsets.map { _ -> Double in
            rate = min(190, max(60, rate + .random(in: -1...1, using: &generator)))
            return Double(rate)
        }
        let column = SampleColumn(offsets: offsets, values: values, durations: offsets.map { _ in 0 })
        // Of a time 15 bits are noise, of a rate 1.6.
        #expect(column.stored.count < 3_600 * 3)
        let regular = SampleColumn(
            offsets: (0..<3_600).map { Int64($0) * 1_000_000_000 }, values: values,
            durations: offsets.map { _ in 0 })
        #expect(regular.stored.count < 3_600 / 2)
    }

    @Test("The beats of a workout and those of its sample are the same bytes")
    func sharedBeats() throws {
        var generator = SplitMix64(seed: 5)
        var time: Int64 = 812_345_678
        let offsets = (0..<500).map { _ -> Int64 in
            time += Int64.random(in: 300_000_000...1_200_000_000, using: &generator)
            return time
        }
        let series = WorkoutSeries(
            start: epoch,
            heartbeats: HeartbeatColumn(offsets: offsets, precededByGap: offsets.map { $0 % 7 == 0 }),
            elapsed: time)
        let samples = series.samples(of: UUID(), device: nil) { _ in true }
        let sample = try #require(samples.first as? HKHeartbeatSeriesSample)
        #expect(
            StoredHeartbeats.bytes(of: sample.heartbeats) == StoredHeartbeats.bytes(of: series.heartbeats))
    }

    @Test("Beats at times that are no whole nanoseconds come back as well")
    func fineBeats() throws {
        let beats = [0.1 + 0.2, 1 / 3 * 7, 1e300].map {
            HKHeartbeatSeriesSample.Heartbeat(timeIntervalSinceStart: $0, precededByGap: false)
        }
        let stored = StoredHeartbeats.bytes(of: beats)
        #expect(try StoredHeartbeats.beats(stored: stored) == beats)
    }

    @Test("A column that is cut off anywhere, or goes on too long, is refused")
    func cutOff() {
        let bytes = column.stored
        for count in bytes.indices {
            #expect(throws: ColumnReader.Fault.self) { try SampleColumn(stored: Array(bytes.prefix(count))) }
        }
        #expect(throws: ColumnReader.Fault.self) { try SampleColumn(stored: bytes + [0]) }
    }

    @Test("Every single bit that is wrong is noticed")
    func wrongBits() {
        let long = SampleColumn(
            offsets: (0..<200).map { $0 * 1_000_000 }, values: (0..<200).map { Double($0 % 9) },
            durations: (0..<200).map { _ in 0 })
        for bytes in [column.stored, long.stored] {
            for bit in 0..<bytes.count * 8 {
                var damaged = bytes
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(throws: ColumnReader.Fault.self) { try SampleColumn(stored: damaged) }
                #expect(throws: ColumnReader.Fault.self) { try ColumnReader.check(damaged) }
            }
        }
    }

    /// Bytes with the checksum that belongs to them, so that what they say is looked at.
    private func sealed(_ body: [UInt8]) -> [UInt8] {
        var writer = UInt32.max
        for byte in body {
            writer ^= UInt32(byte)
            for _ in 0..<8 { writer = writer & 1 == 1 ? writer >> 1 ^ 0xEDB8_8320 : writer >> 1 }
        }
        return [2] + withUnsafeBytes(of: (~writer).littleEndian) { Array($0) } + body
    }

    @Test("Nonsense under a right checksum is refused before memory is set aside for it")
    func nonsense() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        let bodies: [[UInt8]] = [
            [], [2], [0], [1], [0] + huge + [1, 0],
            // Deflated parts of a length beyond what they can be, and of one that they are not.
            [1] + huge + [0x78, 0x9C], [1, 5, 0x78, 0x9C, 0x03, 0, 0, 0, 0, 1],
            // Unit 0; a value beyond all units; an unknown kind of numbers; a number of more than 64 bits.
            [0, 1, 0, 0, 2, 1, 0, 2, 0],
            [0, 1] + huge + [0, 4, 1, 0, 2, 0],
            [0, 1, 1, 0, 2, 1, 7, 2, 0],
            [0, 1, 1, 0] + [UInt8](repeating: 0xFF, count: 9) + [2, 1, 0, 2, 0],
            // A table of more than there is, and a place that is not in it.
            [0, 1, 1, 0, 2, 1, 0x40, 100, 0, 0], [0, 1, 1, 0, 2, 1, 0x40, 0, 5, 0],
            // Columns of different lengths, and one of a time beyond all workouts.
            [0, 1, 1, 0, 2, 2, 0, 2, 2, 0], [0, 1, 1, 0] + huge + [1, 0, 2, 0],
        ]
        for body in bodies {
            #expect(throws: ColumnReader.Fault.self, "\(body)") { try SampleColumn(stored: sealed(body)) }
        }
        #expect(throws: Never.self) { try SampleColumn(stored: sealed([0, 1, 1, 0, 2, 1, 0, 2, 0])) }
        #expect(throws: ColumnReader.Fault.self) {
            var writer = ColumnWriter()
            writer.append(times: [5])
            writer.append([-1 as Int64])
            _ = try [Range<Int64>](stored: writer.bytes())
        }
    }

    @Test("Random bytes under a right checksum end in numbers or in an error", arguments: 0..<4)
    func randomBytes(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<2_000 {
            let body =
                [UInt8.random(in: 0...1, using: &generator)]
                + (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    UInt8.random(in: 0...(Bool.random(using: &generator) ? 4 : 255), using: &generator)
                }
            let bytes = sealed(body)
            _ = try? SampleColumn(stored: bytes)
            _ = try? [Range<Int64>](stored: bytes)
            _ = try? ValueDistribution(stored: bytes)
            _ = try? [WorkoutSummary.Measure](stored: bytes)
            _ = try? StoredHeartbeats.beats(stored: bytes)
            _ = try? StoredHeartbeats.column(stored: bytes, from: .max)
        }
    }
}
