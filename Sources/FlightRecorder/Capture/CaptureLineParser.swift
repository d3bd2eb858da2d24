import Foundation
import SensorProfiles

/// Reads one line of a capture.
///
/// Nearly every line of a long capture is a notification in the plain form that ``CaptureWriter`` writes, so
/// that form is recognised byte by byte. Every other line goes through Foundation's JSON decoder, which also
/// decides what is an error. Both give the same record for the same line; a test holds them to it.
struct CaptureLineParser {
    /// Why a line cannot be read, in a sentence without the line's number.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The longest attribute value of ATT, in bytes (Core Specification, Vol 3, Part F, 3.2.9).
    static let maximumValueLength = 512

    /// Addresses that were already read, because making one from text costs more than the rest of the line.
    private var addresses: [UInt64: BluetoothAddress] = [:]
    private let decoder = JSONDecoder()

    /// The record of a line, or nil for a blank one.
    mutating func record(_ line: Span<UInt8>) throws(Failure) -> CaptureRecord? {
        if let plain = PlainCaptureLine(line), let sensor = address(plain.address) {
            return CaptureRecord(
                nanoseconds: plain.microseconds * 1000,
                .notification(
                    sensor: sensor, characteristic: BluetoothUUID(rawValue: plain.uuid), value: plain.value))
        }
        return try generalRecord(line)
    }

    private mutating func address(_ value: UInt64) -> BluetoothAddress? {
        if let known = addresses[value] { return known }
        let digits = String(value, radix: 16)
        let padded = Array(String(repeating: "0", count: 12 - digits.utf8.count) + digits)
        let text = stride(from: 0, to: 12, by: 2).map { String(padded[$0..<$0 + 2]) }.joined(separator: ":")
        let address = BluetoothAddress(text)
        addresses[value] = address
        return address
    }

    // MARK: Any line

    /// The keys of a line that are known; all are optional here so that a missing one can be named.
    private struct Keys: Decodable {
        let t: Double?
        let sensor: String?
        let uuid: String?
        let value: String?
        let event: String?
    }

    /// Reads a line through Foundation's JSON decoder, or gives nil for a blank one.
    func generalRecord(_ line: Span<UInt8>) throws(Failure) -> CaptureRecord? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count)
        for index in line.indices { bytes.append(line[index]) }
        if bytes.allSatisfy({
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
        }) {
            return nil
        }
        // The decoder would take a NUL for a sign of UTF-16, and a line is UTF-8.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw Failure(description: "it is not UTF-8 text")
        }
        let keys: Keys
        do {
            keys = try decoder.decode(Keys.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw Self.failure(error)
        } catch {
            throw Failure(description: Self.notAnObject)
        }
        return CaptureRecord(nanoseconds: try Self.nanoseconds(keys.t), try Self.content(keys))
    }

    private static func nanoseconds(_ seconds: Double?) throws(Failure) -> Int64 {
        let wanted = "a number of seconds from 0 to \(CaptureReader.maximumSeconds)"
        guard let seconds else { throw Failure(description: "\"t\" is missing, \(wanted)") }
        guard seconds.isFinite, seconds >= 0, seconds <= Double(CaptureReader.maximumSeconds) else {
            throw Failure(description: "\"t\" is \(seconds) and must be \(wanted)")
        }
        return Int64((seconds * 1_000_000).rounded()) * 1000
    }

    private static func content(_ keys: Keys) throws(Failure) -> CaptureRecord.Content {
        let sensor = try keys.sensor.map { text throws(Failure) in
            guard let address = BluetoothAddress(text) else {
                throw Failure(
                    description:
                        "\"sensor\" is \(excerpt(text)) and must be an address such as C0:FF:EE:00:00:01")
            }
            return address
        }
        if let name = keys.event {
            guard keys.uuid == nil, keys.value == nil else {
                throw Failure(
                    description: "it has \"event\" and also \"uuid\" or \"value\"; a line is one or the other"
                )
            }
            guard let event = CaptureEvent(rawValue: name) else {
                let known = CaptureEvent.allCases.map(\.rawValue).joined(separator: ", ")
                throw Failure(description: "\"event\" is \(excerpt(name)) and must be one of \(known)")
            }
            if event.needsSensor, sensor == nil {
                throw Failure(
                    description: "\"sensor\" is missing, the address of the sensor that \(event) is about")
            }
            return .event(event, sensor: sensor)
        }
        guard keys.uuid != nil || keys.value != nil else {
            throw Failure(description: "it has neither \"event\" nor \"uuid\" and \"value\"")
        }
        guard let sensor else {
            throw Failure(description: "\"sensor\" is missing, the address that sent the value")
        }
        guard let uuidText = keys.uuid else {
            throw Failure(description: "\"uuid\" is missing, the characteristic that the value is of")
        }
        guard let uuid = BluetoothUUID(uuidText) else {
            throw Failure(
                description: "\"uuid\" is \(excerpt(uuidText)) and must be a characteristic such as 2a37")
        }
        guard let valueText = keys.value else {
            throw Failure(description: "\"value\" is missing, the bytes in hexadecimal")
        }
        return .notification(sensor: sensor, characteristic: uuid, value: try bytes(valueText))
    }

    private static func bytes(_ text: String) throws(Failure) -> [UInt8] {
        let digits = Array(text.utf8)
        guard digits.count <= 2 * maximumValueLength else {
            throw Failure(
                description: "\"value\" has \(digits.count) digits and may have \(2 * maximumValueLength), "
                    + "which is the longest attribute value")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = hexadecimalDigit(digits[index]), let low = hexadecimalDigit(digits[index + 1])
            else { break }
            bytes.append(high << 4 | low)
        }
        guard 2 * bytes.count == digits.count else {
            throw Failure(
                description:
                    "\"value\" is \(excerpt(text)) and must be whole bytes in hexadecimal, two digits each")
        }
        return bytes
    }

    // MARK: Errors

    private static let notAnObject = "it is not one JSON object"

    private static func failure(_ error: DecodingError) -> Failure {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            guard let key = context.codingPath.last?.stringValue else {
                return Failure(description: notAnObject)
            }
            return Failure(
                description: "\"\(key)\" must be \(key == "t" ? "a number of seconds" : "a string")")
        case .keyNotFound, .dataCorrupted:
            return Failure(description: notAnObject)
        @unknown default:
            return Failure(description: notAnObject)
        }
    }

    /// The start of a text in quotes, with everything escaped that a terminal might obey.
    private static func excerpt(_ text: String) -> String {
        let limit = 40
        var excerpt = text.unicodeScalars.prefix(limit).map { $0.escaped(asASCII: true) }.joined()
        if text.unicodeScalars.count > limit { excerpt += "…" }
        return "\"" + excerpt + "\""
    }
}

/// The value of a hexadecimal digit in either case, or nil.
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}
