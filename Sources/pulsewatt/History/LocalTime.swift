import Foundation
import WorkoutFormats

/// The local date and time of a moment as a list shows them.
struct LocalTime {
    /// The date as `2026-11-30`.
    let day: String
    /// The time as `06:00:00`.
    let time: String

    /// Writes a moment as the clocks of a time zone showed it.
    init(_ date: Date, in timeZone: TimeZone) {
        // Of dates before time zones the offset has seconds, which no offset that is written has: so as if of UTC.
        let seconds = min(max(date.timeIntervalSince1970, -1e12), 1e12)
        let offset = timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        let text = WorkoutRow.text(Date(timeIntervalSince1970: seconds + Double(offset)), in: .gmt)
        day = String(text.prefix(10))
        time = String(text.dropFirst(11).prefix(8))
    }

    /// Both.
    var text: String { day + " " + time }
}
