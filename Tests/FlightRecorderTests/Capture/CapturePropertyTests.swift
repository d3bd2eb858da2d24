import Foundation
import SensorProfiles
import TestKit
import Testing

@testable import FlightRecorder

/// Random captures from fixed seeds: reading never traps, and its two ways agree.
@Suite struct CapturePropertyTests {
    @Test("Whatever is written is read back, to the millisecond", arguments: [1, 2, 3] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var milliseconds: Int64 = 0
        var records: [CaptureRecord] = []
        for _ in 0..<2000 {
            milliseconds += Int64.random(in: 0...2000, using: &random)
            let octets = (0..<6).map { _ in String(UInt8.random(in: 0x10...0xFF, using: &random), radix: 16) }
            let sensor = try #require(BluetoothAddress(octets.joined(separator: ":")))
            let content: CaptureRecord.Content
            if Bool.random(using: &random) {
                let count = Int.random(in: 0...20, using: &random)
                content = .notification(
                    sensor: sensor,
                    characteristic: BluetoothUUID(
                        rawValue: UInt16.random(in: 0...UInt16.max, using: &random)),
                    value: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            } else {
                let event = try #require(CaptureEvent.allCases.randomElement(using: &random))
                content = .event(
                    event, sensor: event.needsSensor || Bool.random(using: &random) ? sensor : nil)
            }
            records.append(CaptureRecord(nanoseconds: milliseconds * 1_000_000, content))
        }
        #expect(try CaptureReader.records(in: Data(CaptureWriter.text(records).utf8)) == records)
    }

    @Test("A damaged line is read the same by both ways wherever the plain way reads it at all")
    func twoWays() {
        var random = SplitMix64(seed: 37)
        let lines = [
            #"{"t":12.250,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"164b2a03"}"#,
            #"{"t":9999999.999999,"sensor":"00:00:00:00:00:00","uuid":"2A63","value":""}"#,
            #"{ "t": 0.1, "sensor": "c0:ff:ee:00:00:02", "uuid": "2a63", "value": "FF" }"#,
            #"{"value":"00","uuid":"2a37","sensor":"C0:FF:EE:00:00:01","t":7}"#,
        ].map { Array($0.utf8) }
        let alphabet = Array("0123456789abfFx.:,\"{} \t\r-+eE\\u".utf8)
        var plainCount = 0
        for round in 0..<60_000 {
            var line = lines[round % lines.count]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let position = Int.random(in: 0..<line.count, using: &random)
                let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                switch Int.random(in: 0..<3, using: &random) {
                case 0: line[position] = byte
                case 1: line.insert(byte, at: position)
                default: line.remove(at: position)
                }
            }
            guard PlainCaptureLine(line.span) != nil else { continue }
            plainCount += 1
            var parser = CaptureLineParser()
            let plain = try? parser.record(line.span)
            let general = try? parser.generalRecord(line.span)
            if plain == nil || plain != general {
                Issue.record("\(String(decoding: line, as: UTF8.self)): \(plain as Any), \(general as Any)")
            }
        }
        // Untouched and harmlessly changed lines must be among them, or the test says nothing.
        #expect(plainCount > 15_000)
    }

    @Test("Random bytes and damaged captures end in records or an error, never in a trap")
    func randomBytes() {
        var random = SplitMix64(seed: 4711)
        let valid = Array(
            """
            {"t":0,"sensor":"C0:FF:EE:00:00:01","event":"connected"}
            {"t":1.5,"sensor":"C0:FF:EE:00:00:01","uuid":"2a37","value":"0048","x":[{"y":"\\u00e9"}]}
            {"t":2.5,"event":"end"}

            """.utf8)
        var refused = 0
        for round in 0..<20_000 {
            var bytes: [UInt8]
            if round % 2 == 0 {
                let count = Int.random(in: 0...120, using: &random)
                bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            } else {
                bytes = valid
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
            }
            do {
                let records = try CaptureReader.records(in: Data(bytes))
                #expect(records.allSatisfy { $0.nanoseconds >= 0 })
            } catch {
                refused += 1
                #expect(error.line >= 1 && !error.reason.isEmpty)
            }
        }
        #expect(refused > 10_000)
    }
}
