import SensorProfiles
import Testing

@Suite struct HeartRateMeasurementTests {
    struct Packet: Sendable, CustomTestStringConvertible {
        var hex: String
        var heartRate: Int?
        var contact = SensorContact.unsupported
        var energy: Int?
        var rr: [UInt16] = []
        var surplus = 0

        var testDescription: String { hex }
    }

    @Test(
        "A packet of the reference reads as its table says",
        arguments: [
            Packet(hex: "06 48", heartRate: 72, contact: .detected),
            Packet(hex: "02 3C", heartRate: 60, contact: .unsupported),
            Packet(hex: "01 01 01", heartRate: 257),
            Packet(hex: "16 4B 2A 03", heartRate: 75, contact: .detected, rr: [810]),
            Packet(
                hex: "1E 5A 2C 01 9A 02 A0 02", heartRate: 90, contact: .detected, energy: 300,
                rr: [666, 672]),
            Packet(hex: "11 B4 00 54 01 56 01", heartRate: 180, rr: [340, 342]),
            Packet(hex: "04 00", heartRate: nil, contact: .notDetected),
            Packet(hex: "10 3C", heartRate: 60),
            Packet(
                hex: "1E 5A 2C 01 9A 02 A0", heartRate: 90, contact: .detected, energy: 300, rr: [666],
                surplus: 1),
        ])
    func workedPackets(_ packet: Packet) throws {
        let measurement = try HeartRateMeasurement(bytes(packet.hex))
        #expect(measurement.heartRate == packet.heartRate)
        #expect(measurement.sensorContact == packet.contact)
        #expect(measurement.energyExpended == packet.energy)
        #expect(measurement.rrIntervals.map(\.rawValue) == packet.rr)
        #expect(measurement.surplusByteCount == packet.surplus)
    }

    @Test(
        "Each flag bit alone changes only its own field",
        arguments: [
            // The bytes after the flags are 3C 01 02 03 04: 60, or 0x013C = 316 where two bytes are asked for.
            Packet(hex: "00 3C 01 02 03 04", heartRate: 60, surplus: 4),
            Packet(hex: "01 3C 01 02 03 04", heartRate: 316, surplus: 3),
            Packet(hex: "02 3C 01 02 03 04", heartRate: 60, contact: .unsupported, surplus: 4),
            Packet(hex: "04 3C 01 02 03 04", heartRate: 60, contact: .notDetected, surplus: 4),
            Packet(hex: "06 3C 01 02 03 04", heartRate: 60, contact: .detected, surplus: 4),
            Packet(hex: "08 3C 01 02 03 04", heartRate: 60, energy: 0x0201, surplus: 2),
            Packet(hex: "10 3C 01 02 03 04", heartRate: 60, rr: [0x0201, 0x0403]),
            Packet(hex: "20 3C 01 02 03 04", heartRate: 60, surplus: 4),
            Packet(hex: "40 3C 01 02 03 04", heartRate: 60, surplus: 4),
            Packet(hex: "80 3C 01 02 03 04", heartRate: 60, surplus: 4),
        ])
    func singleFlags(_ packet: Packet) throws {
        try workedPackets(packet)
    }

    @Test(
        "A reported packet reads right where a neighbouring system read it wrong",
        arguments: [
            // sensors-swift#5: RR intervals only where the packet was longer than six bytes.
            Packet(hex: "10 48 6F 04", heartRate: 72, rr: [1135]),
            // HeartRate#13: the bytes 111,4 and 96,4 are 1135 and 1120, low byte first.
            Packet(hex: "16 36 6F 04 60 04", heartRate: 54, contact: .detected, rr: [1135, 1120]),
            // OpenHRV PR#5: intervals only where the flags were 0x10 exactly.
            Packet(hex: "14 48 6F 04", heartRate: 72, contact: .notDetected, rr: [1135]),
            // DeviceConnect-Android#163: heart rate and energy swapped.
            Packet(hex: "09 48 00 2C 01", heartRate: 72, energy: 300),
            // TrackMyIndoorWorkout#372: one fixed length, where the number of intervals changes from packet to packet.
            Packet(hex: "16 48", heartRate: 72, contact: .detected),
            // polar-ble-sdk#143, #197: 0 amid valid readings from an optical sensor.
            Packet(hex: "00 00", heartRate: nil),
            // Energy is promised and cut short: nothing after it can be placed.
            Packet(hex: "18 48 2C", heartRate: 72, surplus: 1),
        ])
    func reportedFaults(_ packet: Packet) throws {
        try workedPackets(packet)
    }

    @Test("Raw RR intervals convert to milliseconds exactly")
    func milliseconds() {
        #expect(RRInterval(rawValue: 810).milliseconds == 791.015625)
        #expect(RRInterval(rawValue: 1135).milliseconds == 1108.3984375)
        #expect(RRInterval(rawValue: 1120).milliseconds == 1093.75)
        #expect(RRInterval(rawValue: 1024).seconds == 1)
        #expect(RRInterval(rawValue: 339) < RRInterval(rawValue: 340))
    }

    @Test("An RR interval of zero is dropped, and counted so that its neighbours are not taken for a pair")
    func zeroInterval() throws {
        let measurement = try HeartRateMeasurement(bytes("10 48 2A 03 00 00 2B 03"))
        #expect(measurement.rrIntervals == [RRInterval(rawValue: 810), RRInterval(rawValue: 811)])
        #expect(measurement.zeroRRIntervalCount == 1)
        #expect(measurement.surplusByteCount == 0)
    }

    @Test(
        "No RR interval is lost whatever the size of the packet",
        arguments: [0, 1, 2, 8, 9, 10, 11, 100, 254, 255])
    func everyInterval(count: Int) throws {
        let expected = (0..<count).map { UInt16(300 + $0) }
        var packet: [UInt8] = [0x10, 0x48]
        for raw in expected {
            packet += [UInt8(raw & 0xFF), UInt8(raw >> 8)]
        }
        let measurement = try HeartRateMeasurement(packet)
        #expect(measurement.rrIntervals.map(\.rawValue) == expected)
        #expect(measurement.rrIntervals.count == count)
        #expect(measurement.surplusByteCount == 0)
    }

    @Test("The heart rate is reliable unless the sensor says that it has no contact")
    func reliability() throws {
        #expect(try HeartRateMeasurement(bytes("06 48")).reliableHeartRate == 72)
        #expect(try HeartRateMeasurement(bytes("00 48")).reliableHeartRate == 72)
        let lost = try HeartRateMeasurement(bytes("04 48"))
        #expect(lost.heartRate == 72)
        #expect(lost.reliableHeartRate == nil)
    }

    @Test(
        "A packet without its heart rate is refused with what is there and what is needed",
        arguments: [("", 0, 2), ("06", 1, 2), ("01", 1, 3), ("01 48", 2, 3)])
    func tooShort(hex: String, byteCount: Int, required: Int) {
        #expect(
            throws: PacketError(
                characteristic: .heartRateMeasurement, byteCount: byteCount, requiredByteCount: required)
        ) {
            try HeartRateMeasurement(bytes(hex))
        }
    }
}
