import Foundation
import SensorProfiles
import TestKit
import Testing

@testable import FlightRecorder

private let second: Int64 = 1_000_000_000

/// Power cuts and bad disks: what a recording is worth when its end is missing or bytes of it are wrong.
@Suite struct RecordingDamageTests {
    private let bench: RecordingBench

    init() throws {
        bench = try RecordingBench()
    }

    private func bytes(ofRide seconds: Int64) throws -> (bytes: [UInt8], records: [RecordingRecord]) {
        let records = RecordingBench.ride(seconds: seconds)
        let writer = bench.writer()
        bench.write(records, to: writer)
        return (try bench.bytes, records)
    }

    @Test("Cut off after any byte, a recording gives all that lies before it")
    func everyPrefix() throws {
        let writer = bench.writer()
        var ends: [Int] = []
        let records = RecordingBench.ride(seconds: 30)
        for record in records {
            bench.write([record], to: writer)
            ends.append(try bench.bytes.count)
        }
        let bytes = try bench.bytes
        for length in 0..<bytes.count {
            let prefix = Array(bytes.prefix(length))
            guard RecordingFormat.isRecording(prefix) else {
                #expect(length < 5)
                #expect(throws: RecordingError.noRecording) { try RecordingBench.contents(of: prefix) }
                continue
            }
            let contents = try RecordingBench.contents(of: prefix)
            let whole = ends.count { $0 <= length }
            // A frame may be whole before the repetitions that were written with it.
            guard contents.records.count >= whole,
                contents.records.elementsEqual(records.prefix(contents.records.count)),
                contents.damage.lostFrames == 0, contents.damage.namelessNotifications == 0,
                contents.damage.places <= 1
            else {
                Issue.record("cut off after \(length) bytes: \(contents.damage)")
                return
            }
        }
    }

    @Test(
        "One wrong byte costs one record at most, wherever it is", arguments: [0x01, 0x80, 0xFF] as [UInt8])
    func everyByte(mask: UInt8) throws {
        let (bytes, records) = try bytes(ofRide: 30)
        for position in bytes.indices {
            var damaged = bytes
            damaged[position] ^= mask
            let contents = try RecordingBench.contents(of: damaged)
            guard contents.records.count >= records.count - 1, isPart(contents.records, of: records),
                contents.header == RecordingBench.header, contents.plan == RecordingBench.plan,
                contents.damage.places == 1, contents.damage.namelessNotifications == 0,
                contents.records.count(where: isPauseOrResume) == 2
            else {
                Issue.record("byte \(position): \(contents.damage), \(contents.records.count) records")
                return
            }
        }
    }

    @Test("Blocks of a long recording that are zero, random, missing or doubled cost only themselves")
    func blocks() throws {
        let (bytes, records) = try bytes(ofRide: 3600)
        var random = SplitMix64(seed: 4)
        for round in 0..<60 {
            var damaged = bytes
            let length = Int.random(in: 1...8192, using: &random)
            let start = Int.random(in: 2048..<(bytes.count - length), using: &random)
            let range = start..<(start + length)
            switch round % 4 {
            case 0: damaged.replaceSubrange(range, with: repeatElement(0, count: length))
            case 1:
                damaged.replaceSubrange(
                    range, with: (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            case 2: damaged.removeSubrange(range)
            default:
                damaged =
                    Array(damaged.prefix(start))
                    + (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            let contents = try RecordingBench.contents(of: damaged)
            if round % 4 == 3 {
                #expect(contents.records.elementsEqual(records.prefix(contents.records.count)))
                continue
            }
            // No notification is shorter than 13 bytes here, and two can be cut in half.
            #expect(contents.records.count >= records.count - length / 13 - 2)
            #expect(isPart(contents.records, of: records))
            #expect(contents.damage.places >= 1 || round % 4 == 2)
            let lost = records.count - contents.records.count
            // The last ten seconds are not counted by a later frame.
            #expect(contents.damage.lostFrames >= lost || range.upperBound > bytes.count - 2000)
        }
    }

    @Test("No lost block of a disk, small or large, takes the names of the sensors, the rider or the plan")
    func lostNames() throws {
        let cases: [(seconds: Int64, length: Int, step: Int)] = [(20, 512, 1), (240, 4096, 128)]
        for (seconds, length, step) in cases {
            let bench = try RecordingBench()
            let writer = bench.writer()
            let late = BluetoothAddress(value: 0xC0_FF_EE_00_00_03)
            for record in RecordingBench.ride(seconds: seconds) {
                // A third sensor comes when the first copies of all are long past.
                if record.nanoseconds >= seconds * second / 3 {
                    writer.record(.heartRateMeasurement, [0, 100], from: late, at: record.nanoseconds)
                }
                bench.write([record], to: writer)
            }
            let bytes = try bench.bytes
            for start in stride(from: 0, to: bytes.count, by: step) {
                var damaged = bytes
                let range = start..<min(start + length, bytes.count)
                damaged.replaceSubrange(range, with: repeatElement(0, count: range.count))
                let contents = try? RecordingBench.contents(of: damaged)
                guard let contents, contents.header == RecordingBench.header,
                    contents.plan == RecordingBench.plan, contents.damage.namelessNotifications == 0,
                    contents.streams.count == 3
                else {
                    Issue.record("\(length) bytes at \(start): \(String(describing: contents?.damage))")
                    return
                }
            }
        }
    }

    @Test(
        "A byte that is none of a frame costs the same, whatever frame it could begin",
        arguments: [
            [0xE0], [0xFF], [0xE1, 0xFF, 0xFF], [0xE0, 0x00, 0x1F], [0xE5, 0x0E, 0xC0], [0xF0, 0x00, 0x04],
            [0x1F], [0xDF], [0xE6, 0xE7],
        ] as [[UInt8]])
    func cost(pattern: [UInt8]) throws {
        var encoder = FrameEncoder()
        encoder.append(.plan, payload: [UInt8](repeating: 0x20, count: 60_000))
        encoder.append(.header, payload: RecordingBench.header.payload)
        let noise = (0..<200_000).map { pattern[$0 % pattern.count] }
        let bytes = RecordingFormat.signature + encoder.bytes + noise + encoder.bytes
        bytes.withUnsafeBytes { bytes in
            var scanner = FrameScanner(bytes, from: RecordingFormat.signature.count)
            var skipped: [Int] = []
            while let frame = scanner.next() { skipped.append(frame.skipped) }
            #expect(skipped == [0, 0, noise.count, 0])
            // The frames that are whole, the first long one that is none, and a short one at each byte.
            #expect(scanner.checkedBytes <= 3 * 65_542 + FrameScanner.shortLimit * bytes.count)
        }
        // What damage leaves is the same for both ways of checking.
        #expect(try RecordingBench.contents(of: bytes).header == RecordingBench.header)
    }

    @Test("After a part of more than an hour that is missing, times are right again at once")
    func longLoss() throws {
        let (bytes, records) = try bytes(ofRide: 3 * 3600)
        var damaged = bytes
        let range = (bytes.count / 10)..<(bytes.count / 10 * 9)
        damaged.replaceSubrange(range, with: repeatElement(0x55, count: 100))
        let contents = try RecordingBench.contents(of: damaged)
        #expect(isPart(contents.records, of: records))
        #expect(contents.records.count > records.count / 6)
        #expect(contents.damage.lostFrames >= records.count - contents.records.count)
    }

    @Test("Random bytes are no recording, or one of nothing, and never a trap")
    func noise() throws {
        var random = SplitMix64(seed: 11)
        for round in 0..<3000 {
            let count = Int.random(in: 0...400, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if round.isMultiple(of: 2) { bytes = RecordingFormat.signature + bytes }
            let contents = try? RecordingBench.contents(of: bytes)
            #expect(contents?.records.isEmpty ?? true)
            #expect((contents == nil) == !round.isMultiple(of: 2))
        }
    }

    @Test("Frames with right checksums and senseless numbers are read without a trap")
    func senselessNumbers() throws {
        let extremes = [Int64.min, -1, 0, 1, Int64.max]
        for time in extremes {
            for wall in extremes {
                var encoder = FrameEncoder()
                encoder.append(raw: RecordingFormat.signature)
                encoder.append(.header, payload: Array("{\"version\":1}".utf8))
                encoder.append(.description, payload: [UInt8](repeating: 0xFF, count: 14))
                encoder.appendStream(
                    65_535, sensor: RecordingBench.strap, characteristic: .heartRateMeasurement)
                encoder.appendClock(microseconds: time, wallMicroseconds: wall, frameCount: .max)
                encoder.appendShortNotification(stream: 6, microseconds: wall, value: [])
                encoder.appendNotification(stream: 65_535, microseconds: time, value: [1])
                encoder.appendEvent(code: 0xFF, sensor: nil, microseconds: time)
                encoder.appendEvent(code: 8, sensor: nil, microseconds: wall)
                encoder.appendSaved(wallMicroseconds: wall, frameCount: 0)
                let contents = try RecordingBench.contents(of: encoder.bytes)
                #expect(contents.header == nil)
                // The description, and what is not at the end of all time.
                let kept = [time, wall].count { $0 != .max }
                #expect(contents.records.count == 1 + kept)
                #expect(contents.damage.impossibleTimes == 2 - kept + (time == .max ? 1 : 0))
                #expect(contents.records.allSatisfy { (0...1000).contains($0.nanoseconds) })
                #expect(contents.unknownFrames == 1)
                #expect(contents.damage.namelessNotifications == 1)
                #expect(contents.isSaved)
            }
        }
    }

    @Test("A recording of a later version is refused with its number, and an unknown frame is passed over")
    func later() throws {
        var encoder = FrameEncoder()
        encoder.append(raw: RecordingFormat.signature)
        encoder.append(.header, payload: Array("{\"version\":2}".utf8))
        #expect(throws: RecordingError.laterVersion(2)) { try RecordingBench.contents(of: encoder.bytes) }

        // 0xF0 is no kind of version 1; the checksum is Python's zlib.crc32 of f001002a.
        let unknown: [UInt8] = [0xF0, 0x01, 0x00, 0x2A, 0x5A, 0x6A, 0x5B, 0x7D]
        let contents = try RecordingBench.contents(of: RecordingFormat.signature + unknown)
        #expect(contents.unknownFrames == 1)
        #expect(contents.damage.isNone)
    }

    private func isPauseOrResume(_ record: RecordingRecord) -> Bool {
        [.capture(.event(.pause, sensor: nil)), .capture(.event(.resume, sensor: nil))].contains(
            record.content)
    }

    /// Whether the records of one list are some of another's, in the same order.
    private func isPart(_ some: [RecordingRecord], of all: [RecordingRecord]) -> Bool {
        var rest = all[...]
        for record in some {
            guard let index = rest.firstIndex(of: record) else { return false }
            rest = rest[(index + 1)...]
        }
        return true
    }
}
