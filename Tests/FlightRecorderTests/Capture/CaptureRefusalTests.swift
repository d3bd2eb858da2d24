import FlightRecorder
import Foundation
import Testing

/// What a capture may not hold, and what the error says about it.
@Suite struct CaptureRefusalTests {
    private func error(_ capture: Data) -> CaptureError? {
        do {
            _ = try CaptureReader.records(in: capture)
            return nil
        } catch {
            return error
        }
    }

    private static let wanted = "a number of seconds from 0 to 10000000"

    @Test(
        "A line that says the wrong thing is refused with what is there and what is wanted",
        arguments: [
            (#"{"event":"lap"}"#, "\"t\" is missing, " + wanted),
            (#"{"t":null,"event":"lap"}"#, "\"t\" is missing, " + wanted),
            (#"{"t":-0.5,"event":"lap"}"#, "\"t\" is -0.5 and must be " + wanted),
            (#"{"t":10000000.5,"event":"lap"}"#, "\"t\" is 10000000.5 and must be " + wanted),
            (#"{"t":1e300,"event":"lap"}"#, "\"t\" is 1e+300 and must be " + wanted),
            (#"{"t":"1","event":"lap"}"#, "\"t\" must be a number of seconds"),
            (#"{"t":true,"event":"lap"}"#, "\"t\" must be a number of seconds"),
            (
                #"{"t":1,"event":"stop"}"#,
                "\"event\" is \"stop\" and must be one of pause, resume, lap, connected, disconnected, clock_step, recovered, end"
            ),
            (#"{"t":1,"event":7}"#, "\"event\" must be a string"),
            (
                #"{"t":1,"event":"connected"}"#,
                "\"sensor\" is missing, the address of the sensor that connected is about"
            ),
            (
                #"{"t":1,"event":"lap","uuid":"2a37"}"#,
                "it has \"event\" and also \"uuid\" or \"value\"; a line is one or the other"
            ),
            (
                #"{"t":1,"uuid":"2a37","value":"00"}"#,
                "\"sensor\" is missing, the address that sent the value"
            ),
            (
                #"{"t":1,"sensor":"strap","uuid":"2a37","value":"00"}"#,
                "\"sensor\" is \"strap\" and must be an address such as C0:FF:EE:00:00:01"
            ),
            (
                #"{"t":1,"sensor":"\u001b[2J","event":"lap"}"#,
                "\"sensor\" is \"\\u{1B}[2J\" and must be an address such as C0:FF:EE:00:00:01"
            ),
            (
                #"{"t":1,"sensor":"C0:FF:EE:00:00:01","value":"00"}"#,
                "\"uuid\" is missing, the characteristic that the value is of"
            ),
            (
                #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"heart","value":"00"}"#,
                "\"uuid\" is \"heart\" and must be a characteristic such as 2a37"
            ),
            (
                #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37"}"#,
                "\"value\" is missing, the bytes in hexadecimal"
            ),
            (
                #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"164"}"#,
                "\"value\" is \"164\" and must be whole bytes in hexadecimal, two digits each"
            ),
            (
                #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0x16"}"#,
                "\"value\" is \"0x16\" and must be whole bytes in hexadecimal, two digits each"
            ),
            (#"{"t":1}"#, "it has neither \"event\" nor \"uuid\" and \"value\""),
        ])
    func meaning(line: String, reason: String) {
        let capture = "{\"t\":0,\"event\":\"lap\"}\n\n" + line + "\n{\"t\":9,\"event\":\"end\"}\n"
        #expect(error(Data(capture.utf8)) == CaptureError(line: 3, reason: reason))
    }

    @Test(
        "A line that is not exactly one JSON object is refused",
        arguments: [
            #"{"t":1,"event":"lap"} {"t":2,"event":"lap"}"#, #"{"t":1,"event":"lap"},"#,
            #",{"t":1,"event":"lap"}"#, #"[{"t":1,"event":"lap"}]"#, #"{"t":1,"event":"lap""#, ",", "]", "}",
            "null", "1", "\"t\"", "lap", #"{"t":01,"event":"lap"}"#, #"{"t":1.,"event":"lap"}"#,
            #"{"t":.5,"event":"lap"}"#, #"{"t":+1,"event":"lap"}"#, #"{"t":NaN,"event":"lap"}"#,
            #"{"t":1e400,"event":"lap"}"#, #"{t:1,"event":"lap"}"#, #"{"t":1,"event":"lap"} // x"#,
            #"{"t":00.5,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00"}"#,
            #"{"t":1.,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00"}"#,
            #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00"}}"#,
            #"{"t":1,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"00""#,
        ])
    func oneObject(line: String) {
        let found = error(Data((line + "\n{\"t\":9,\"event\":\"end\"}\n").utf8))
        #expect(found?.line == 1)
        #expect(found?.reason == "it is not one JSON object")
    }

    @Test("An object spread over two lines is refused at its first")
    func twoLines() {
        let capture = "{\"t\":1\n,\"event\":\"lap\"}\n"
        #expect(error(Data(capture.utf8))?.line == 1)
    }

    @Test(
        "A line that is not UTF-8 text is refused",
        arguments: [
            Data([0]), Data([0xFF]), Data([0xC0, 0x80]), Data("{\"t\":1,\"event\":\"l\u{0}ap\"}".utf8),
            Data("{\"t\":1,\"event\":\"lap\",\"x\":\"".utf8) + Data([0xED, 0xA0, 0x80]) + Data("\"}".utf8),
            // UTF-16, which the JSON decoder alone would have read.
            Data("{\"t\":1,\"event\":\"lap\"}".utf16.flatMap { [UInt8($0), 0] }),
        ])
    func notText(capture: Data) {
        #expect(error(capture) == CaptureError(line: 1, reason: "it is not UTF-8 text"))
    }

    @Test("Nesting far beyond sense is refused, not followed", arguments: ["[", "{\"x\":"])
    func nesting(opening: String) {
        let line = "{\"t\":1,\"event\":\"lap\",\"x\":" + String(repeating: opening, count: 10_000)
        #expect(error(Data(line.utf8)) == CaptureError(line: 1, reason: "it is not one JSON object"))
    }

    @Test("A line may have 65536 bytes and not one more, with or without its line feed")
    func lineLength() {
        let start = "{\"t\":1,\"event\":\"lap\",\"x\":\""
        func line(_ count: Int) -> String {
            start + String(repeating: "x", count: count - start.utf8.count - 2) + "\"}"
        }
        let refusal = CaptureError(
            line: 1, reason: "it is longer than 65536 bytes, the most a line may have")
        #expect(error(Data(line(65_536).utf8)) == nil)
        #expect(error(Data((line(65_536) + "\n").utf8)) == nil)
        #expect(error(Data(line(65_537).utf8)) == refusal)
        #expect(error(Data((line(65_537) + "\n").utf8)) == refusal)
    }

    @Test("A line that never ends is refused as soon as it is too long")
    func endlessLine() {
        var reader = CaptureReader()
        let chunk = Data(repeating: UInt8(ascii: " "), count: 65_536)
        #expect(throws: Never.self) { try reader.read(chunk) }
        #expect(throws: CaptureError.self) { try reader.read(chunk) }
    }

    @Test("The excerpt of a long text is cut")
    func excerpt() {
        let capture = "{\"t\":1,\"event\":\"" + String(repeating: "y", count: 5000) + "\"}"
        let reason = error(Data(capture.utf8))?.reason ?? ""
        #expect(reason.hasPrefix("\"event\" is \"" + String(repeating: "y", count: 40) + "…\" and must be"))
    }

    @Test("A capture error names its line")
    func description() {
        #expect(CaptureError(line: 3, reason: "no t").description == "line 3: no t")
    }

    @Test("A line more than a day after the one before it in time, or 31 days after the start, is refused")
    func timeline() throws {
        func capture(_ seconds: [Int]) -> Data {
            Data(seconds.map { "{\"t\":\($0),\"event\":\"lap\"}\n" }.joined().utf8)
        }
        let day = 86_400
        #expect(error(capture([0, day, 2 * day])) == nil)
        #expect(error(capture((0...31).map { $0 * day })) == nil)
        // A blank line counts as a line, and so do lines out of order.
        let early = try #require(error(Data("\n".utf8) + capture([2 * day, 0])))
        #expect(early.line == 2)
        #expect(early.reason == "\"t\" is more than a day after the line before it in time")
        #expect(error(capture([day + 1]))?.line == 1)
        let late = try #require(error(capture((0...31).map { $0 * day } + [31 * day + 1])))
        #expect(late.line == 33)
        #expect(late.reason == "\"t\" is more than 31 days after the start")
    }
}
