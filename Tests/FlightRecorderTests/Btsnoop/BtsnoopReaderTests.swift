import FlightRecorder
import Foundation
import SensorProfiles
import TestKit
import Testing

@Suite struct BtsnoopReaderTests {
    private static let strapBytes: [UInt8] = [0xC0, 0xFF, 0xEE, 0x00, 0x00, 0x01]
    private let strap = BluetoothAddress(value: 0xC0_FF_EE_00_00_01)
    private let meter = BluetoothAddress(value: 0xC0_FF_EE_00_00_02)
    private static let heartRate: [UInt8] = [0x16, 0x4B, 0x2A, 0x03]

    /// A connection, a discovery, and a heart rate each second.
    private static func ride(_ link: BtsnoopBuilder.Link, isEnhanced: Bool = false) -> BtsnoopBuilder {
        var capture = BtsnoopBuilder(link)
        capture.connect(0x40, strapBytes, isEnhanced: isEnhanced)
        capture.declare(0x40, [0x37, 0x2A], value: 0x10)
        for _ in 0..<3 {
            capture.microseconds += 1_000_000
            capture.notify(0x40, 0x10, heartRate)
        }
        capture.microseconds += 500_000
        capture.disconnect(0x40)
        return capture
    }

    private func notification(
        _ nanoseconds: Int64, _ sensor: BluetoothAddress, _ characteristic: BluetoothUUID, _ value: [UInt8]
    ) -> CaptureRecord {
        CaptureRecord(
            nanoseconds: nanoseconds,
            .notification(sensor: sensor, characteristic: characteristic, value: value))
    }

    @Test(
        "Captures of every kind give notifications with their sensor, characteristic and time, from the first on",
        arguments: [BtsnoopBuilder.Link.bare, .serial, .monitor], [false, true])
    func kinds(link: BtsnoopBuilder.Link, isEnhanced: Bool) throws {
        let read = try BtsnoopReader.records(in: Self.ride(link, isEnhanced: isEnhanced).bytes)
        #expect(
            read.records == [
                notification(0, strap, .heartRateMeasurement, Self.heartRate),
                notification(1_000_000_000, strap, .heartRateMeasurement, Self.heartRate),
                notification(2_000_000_000, strap, .heartRateMeasurement, Self.heartRate),
                CaptureRecord(nanoseconds: 2_500_000_000, .event(.disconnected, sensor: strap)),
            ])
        // One second after the connection at 2026-11-30 06:00:00 in UTC.
        #expect(read.start == Date(timeIntervalSince1970: 1_796_018_401))
        #expect(read.unknownHandles == [])
        #expect(read.incompleteCount == 0)
        #expect(read.damage == nil)
    }

    @Test("The bytes of a file by hand, as the format has them")
    func byHand() throws {
        // Header; one packet of 12 bytes, received, in the year 2000: 0x00E03AB44A676000 microseconds after the year 0.
        let file: [UInt8] =
            [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00, 0, 0, 0, 1, 0, 0, 0x03, 0xEA]
            + [0, 0, 0, 14, 0, 0, 0, 14, 0, 0, 0, 1, 0, 0, 0, 0]
            + [0x00, 0xE0, 0x3A, 0xB4, 0x4A, 0x67, 0x60, 0x00]
            + [0x02, 0x40, 0x20, 0x09, 0x00, 0x05, 0x00, 0x04, 0x00, 0x1B, 0x10, 0x00, 0x06, 0x48]
        let read = try BtsnoopReader.records(in: file, handles: [0x10: .heartRateMeasurement])
        #expect(read.start == Date(timeIntervalSince1970: 946_684_800))
        // Without a connection in the file the sensor is known by the number of its link.
        #expect(
            read.records == [
                notification(0, BluetoothAddress(value: 0x40), .heartRateMeasurement, [0x06, 0x48])
            ])
    }

    @Test("Two sensors, a discovery after the notifications, long UUIDs and descriptors are told apart")
    func discovery() throws {
        var capture = BtsnoopBuilder(.serial)
        capture.connect(0x40, Self.strapBytes)
        capture.connect(0x41, [0xC0, 0xFF, 0xEE, 0x00, 0x00, 0x02])
        // Before the discovery: it counts all the same.
        capture.notify(0x41, 0x20, [0, 0, 0xC8, 0])
        // 0000xxxx-0000-1000-8000-00805F9B34FB, lowest byte first.
        let base: [UInt8] = [0xFB, 0x34, 0x9B, 0x5F, 0x80, 0, 0, 0x80, 0, 0x10, 0, 0]
        capture.declare(0x40, base + [0x37, 0x2A, 0, 0], value: 0x20)
        // Find Information: a characteristic's value and its client configuration.
        capture.attribute(0x41, [0x05, 1, 0x20, 0, 0x63, 0x2A, 0x21, 0, 0x02, 0x29])
        capture.notify(0x40, 0x20, Self.heartRate)
        // A vendor's characteristic, the battery, and an answer that is about something else.
        capture.declare(0x40, [UInt8](repeating: 0xAB, count: 16), value: 0x30)
        capture.notify(0x40, 0x30, [1, 2, 3])
        capture.declare(0x40, [0x19, 0x2A], value: 0x33)
        capture.notify(0x40, 0x33, [87])
        capture.attribute(0x40, [0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A], isReceived: false)
        capture.attribute(0x40, [0x09, 7, 2, 0, 0x10, 0x44, 0, 0x37, 0x2A])
        capture.notify(0x40, 0x44, Self.heartRate)
        let read = try BtsnoopReader.records(in: capture.bytes)
        #expect(
            read.records.map(\.content) == [
                .notification(
                    sensor: meter, characteristic: .cyclingPowerMeasurement, value: [0, 0, 0xC8, 0]),
                .notification(sensor: strap, characteristic: .heartRateMeasurement, value: Self.heartRate),
            ])
        #expect(read.unknownHandles.map(\.handle) == [0x30, 0x44])
    }

    @Test("A packet in pieces is put together, among pieces of another link; one without its end is counted")
    func fragments() throws {
        var capture = BtsnoopBuilder(.monitor)
        capture.connect(0x40, Self.strapBytes)
        capture.declare(0x40, [0x37, 0x2A], value: 0x10)
        // An end of something from before the capture.
        capture.piece(0x40, 1, [9, 9, 9])
        // Length 7, channel 4; cut within the value, and a piece of another link between.
        capture.piece(0x40, 2, [7, 0, 4, 0, 0x1B])
        capture.piece(0x41, 1, [1, 2])
        capture.piece(0x40, 1, [0x10, 0, 0x16])
        capture.piece(0x40, 1, [0x4B, 0x2A, 0x03])
        // A begin without its end, then a whole one.
        capture.piece(0x40, 2, [7, 0, 4, 0, 0x1B])
        capture.notify(0x40, 0x10, [0x06, 0x48])
        // Another channel is no attribute protocol.
        capture.piece(0x40, 2, [5, 0, 6, 0, 0x1B, 0x10, 0, 0x06, 0x48])
        // Several values in one packet.
        capture.attribute(0x40, [0x23, 0x10, 0, 2, 0, 0x06, 0x49, 0x10, 0, 2, 0, 0x06, 0x4A])
        let read = try BtsnoopReader.records(in: capture.bytes)
        let values = read.records.compactMap { record -> [UInt8]? in
            guard case .notification(_, _, let value) = record.content else { return nil }
            return value
        }
        #expect(values == [Self.heartRate, [0x06, 0x48], [0x06, 0x49], [0x06, 0x4A]])
        #expect(read.incompleteCount == 1)
    }

    @Test(
        "What is sent is no notification: a second adapter of the same machine that plays the sensor is not counted"
    )
    func sent() throws {
        var capture = Self.ride(.monitor)
        capture.connect(0x40, Self.strapBytes)
        capture.attribute(0x40, [0x1B, 0x10, 0] + Self.heartRate, isReceived: false)
        let count = { (bytes: [UInt8]) in
            try BtsnoopReader.records(in: bytes).records.count {
                if case .notification = $0.content { true } else { false }
            }
        }
        #expect(try count(capture.bytes) == 3)
    }

    @Test(
        "Without a discovery nothing is guessed: the handles are told, with what they look like, until a person names one"
    )
    func bonded() throws {
        var capture = BtsnoopBuilder(.serial)
        capture.connect(0x40, Self.strapBytes)
        for beat in 0..<10 {
            capture.notify(0x40, 0x10, [0x06, UInt8(70 + beat)])
            capture.notify(0x40, 0x20, [0, 0, 0xC8, 0])
        }
        let error = #expect(throws: BtsnoopError.self) { try BtsnoopReader.records(in: capture.bytes) }
        #expect(
            error?.description == """
                there is no notification of a heart rate or cycling power in it; it does not say which characteristics \
                these handles are: 0x0010 of C0:FF:EE:00:00:01 (10 notifications, which looks like 2a37), \
                0x0020 of C0:FF:EE:00:00:01 (10 notifications)
                """)
        let read = try BtsnoopReader.records(
            in: capture.bytes, handles: [0x10: .heartRateMeasurement, 0x20: .cyclingPowerMeasurement])
        #expect(read.records.count == 20)
    }

    @Test("What a capture says of its handles counts before what a person says")
    func contradiction() throws {
        let bytes = Self.ride(.serial).bytes
        let read = try BtsnoopReader.records(in: bytes, handles: [0x10: .cyclingPowerMeasurement])
        #expect(read.records == (try BtsnoopReader.records(in: bytes).records))
    }

    @Test("A capture that was cut off before its first reading says at which byte")
    func cutOffEarly() throws {
        var capture = BtsnoopBuilder(.serial)
        capture.connect(0x40, Self.strapBytes)
        let offset = capture.bytes.count
        capture.notify(0x40, 0x10, Self.heartRate)
        let cut = Array(capture.bytes.prefix(offset + 10))
        let error = #expect(throws: BtsnoopError.self) { try BtsnoopReader.records(in: cut) }
        #expect(
            error?.description == """
                there is no notification of a heart rate or cycling power in it; from byte \(offset) on it cannot be read: \
                its last packet has no whole header
                """)
    }

    @Test("A wall clock that was set back meanwhile holds no record up")
    func clock() throws {
        var capture = Self.ride(.serial)
        capture.microseconds -= 3_600_000_000
        capture.connect(0x40, Self.strapBytes)
        capture.microseconds += 1_000_000
        capture.notify(0x40, 0x10, Self.heartRate)
        let read = try BtsnoopReader.records(in: capture.bytes)
        #expect(read.records.suffix(3).map(\.nanoseconds) == [2_500_000_000, 2_500_000_000, 3_500_000_000])
    }

    @Test("A file that was cut off anywhere gives what comes before, and says where it ends")
    func cutOff() throws {
        let whole = Self.ride(.serial).bytes
        let all = try BtsnoopReader.records(in: whole).records
        for length in 16..<whole.count {
            guard let read = try? BtsnoopReader.records(in: Array(whole[..<length])) else { continue }
            #expect(read.records == Array(all.prefix(read.records.count)))
            if let damage = read.damage { #expect(damage.offset <= length) }
        }
        let cut = try BtsnoopReader.records(in: Array(whole.dropLast()))
        #expect(cut.records.count == 3)
        // The last packet is an event of six bytes behind its kind, after a header of 24.
        #expect(
            cut.damage?.description
                == "from byte \(whole.count - 31) on it cannot be read: its last packet was cut off: 6 of 7 bytes are there"
        )
    }

    @Test(
        "What is no capture is refused with the reason",
        arguments: [
            ([], "it is no btsnoop capture: those begin with \"btsnoop\""),
            (Array("btsnoop\u{0}".utf8), "it was cut off within its header: 8 of 16 bytes are there"),
            (
                Array("btsnoop\u{0}".utf8) + [0, 0, 0, 2, 0, 0, 3, 0xEA],
                "it is btsnoop of version 2; version 1 is read"
            ),
            (
                Array("btsnoop\u{0}".utf8) + [0, 0, 0, 1, 0, 0, 7, 0xD2],
                "it is btsnoop of datalink type 2002; 1001 (HCI), 1002 (Android) and 2001 (btmon) are read"
            ),
            (
                Array("btsnoop\u{0}".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA],
                "there is no notification of a heart rate or cycling power in it"
            ),
        ] as [([UInt8], String)])
    func refused(bytes: [UInt8], expected: String) {
        let error = #expect(throws: BtsnoopError.self) { try BtsnoopReader.records(in: bytes) }
        #expect(error?.description == expected)
    }

    @Test(
        "Any bytes end in records or an error, never in a trap",
        arguments: [BtsnoopBuilder.Link.serial, .monitor])
    func damaged(link: BtsnoopBuilder.Link) {
        let whole = Self.ride(link).bytes
        var random = SplitMix64(seed: 37)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if let read = try? BtsnoopReader.records(in: bytes, handles: [0x10: .heartRateMeasurement]) {
                let times = read.records.map(\.nanoseconds)
                #expect(times == times.sorted())
            }
        }
    }
}
