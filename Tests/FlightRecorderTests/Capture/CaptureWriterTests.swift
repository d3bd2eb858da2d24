import FlightRecorder
import SensorProfiles
import Testing

@Suite struct CaptureWriterTests {
    private let strap: BluetoothAddress

    init() throws {
        strap = try #require(BluetoothAddress("C0:FF:EE:00:00:01"))
    }

    @Test("A notification is written in the design's form, byte for byte")
    func notification() {
        let record = CaptureRecord(
            nanoseconds: 12_250_000_000,
            .notification(
                sensor: strap, characteristic: .heartRateMeasurement, value: [0x16, 0x4B, 0x2A, 0x03]))
        #expect(
            CaptureWriter.line(record)
                == #"{"t":12.250,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"164b2a03"}"# + "\n")
    }

    @Test("An event is written with its sensor where it has one")
    func events() {
        let records = [
            CaptureRecord(nanoseconds: 0, .event(.connected, sensor: strap)),
            CaptureRecord(nanoseconds: 600_000_000_000, .event(.pause, sensor: nil)),
        ]
        #expect(
            CaptureWriter.text(records) == """
                {"t":0.000,"sensor":"C0:FF:EE:00:00:01","event":"connected"}
                {"t":600.000,"event":"pause"}

                """)
    }

    @Test(
        "A time is rounded half up to a millisecond and never lies before the start",
        arguments: [
            (1_499_999, "0.001"), (1_500_000, "0.002"), (999_999_999, "1.000"), (-1, "0.000"),
            (Int64.max, "9223372036.855"), (.min, "0.000"),
        ] as [(Int64, String)])
    func time(nanoseconds: Int64, text: String) {
        let record = CaptureRecord(nanoseconds: nanoseconds, .event(.lap, sensor: nil))
        #expect(CaptureWriter.line(record) == "{\"t\":\(text),\"event\":\"lap\"}\n")
    }
}
