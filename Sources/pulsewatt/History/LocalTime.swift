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
        let text = WorkoutRow.text(date, in: timeZone)
        day = String(text.prefix(10))
        time = String(text.dropFirst(11).prefix(8))
    }

    /// Both.
    var text: String { day + " " + time }
}
