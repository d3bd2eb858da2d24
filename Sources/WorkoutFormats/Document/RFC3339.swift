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
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        let fraction = remainder < 0 ? remainder + 1000 : remainder
        let date = Date(timeIntervalSince1970: Double(seconds))
        let offsetMinutes = timeZone.secondsFromGMT(for: date) / 60
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: offsetMinutes * 60) ?? .gmt
        let local = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let day = [(local.year, 4), (local.month, 2), (local.day, 2)].map(padded).joined(separator: "-")
        let time = [(local.hour, 2), (local.minute, 2), (local.second, 2)].map(padded).joined(separator: ":")
        let magnitude = Int(offsetMinutes.magnitude)
        let offset = [(magnitude / 60, 2), (magnitude % 60, 2)].map(padded).joined(separator: ":")
        return "\(day)T\(time).\(padded(Int(fraction), 3))" + (offsetMinutes < 0 ? "-" : "+") + offset
    }

    private static func padded(_ number: Int?, _ digits: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
