import FlightRecorder
import SensorProfiles
import Testing

@Suite struct AnonymousCaptureTests {
    @Test("Sensors are numbered as they come, and bytes that could name somebody are left out")
    func anonymous() throws {
        let strap = try #require(BluetoothAddress("D3:11:22:33:44:55"))
        let meter = try #require(BluetoothAddress("E4:66:77:88:99:AA"))
        // A serial number as a notification: no sensor sends that, but a recording can hold anything.
        let serial = Array("SN-4711".utf8)
        let records: [CaptureRecord] = [
            CaptureRecord(nanoseconds: 0, .event(.connected, sensor: meter)),
            CaptureRecord(
                nanoseconds: 1_000_000,
                .notification(sensor: strap, characteristic: .heartRateMeasurement, value: [0, 100])),
            CaptureRecord(
                nanoseconds: 2_000_000,
                .notification(sensor: meter, characteristic: .serialNumber, value: serial)),
            CaptureRecord(
                nanoseconds: 3_000_000,
                .notification(sensor: meter, characteristic: .cyclingPowerMeasurement, value: [0, 0, 200, 0])),
            CaptureRecord(nanoseconds: 4_000_000, .event(.lap, sensor: nil)),
            CaptureRecord(nanoseconds: 5_000_000, .event(.disconnected, sensor: strap)),
        ]
        let anonymous = AnonymousCapture(records)
        #expect(anonymous.omitted == 1)
        #expect(
            CaptureWriter.text(anonymous.records) == """
                {"t":0.000,"sensor":"C0:FF:EE:00:00:01","event":"connected"}
                {"t":0.001,"sensor":"C0:FF:EE:00:00:02","uuid":"2a37","value":"0064"}
                {"t":0.003,"sensor":"C0:FF:EE:00:00:01","uuid":"2a63","value":"0000c800"}
                {"t":0.004,"event":"lap"}
                {"t":0.005,"sensor":"C0:FF:EE:00:00:02","event":"disconnected"}

                """)
    }

    @Test(
        "Of a value only what its profile defines is kept",
        arguments: [
            (BluetoothUUID.batteryLevel, [80] + Array("Ida".utf8), [80]),
            (.batteryLevel, [], []),
            // A heart rate of one byte, of two, with energy, and with two intervals and half a one.
            (.heartRateMeasurement, [0x00, 100] + Array("Ida".utf8), [0x00, 100]),
            (.heartRateMeasurement, [0x01, 100, 0] + Array("Ida".utf8), [0x01, 100, 0]),
            (.heartRateMeasurement, [0x0E, 100, 7, 0] + Array("Ida".utf8), [0x0E, 100, 7, 0]),
            (.heartRateMeasurement, [0x10, 100, 0, 4, 1, 4, 0x49], [0x10, 100, 0, 4, 1, 4]),
            // The flags promise energy, and there is one byte left.
            (.heartRateMeasurement, [0x08, 100, 0x49], [0x08, 100]),
            (.heartRateMeasurement, [0x49], []),
            // Power alone, and with a balance and the crank's revolutions.
            (.cyclingPowerMeasurement, [0, 0, 200, 0] + Array("Ida".utf8), [0, 0, 200, 0]),
            (
                .cyclingPowerMeasurement, [0x21, 0, 200, 0, 100, 1, 0, 2, 0] + Array("Ida".utf8),
                [0x21, 0, 200, 0, 100, 1, 0, 2, 0]
            ),
            (.cyclingPowerMeasurement, [0x20, 0, 200, 0] + Array("Ida".utf8), [0x20, 0, 200, 0]),
            (.cyclingPowerMeasurement, Array("Ida".utf8), []),
        ] as [(BluetoothUUID, [UInt8], [UInt8])])
    func values(characteristic: BluetoothUUID, value: [UInt8], kept: [UInt8]) throws {
        let strap = try #require(BluetoothAddress("D3:11:22:33:44:55"))
        let anonymous = AnonymousCapture([
            CaptureRecord(
                nanoseconds: 0, .notification(sensor: strap, characteristic: characteristic, value: value))
        ])
        let expected = CaptureRecord.Content.notification(
            sensor: BluetoothAddress(value: 0xC0_FF_EE_00_00_01), characteristic: characteristic, value: kept)
        #expect(anonymous.records.map(\.content) == [expected])
    }
}
