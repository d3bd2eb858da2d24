import Foundation
import TestKit
import Testing
import WorkoutFormats

@Suite struct JSONValueTests {
    @Test("Thousandths are written as Swift describes them, and their neighbours too")
    func thousandths() {
        var random = SplitMix64(seed: 15)
        for _ in 0..<2000 {
            let scale = [1, 1000, 1e6, 1e9, 1e12][Int.random(in: 0..<5, using: &random)]
            let value = Double.random(in: -scale...scale, using: &random).rounded() / 1000
            for number in [value, value.nextUp, value.nextDown, value + 0.0005] where number != 0 {
                #expect(JSONValue.number(number).text(.line) == number.description)
            }
        }
    }

    @Test("The line layout keeps the order of keys and has no spaces")
    func line() {
        let value: JSONValue = [
            "zulu": .integer(1), "alpha": [.number(2), .null, .bool(true)], "mike": ["b": "x", "a": []],
            "none": [:],
        ]
        #expect(value.text(.line) == #"{"zulu":1,"alpha":[2.0,null,true],"mike":{"b":"x","a":[]},"none":{}}"#)
    }

    @Test("The document layout indents by two and keeps scalar arrays and small objects on a line")
    func document() {
        let value: JSONValue = [
            "id": "x",
            "zone": ["index": .integer(0), "minimum": .null, "maximum": .number(91)],
            "series": [.number(1), .null, .number(2.5)],
            "zones": [["index": .integer(0)], ["index": .integer(1)]],
            "nested": ["inner": ["a": .integer(1)]],
            "empty": [:],
            "none": [],
        ]
        let expected = """
            {
              "id": "x",
              "zone": { "index": 0, "minimum": null, "maximum": 91.0 },
              "series": [1.0, null, 2.5],
              "zones": [
                { "index": 0 },
                { "index": 1 }
              ],
              "nested": {
                "inner": { "a": 1 }
              },
              "empty": {},
              "none": []
            }
            """
        #expect(value.text(.document) == expected)
    }

    @Test("An object of 100 bytes stays on its line and one of 101 is spread over several")
    func inlineLimit() {
        // `{ "k": "` and `" }` are 11 bytes, so 89 letters make 100.
        let fits: JSONValue = ["o": ["k": .string(String(repeating: "x", count: 89))]]
        let spreads: JSONValue = ["o": ["k": .string(String(repeating: "x", count: 90))]]
        #expect(fits.text(.document).split(separator: "\n").count == 3)
        #expect(spreads.text(.document).split(separator: "\n").count == 5)
    }

    @Test("The document itself is never put on one line")
    func root() {
        #expect((["a": .integer(1)] as JSONValue).text(.document) == "{\n  \"a\": 1\n}")
    }

    @Test(
        "A measure is the shortest decimal that reads back, with a point; what is not finite is null",
        arguments: [
            (141.0, "141.0"), (141.2, "141.2"), (0.1 + 0.2, "0.30000000000000004"), (0, "0.0"),
            (-0.0, "0.0"), (-3.5, "-3.5"), (1e16, "1e+16"), (Double.leastNonzeroMagnitude, "5e-324"),
            (.nan, "null"),
            (.infinity, "null"), (-.infinity, "null"),
        ])
    func number(value: Double, text: String) {
        #expect(JSONValue.number(value).text(.line) == text)
    }

    @Test(
        "Rounding to decimals goes to the nearest, halves away from zero",
        arguments: [
            (141.24, 1, "141.2"), (141.25, 1, "141.3"), (-0.04, 1, "0.0"), (-2.5, 0, "-3.0"),
            (0.87654, 3, "0.877"), (250, 1, "250.0"), (1e300, 1, "1e+300"), (.infinity, 1, "null"),
        ])
    func decimals(value: Double, decimals: Int, text: String) {
        #expect(JSONValue.number(value, decimals: decimals).text(.line) == text)
    }

    @Test(
        "A time in nanoseconds is written in seconds, rounded half up to a millisecond",
        arguments: [
            (0, "0.0"), (1_000_000_000, "1.0"), (12_250_000_000, "12.25"), (1_499_999, "0.001"),
            (1_500_000, "0.002"), (-500_000, "0.0"), (-500_001, "-0.001"),
            (Int64.max, "9223372036.855"), (Int64.min, "-9223372036.855"),
        ] as [(Int64, String)])
    func seconds(nanoseconds: Int64, text: String) {
        #expect(JSONValue.seconds(nanoseconds: nanoseconds).text(.line) == text)
    }

    @Test(
        "A text is escaped so that it is one JSON string and harmless on a terminal",
        arguments: [
            ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{08}\u{0C}", #""\n\r\t\b\f""#),
            ("\u{00}\u{1F}", #""\u0000\u001f""#), ("\u{1B}[2J\u{7F}\u{9B}", #""\u001b[2J\u007f\u009b""#),
            ("Füße 🚴", #""Füße 🚴""#), ("\u{FFFF}\u{2028}", "\"\u{FFFF}\u{2028}\""),
        ])
    func escaping(text: String, json: String) {
        #expect(JSONValue.string(text).text(.line) == json)
    }

    @Test("A missing value is null, whatever its type")
    func missing() {
        #expect(JSONValue(nil as Int?) == .null)
        #expect(JSONValue(nil as Double?) == .null)
        #expect(JSONValue(nil as String?) == .null)
        #expect(JSONValue(nil as Bool?) == .null)
        #expect(JSONValue(UInt16.max) == .integer(65535))
        #expect(JSONValue(UInt64.max) == .number(18_446_744_073_709_551_616))
    }

    @Test("Foundation reads back every scalar of a written text", arguments: [JSONLayout.line, .document])
    func foundationReadsItBack(layout: JSONLayout) throws {
        var text = ""
        for scalar in (0...0xFFFF).compactMap(UnicodeScalar.init) { text.unicodeScalars.append(scalar) }
        let value: JSONValue = ["text": .string(text), "number": .number(0.1), "integer": .integer(.min)]
        let read = try JSONDecoder().decode(Sample.self, from: Data(value.bytes(layout)))
        #expect(Array(read.text.unicodeScalars) == Array(text.unicodeScalars))
        #expect(read.number == 0.1)
        #expect(read.integer == .min)
    }

    private struct Sample: Decodable {
        let text: String
        let number: Double
        let integer: Int64
    }
}
