package import Foundation

/// Dates as RFC 3339 writes them, with milliseconds and the offset from UTC that held at that moment.
package enum RFC3339 {
    /// A moment such as `2026-11-30T06:00:00.000+01:00`.
    ///
    /// The offset is the time zone's at the moment itself, so it changes with summer time. RFC 3339 has offsets in
    /// whole minutes only; a zone with seconds in its offset is written with the minutes, and with the local time
    /// that goes with them, so that the moment stays the same.
    ///
    /// - Parameters:
    ///   - milliseconds: the moment, since 1970 in UTC.
    ///   - timeZone: the zone whose local time is written.
    /// - Returns: the date, time and offset.
    package static func text(milliseconds: Int64, in timeZone: TimeZone) -> String {
        var bytes: [UInt8] = []
        append(milliseconds: milliseconds, in: timeZone, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a moment to text, see ``text(milliseconds:in:)``.
    static func append(milliseconds: Int64, in timeZone: TimeZone, to bytes: inout [UInt8]) {
        let seconds = milliseconds.flooredQuotient(by: 1000)
        let minutes = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) / 60
        append(seconds: seconds + Int64(minutes) * 60, milliseconds - seconds * 1000, to: &bytes)
        bytes.append(UInt8(ascii: minutes < 0 ? "-" : "+"))
        bytes.append(magnitude: UInt64(minutes.magnitude / 60), digits: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(magnitude: UInt64(minutes.magnitude % 60), digits: 2)
    }

    /// Appends a moment in UTC, such as `2026-11-30T05:00:00.000Z`, in milliseconds since 1970.
    static func append(utcMilliseconds milliseconds: Int64, to bytes: inout [UInt8]) {
        let seconds = milliseconds.flooredQuotient(by: 1000)
        append(seconds: seconds, milliseconds - seconds * 1000, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    private static func append(seconds: Int64, _ milliseconds: Int64, to bytes: inout [UInt8]) {
        let time = CivilTime(seconds: seconds)
        bytes.append(dateOf: time)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(timeOf: time)
        bytes.append(UInt8(ascii: "."))
        bytes.append(magnitude: milliseconds.magnitude, digits: 3)
    }
}
