import Bridge
import SensorProfiles
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct SensorDecoderTests {
    private func read(
        _ decoder: inout SensorDecoder, _ characteristic: BluetoothUUID, _ value: [UInt8],
        at arrival: Int64 = 0
    ) throws -> SensorReading {
        try #require(try decoder.read(characteristic, value, at: arrival))
    }

    @Test("A heart-rate packet gives beats a minute and intervals")
    func heartRate() throws {
        var decoder = SensorDecoder()
        let reading = try read(&decoder, .heartRateMeasurement, [0x16, 0x4B, 0x2A, 0x03])
        #expect(reading.heartRate == 75)
        #expect(reading.rrIntervals.map(\.rawValue) == [810])
        #expect(reading.power == nil)
        #expect(reading.hasMeasurement)
    }

    @Test(
        "A sensor that sends 0 or has lost contact measures nothing",
        arguments: [[0x04, 0x00], [0x00, 0x00], [0x04, 0x48]] as [[UInt8]])
    func noReading(packet: [UInt8]) throws {
        var decoder = SensorDecoder()
        let reading = try read(&decoder, .heartRateMeasurement, packet)
        #expect(reading.heartRate == nil)
        #expect(!reading.hasMeasurement)
    }

    @Test("Zero watts is a measurement")
    func zeroWatts() throws {
        var decoder = SensorDecoder()
        let reading = try read(&decoder, .cyclingPowerMeasurement, [0, 0, 0, 0])
        #expect(reading.power == 0)
        #expect(reading.hasMeasurement)
    }

    @Test("Cadence and speed come with the second packet and start anew after a lost link")
    func rates() throws {
        // Crank and wheel, both with one turn in one second of their own time.
        let first: [UInt8] = [0x30, 0, 100, 0, 1, 0, 0, 0, 0x00, 0x00, 1, 0, 0x00, 0x00]
        let later: [UInt8] = [0x30, 0, 100, 0, 2, 0, 0, 0, 0x00, 0x08, 2, 0, 0x00, 0x04]
        var decoder = SensorDecoder()
        let seed = try read(&decoder, .cyclingPowerMeasurement, first, at: 0)
        #expect(seed.cadence == nil)
        #expect(seed.speed == nil)
        let reading = try read(&decoder, .cyclingPowerMeasurement, later, at: second)
        #expect(reading.cadence == 60)
        let speed = try #require(reading.speed)
        #expect(abs(speed - 2.105) < 1e-9)
        decoder.reset()
        #expect(try read(&decoder, .cyclingPowerMeasurement, later, at: 2 * second).cadence == nil)
    }

    @Test(
        "Balance counts only for the left pedal and while somebody pedals",
        arguments: [
            ([0x03, 0, 100, 0, 96], 0.48), ([0x01, 0, 100, 0, 96], nil), ([0x03, 0, 0, 0, 200], nil),
            ([0x03, 0, 100, 0, 255], nil),
        ] as [([UInt8], Double?)])
    func balance(packet: [UInt8], share: Double?) throws {
        var decoder = SensorDecoder()
        #expect(try read(&decoder, .cyclingPowerMeasurement, packet).leftBalance == share)
    }

    @Test("A packet that is too short is an error and changes nothing")
    func short() throws {
        var decoder = SensorDecoder()
        #expect(throws: PacketError.self) { try decoder.read(.heartRateMeasurement, [0x16], at: 0) }
        #expect(throws: PacketError.self) { try decoder.read(.cyclingPowerMeasurement, [], at: 0) }
    }

    @Test("A characteristic that no workout uses reads as nothing")
    func other() throws {
        var decoder = SensorDecoder()
        #expect(try decoder.read(.batteryLevel, [50], at: 0) == nil)
    }
}
