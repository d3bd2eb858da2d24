import Foundation
import SensorProfiles
import TestKit
import Testing

@testable import FlightRecorder

/// A recording in a directory of its own, with a clock that the test sets.
final class RecordingBench {
    static let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
    static let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)
    static let start: Int64 = 1_796_000_000_000_000

    static let header = RecordingHeader(
        workout: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), rider: "Ída",
        activityType: "cycling", isIndoor: true, isSimulated: false, timeZone: "Europe/Berlin",
        offsetFromUTC: 3600, startMicroseconds: start, bootTime: 77_000_000_123, bootIdentifier: "b")
    static let plan = Array("{\"profile\":{}}".utf8)

    let directory: TemporaryDirectory
    let path: String
    /// Nanoseconds since the start.
    var now: Int64 = 0
    var notices: [RecordingWriter.Notice] = []

    init(in subdirectory: String = "") throws {
        directory = try TemporaryDirectory()
        path = directory.path + subdirectory + "/a.recording"
    }

    func writer(sync: @escaping @Sendable (Int32) -> Int32 = RecordingFile.dataSync) -> RecordingWriter {
        RecordingWriter(
            creating: path, header: Self.header, plan: Self.plan, now: { [unowned self] in clock },
            sync: sync,
            notify: { [unowned self] in notices.append($0) })
    }

    func continued(_ contents: RecordingContents) throws -> RecordingWriter {
        let file = try #require(try RecordingFile.open(at: path))
        return RecordingWriter(
            continuing: file, after: contents, header: Self.header, plan: Self.plan,
            now: { [unowned self] in clock }, notify: { [unowned self] in notices.append($0) })
    }

    private var clock: RecordingContents.ClockReading {
        RecordingContents.ClockReading(nanoseconds: now, wallMicroseconds: Self.start + now / 1000)
    }

    var bytes: [UInt8] {
        get throws { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }
    }

    var contents: RecordingContents {
        get throws { try Self.contents(of: bytes) }
    }

    static func contents(of bytes: [UInt8]) throws -> RecordingContents {
        try RecordingReader.contents(of: Data(bytes))
    }

    /// Writes records, the clock at each one's time.
    func write(_ records: [RecordingRecord], to writer: RecordingWriter) {
        for record in records {
            now = record.nanoseconds
            switch record.content {
            case .capture(.notification(let sensor, let characteristic, let value)):
                writer.record(characteristic, value, from: sensor, at: record.nanoseconds)
            case .capture(.event(let event, let sensor)):
                writer.record(event, of: sensor, at: record.nanoseconds)
            case .description(let sensor, let bytes):
                writer.record(description: bytes, of: sensor, at: record.nanoseconds)
            }
        }
    }

    /// Seconds of a strap at 1 Hz and a meter at 4 Hz, a lap and a pause a minute; the values tell their number.
    static func ride(seconds: Int64) -> [RecordingRecord] {
        var records = [RecordingRecord(nanoseconds: 0, .description(sensor: strap, bytes: [0x7B, 0x7D]))]
        for tick in 0..<(4 * seconds) {
            let time = tick * 250_000_000
            if tick.isMultiple(of: 240), tick > 0 {
                records.append(RecordingRecord(nanoseconds: time, .capture(.event(.lap, sensor: nil))))
            }
            if let event = [50: CaptureEvent.pause, 70: .resume][tick % 240] {
                records.append(RecordingRecord(nanoseconds: time, .capture(.event(event, sensor: nil))))
            }
            if tick.isMultiple(of: 4) {
                records.append(
                    notification(
                        strap, .heartRateMeasurement, [0x16, UInt8(tick / 4 % 256), 0x2A, 0x03], time))
            }
            let low = UInt8(truncatingIfNeeded: tick)
            let high = UInt8(truncatingIfNeeded: tick >> 8)
            let value: [UInt8] = [0x30, 0, low, high, 1, 0, 0, 0, low, high, 2, 0, high, low]
            records.append(notification(meter, .cyclingPowerMeasurement, value, time + 1000))
        }
        return records
    }

    static func notification(
        _ sensor: BluetoothAddress, _ characteristic: BluetoothUUID, _ value: [UInt8], _ nanoseconds: Int64
    ) -> RecordingRecord {
        RecordingRecord(
            nanoseconds: nanoseconds,
            .capture(.notification(sensor: sensor, characteristic: characteristic, value: value)))
    }
}

extension RecordingContents {
    var notificationCount: Int {
        records.count { if case .capture(.notification) = $0.content { true } else { false } }
    }
}
