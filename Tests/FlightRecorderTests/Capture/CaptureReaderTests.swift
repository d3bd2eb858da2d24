import FlightRecorder
import Foundation
import SensorProfiles
import Testing

@Suite struct CaptureReaderTests {
    private let strap: BluetoothAddress
    private let meter: BluetoothAddress

    init() throws {
        strap = try #require(BluetoothAddress("C0:FF:EE:00:00:01"))
        meter = try #require(BluetoothAddress("C0:FF:EE:00:00:02"))
    }

    private func records(_ text: String) throws(CaptureError) -> [CaptureRecord] {
        try CaptureReader.records(in: Data(text.utf8))
    }

    @Test("A notification keeps its time, sensor, characteristic and bytes")
    func notification() throws {
        let line = #"{"t":12.250,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"164b2a03"}"#
        let expected = CaptureRecord(
            nanoseconds: 12_250_000_000,
            .notification(
                sensor: strap, characteristic: .heartRateMeasurement, value: [0x16, 0x4B, 0x2A, 0x03]))
        #expect(try records(line) == [expected])
    }

    @Test(
        "The same line may be written in any form of JSON",
        arguments: [
            #"{ "t": 12.25, "sensor": "c0:ff:ee:00:00:01", "uuid": "2A37", "value": "164B2A03" }"#,
            #"{"value":"164b2a03","uuid":"2a37","sensor":"C0:FF:EE:00:00:01","t":1.225e1}"#,
            #"{"t":12.25,"sensor":"C0:FF:EE:00:00:01","uuid":"0000"#
                + #"2a37-0000-1000-8000-00805f9b34fb","value":"164b2a03"}"#,
            #"{"t":12.25,"sensor":"C0:FF:EE:00:00:01","uuid":"\u0032a37","value":"164b2a03","rssi":-60}"#,
            #"{"t":12.25,"note":{"deep":[1,{"x":null}]},"event":null,"sensor":"C0:FF:EE:00:00:01","#
                + #""uuid":"2a37","value":"164b2a03"}"# + "\r",
            "\t{\"t\":12.2500004,\"sensor\":\"C0:FF:EE:00:00:01\",\"uuid\":\"2a37\",\"value\":\"164b2a03\"}\t",
        ])
    func forms(line: String) throws {
        let expected = CaptureRecord(
            nanoseconds: 12_250_000_000,
            .notification(
                sensor: strap, characteristic: .heartRateMeasurement, value: [0x16, 0x4B, 0x2A, 0x03]))
        #expect(try records(line) == [expected])
    }

    @Test("Each event is known by its name, with or without a sensor", arguments: CaptureEvent.allCases)
    func events(event: CaptureEvent) throws {
        let line = #"{"t":3,"sensor":"C0:FF:EE:00:00:02","event":"\#(event.rawValue)"}"#
        #expect(
            try records(line)
                == [CaptureRecord(nanoseconds: 3_000_000_000, .event(event, sensor: meter))])
    }

    @Test("Blank lines are passed over and the last line needs no line feed")
    func blankLines() throws {
        let text = "\n \r\n{\"t\":1,\"event\":\"lap\"}\n\t\n\n{\"t\":2,\"event\":\"end\"}"
        #expect(try records(text).map(\.nanoseconds) == [1_000_000_000, 2_000_000_000])
        #expect(try records("").isEmpty)
        #expect(try records("\n\n").isEmpty)
    }

    @Test("A value may be empty and as long as an attribute may be, 512 bytes")
    func valueLength() throws {
        func line(_ count: Int) -> String {
            let value = String(repeating: "ab", count: count)
            return #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"\#(value)"}"#
        }
        for count in [0, 1, 512] {
            let expected = CaptureRecord(
                nanoseconds: 1_000_000_000,
                .notification(
                    sensor: strap, characteristic: .heartRateMeasurement,
                    value: [UInt8](repeating: 0xAB, count: count)))
            #expect(try records(line(count)) == [expected])
        }
        #expect(throws: CaptureError.self) { try records(line(513)) }
    }

    @Test("Records come out sorted by time, those of one time in the order of their lines")
    func order() throws {
        // Forty lines, so that a sort which is stable for short arrays only would be seen.
        let lines = (0..<40).map { index in
            #"{"t":\#(2 - index % 3),"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":""#
                + (index < 10 ? "0" : "") + "\(index)\"}"
        }
        let values = try records(lines.joined(separator: "\n")).map { record -> [Int] in
            guard case .notification(_, _, let value) = record.content else { return [] }
            // The digits are decimal here: 0x39 stands for line 39.
            return value.map { Int($0 >> 4) * 10 + Int($0 & 0x0F) }
        }
        let expected =
            (0..<40).filter { $0 % 3 == 2 } + (0..<40).filter { $0 % 3 == 1 }
            + (0..<40).filter { $0 % 3 == 0 }
        #expect(values.flatMap(\.self) == expected)
    }

    @Test("Where the chunks end makes no difference", arguments: 1...40)
    func chunks(size: Int) throws {
        let text = """
            {"t":0.000,"sensor":"C0:FF:EE:00:00:01","event":"connected"}

            {"t":1.000,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0048"}
            {"t":2.000,"note":"Füße","event":"end"}
            """
        var reader = CaptureReader()
        var rest = Data(text.utf8)[...]
        while !rest.isEmpty {
            try reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        let whole = try records(text)
        #expect(whole.count == 3)
        #expect(try reader.finish() == whole)
    }

    @Test("The byte order mark that some editors put first is passed over")
    func byteOrderMark() throws {
        #expect(try records("\u{FEFF}{\"t\":1,\"event\":\"lap\"}\n").count == 1)
    }

    @Test("A time is kept to the microsecond")
    func microseconds() throws {
        let text = """
            {"t":0.0000004,"event":"lap"}
            {"t":0.000001,"event":"lap"}
            {"t":86399.999999,"event":"lap"}
            {"t":86400,"event":"lap"}
            """
        #expect(
            try records(text).map(\.nanoseconds) == [0, 1000, 86_399_999_999_000, 86_400_000_000_000])
    }
}
