import SensorProfiles

/// Writes a capture, the text form of a recording: one JSON object a line.
///
/// The form is fixed, byte for byte: keys in the order `t`, `sensor`, `uuid`, `value` or `t`, `sensor`,
/// `event`, no blanks, `t` with three decimals, the address in upper and everything else in lower case.
package enum CaptureWriter {
    /// The line of a record with its line feed.
    ///
    /// The time is rounded half up to a millisecond; a time before the start is written as the start.
    package static func line(_ record: CaptureRecord) -> String {
        var line = "{\"t\":" + seconds(record.nanoseconds)
        switch record.content {
        case .notification(let sensor, let characteristic, let value):
            line += ",\"sensor\":\"\(sensor)\",\"uuid\":\"\(characteristic)\",\"value\":\""
            line += hexadecimal(value)
            line += "\"}\n"
        case .event(let event, let sensor):
            if let sensor { line += ",\"sensor\":\"\(sensor)\"" }
            line += ",\"event\":\"\(event.rawValue)\"}\n"
        }
        return line
    }

    /// The lines of a whole capture, in the order of the records.
    package static func text(_ records: some Sequence<CaptureRecord>) -> String {
        records.reduce(into: "") { $0 += line($1) }
    }

    private static func seconds(_ nanoseconds: Int64) -> String {
        let (whole, rest) = max(nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000_000)
        let milliseconds = rest >= 500_000 ? whole + 1 : whole
        let decimals = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - decimals.utf8.count) + decimals
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
