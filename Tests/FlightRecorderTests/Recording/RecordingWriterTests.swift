import Foundation
import SensorProfiles
import Synchronization
import TestKit
import Testing

@testable import FlightRecorder

private let second: Int64 = 1_000_000_000

@Suite struct RecordingWriterTests {
    private let bench: RecordingBench

    init() throws {
        bench = try RecordingBench()
    }

    /// Whether bytes lie somewhere in others.
    private func position(of frame: [UInt8], in bytes: [UInt8]) -> Int? {
        Data(bytes).range(of: Data(frame))?.lowerBound
    }

    // The checksums are Python's zlib.crc32 of the bytes before them.
    @Test("The bytes are those of the document")
    func bytes() throws {
        let writer = bench.writer()
        bench.now = 12 * second
        writer.record(
            .heartRateMeasurement, [0x16, 0x4B, 0x2A, 0x03], from: RecordingBench.strap,
            at: 12_250_000_999)
        writer.record(.pause, at: 13 * second)
        let bytes = try bench.bytes
        #expect(bytes.starts(with: [0x89, 0x50, 0x57, 0x52, 0x0D, 0x0A, 0x1A, 0x01]))
        #expect(bytes[8] == 0xE0)
        let stream: [UInt8] = [
            0xE2, 0x0A, 0x00, 0x00, 0x00, 0xC0, 0xFF, 0xEE, 0x00, 0x00, 0x01, 0x37, 0x2A, 0xC1, 0x90, 0x26,
            0xA5,
        ]
        let notification: [UInt8] = [
            0x04, 0x90, 0xEB, 0xBA, 0x00, 0x16, 0x4B, 0x2A, 0x03, 0x5D, 0xC4, 0x4C, 0xD1,
        ]
        let pause: [UInt8] = [
            0xE4, 0x0F, 0x00, 0x40, 0x5D, 0xC6, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x00, 0x08, 0xB4, 0x71, 0x35,
        ]
        let places = [stream + stream + notification, pause].map { position(of: $0, in: bytes) }
        #expect(places.allSatisfy { $0 != nil })
        #expect(
            bytes.suffix(notification.count + 2 * pause.count).elementsEqual(notification + pause + pause))
    }

    @Test(
        "What is written is read back to the microsecond, whatever it is", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var records: [RecordingRecord] = []
        var time: Int64 = 0
        for _ in 0..<3000 {
            // Mostly close together, sometimes hours apart, now and then a little back.
            let step =
                switch Int.random(in: 0..<50, using: &random) {
                case 0: Int64.random(in: 0...(9000 * second), using: &random)
                case 1: -Int64.random(in: 0...second, using: &random)
                default: Int64.random(in: 0...second, using: &random)
                }
            time = max(0, time + step / 1000 * 1000)
            let sensor = BluetoothAddress(value: UInt64.random(in: 1...5, using: &random))
            let value = (0..<Int.random(in: 0...40, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
            let content: RecordingRecord.Content
            switch Int.random(in: 0..<20, using: &random) {
            case 0: content = .description(sensor: sensor, bytes: value)
            case 1:
                let event = try #require(CaptureEvent.allCases.randomElement(using: &random))
                content = .capture(.event(event, sensor: Bool.random(using: &random) ? sensor : nil))
            default:
                let uuid = BluetoothUUID(rawValue: UInt16.random(in: 0...3, using: &random))
                content = .capture(.notification(sensor: sensor, characteristic: uuid, value: value))
            }
            records.append(RecordingRecord(nanoseconds: time, content))
        }
        let writer = bench.writer()
        bench.write(records, to: writer)
        let contents = try bench.contents
        #expect(contents.records == records)
        #expect(contents.header == RecordingBench.header)
        #expect(contents.plan == RecordingBench.plan)
        #expect(contents.damage.isNone)
        #expect(!contents.isSaved)
        #expect(bench.notices.isEmpty)
        #expect(!RecordingReader.endsSaved(Data(try bench.bytes.suffix(64))))
        writer.markSaved()
        #expect(try bench.contents.isSaved)
        #expect(RecordingReader.endsSaved(Data(try bench.bytes.suffix(64))))
        #expect(try bench.contents.damage.isNone)
    }

    @Test("A strap's notification takes 13 bytes, and with all that is around it about 20 or fewer")
    func size() throws {
        let writer = bench.writer()
        let hour: Int64 = 3600
        let records = (0..<hour).flatMap { index in
            [
                RecordingBench.notification(
                    RecordingBench.strap, .heartRateMeasurement, [0x16, 0x4B, 0x2A, 0x03], index * second),
                RecordingBench.notification(
                    RecordingBench.meter, .cyclingPowerMeasurement, [0x20, 0, 0xC8, 0, 1, 2, 3, 4],
                    index * second + 500_000_000),
            ]
        }
        bench.write(records, to: writer)
        let before = try bench.bytes.count
        writer.record(
            .heartRateMeasurement, [0x16, 0x4B, 0x2A, 0x03], from: RecordingBench.strap,
            at: bench.now + 1000)
        #expect(try bench.bytes.count - before == 13)
        #expect(Double(before) / Double(records.count) < 18)
    }

    @Test("Every record is in the file when its call returns")
    func written() throws {
        let writer = bench.writer()
        for (index, record) in RecordingBench.ride(seconds: 3).enumerated() {
            bench.write([record], to: writer)
            #expect(try bench.contents.records.count == index + 1)
        }
    }

    @Test(
        "Within a second a sync of what is written is asked for, however it comes",
        arguments: [1, 2] as [UInt64])
    func syncs(seed: UInt64) throws {
        let writer = bench.writer()
        var random = SplitMix64(seed: seed)
        var oldest: Int64?
        for tick in 1...300 as ClosedRange<Int64> {
            // Up to fifty a second, and seconds without any.
            let count = Bool.random(using: &random) ? Int.random(in: 0...50, using: &random) : 0
            let moments = (0..<count).map { _ in
                (tick - 1) * second + Int64.random(in: 0..<second, using: &random)
            }
            for moment in moments.sorted() + [tick * second] {
                bench.now = moment
                if moment == tick * second {
                    writer.tick(at: moment)
                } else {
                    writer.record(.heartRateMeasurement, [0, 100], from: RecordingBench.strap, at: moment)
                    oldest = oldest ?? moment
                }
                guard let waiting = oldest else { continue }
                // Also at the moment at which the sync comes: it may come too late.
                #expect(moment - waiting <= second)
                if writer.lastSyncAt == moment { oldest = nil }
            }
        }
        #expect(oldest == nil)
    }

    @Test("A tick syncs what came less than half a second after the last sync, for silence may follow")
    func syncBeforeSilence() throws {
        let writer = bench.writer()
        for moment in [510_000_000, 520_000_000] as [Int64] {
            bench.now = moment
            writer.record(.heartRateMeasurement, [0, 100], from: RecordingBench.strap, at: moment)
        }
        #expect(writer.lastSyncAt == 510_000_000)
        writer.tick(at: second)
        #expect(writer.lastSyncAt == second)
        // Nothing was written meanwhile.
        writer.tick(at: 2 * second)
        #expect(writer.lastSyncAt == second)
    }

    @Test("A recording that goes on after a torn frame is whole again")
    func continued() throws {
        let ride = RecordingBench.ride(seconds: 20)
        let first = bench.writer()
        bench.write(Array(ride.prefix(50)), to: first)
        first.close()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: bench.path))
        try handle.truncate(atOffset: UInt64(try bench.bytes.count - 5))
        let torn = try bench.contents
        #expect(torn.records.count == 49)
        #expect(torn.damage.places == 1)
        let second = try bench.continued(torn)
        bench.write(Array(ride.dropFirst(49)), to: second)
        let contents = try bench.contents
        #expect(contents.records == ride)
        #expect(contents.damage.isNone)
        #expect(contents.streams.count == 2)
    }

    @Test("A file that is written is locked, and free when its writer is gone")
    func locked() throws {
        let writer = bench.writer()
        #expect(try RecordingFile.open(at: bench.path) == nil)
        #expect(RecordingFile.isLocked(at: bench.path))
        // A child that is being spawned has the file too.
        let copies = DescriptorCopies(ofFile: bench.path)
        #expect(copies.count == 1)
        writer.markSaved()
        #expect(!RecordingFile.isLocked(at: bench.path))
        extendLifetime(copies)
        #expect(try bench.directory.content == ["a.recording"])
    }

    @Test("Where nothing can be written this is told once, and all is there when it can be again")
    func outage() throws {
        let bench = try RecordingBench(in: "/missing")
        let ride = RecordingBench.ride(seconds: 20)
        let writer = bench.writer()
        bench.write(Array(ride.prefix(30)), to: writer)
        writer.tick(at: bench.now)
        writer.tick(at: bench.now)
        #expect(
            bench.notices == [.failed(RecordingFault(operation: "write", path: bench.path, code: ENOENT))])
        try FileManager.default.createDirectory(
            atPath: bench.directory.path + "/missing", withIntermediateDirectories: true)
        // Not before the next tick: a full disk is not asked at each notification.
        bench.write(Array(ride[30..<40]), to: writer)
        #expect(bench.notices.count == 1)
        writer.tick(at: bench.now)
        #expect(bench.notices.last == .goesOn(missing: 0))
        bench.write(Array(ride.dropFirst(40)), to: writer)
        #expect(try bench.contents.records == ride)
        #expect(try bench.contents.damage.isNone)
    }

    /// A disk that fails for a while, as a kernel shows it: what it could not write is gone once it is asked for again.
    private final class FailingDisk: Sendable {
        private struct State {
            var isFailing = false
            var durable: [UInt8] = []
        }

        private let path: String
        private let state = Mutex(State())

        init(_ path: String) { self.path = path }

        /// What a power cut would leave.
        var durable: [UInt8] { state.withLock { $0.durable } }

        func setFailing(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

        @Sendable func sync(_ descriptor: Int32) -> Int32 {
            let bytes = Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data())
            return state.withLock { state in
                guard state.isFailing else {
                    state.durable = bytes
                    return 0
                }
                let lost = [UInt8](repeating: 0, count: bytes.count - state.durable.count)
                return pwrite(descriptor, lost, lost.count, off_t(state.durable.count)) == lost.count
                    ? EIO : -1
            }
        }
    }

    @Test("What a failed sync did not bring to the disk is written again in its place, and told of once")
    func failedSync() throws {
        let disk = FailingDisk(bench.path)
        let writer = bench.writer(sync: disk.sync)
        let ride = RecordingBench.ride(seconds: 20)
        bench.write(Array(ride.prefix(30)), to: writer)
        writer.waitForSync()
        #expect(try disk.durable == bench.bytes)
        disk.setFailing(true)
        for part in [30..<40, 40..<50] {
            bench.write(Array(ride[part]), to: writer)
            writer.tick(at: bench.now)
            writer.waitForSync()
            #expect(
                bench.notices
                    == [.notSynced(RecordingFault(operation: "sync", path: bench.path, code: EIO))])
        }
        #expect(try RecordingBench.contents(of: disk.durable).records == Array(ride.prefix(30)))
        disk.setFailing(false)
        writer.tick(at: bench.now)
        writer.waitForSync()
        #expect(bench.notices.dropFirst() == [.syncedAgain])
        #expect(try disk.durable == bench.bytes)
        let contents = try RecordingBench.contents(of: disk.durable)
        #expect(contents.records == Array(ride.prefix(50)))
        #expect(contents.damage.isNone)
    }

    @Test("While nothing can be written memory is bounded, and what is missing is counted")
    func longOutage() throws {
        let bench = try RecordingBench(in: "/missing")
        let writer = bench.writer()
        let value = [UInt8](repeating: 7, count: 30_000)
        for index in 0..<400 {
            bench.now = Int64(index) * second
            writer.record(.heartRateMeasurement, value, from: RecordingBench.strap, at: bench.now)
        }
        try FileManager.default.createDirectory(
            atPath: bench.directory.path + "/missing", withIntermediateDirectories: true)
        writer.tick(at: bench.now)
        writer.record(.lap, at: bench.now + 60 * second)
        let contents = try bench.contents
        #expect(try bench.bytes.count < RecordingWriter.memoryLimit + 100_000)
        #expect(contents.notificationCount == 280)
        #expect(contents.damage.lostFrames == 120)
        #expect(bench.notices.last == .goesOn(missing: 120))
    }
}
