import Foundation

/// Dates and times of day as English text, whatever the language of the system.
enum LocalTime {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]

    /// A span such as `30 November 2026, 06:00 – 07:00`; the end has its date where that is another.
    ///
    /// Where summer time began or ended in between, it says so: there the two times are not as far apart as they look.
    static func text(from start: Date, to end: Date, in timeZone: TimeZone) -> String {
        let (first, last) = (parts(start, timeZone), parts(end, timeZone))
        let ending = first.day == last.day ? last.time : "\(last.day), \(last.time)"
        let isShifted = timeZone.secondsFromGMT(for: start) != timeZone.secondsFromGMT(for: end)
        return "\(first.day), \(first.time) – \(ending)" + (isShifted ? " (clocks changed)" : "")
    }

    private static func parts(_ date: Date, _ timeZone: TimeZone) -> (day: String, time: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let month = months[max(0, min(11, (parts.month ?? 1) - 1))]
        let time = [parts.hour, parts.minute].map { NumberText.padded(Int64($0 ?? 0)) }
        return ("\(parts.day ?? 1) \(month) \(parts.year ?? 1970)", time.joined(separator: ":"))
    }
}
