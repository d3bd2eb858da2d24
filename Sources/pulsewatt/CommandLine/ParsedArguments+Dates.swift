import Foundation

extension CommandOption {
    static let since = CommandOption("since", argument: "DATE", "Only from this day on, such as 2026-11-30")
    static let until = CommandOption("until", argument: "DATE", "Only up to the end of this day")
    static let limit = CommandOption("limit", argument: "COUNT", "Only the newest so many")
}

extension ParsedArguments {
    private static let wantedDate = "a day such as 2026-11-30, or a time such as 2026-11-30T06:00:00Z"

    /// The calendar that days, weeks and months are counted by: Gregorian, with weeks from Monday as ISO 8601 has them.
    ///
    /// Its time zone is that of `--time-zone`, else the rider's, else the system's.
    /// - Parameter timeZone: The rider's.
    /// - Returns: The calendar.
    /// - Throws: ``UsageError`` for what is no time zone.
    func calendar(in timeZone: TimeZone? = nil) throws -> Calendar {
        Self.calendar(in: try self.timeZone() ?? timeZone)
    }

    /// The calendar of `calendar(in:)` in a time zone, the system's without one.
    static func calendar(in timeZone: TimeZone?) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.firstWeekday = 2
        calendar.minimumDaysInFirstWeek = 4
        calendar.timeZone = timeZone ?? .current
        return calendar
    }

    /// The time zone of `--time-zone`, or nil where it was not given.
    ///
    /// - Throws: ``UsageError`` for what is no time zone.
    func timeZone() throws -> TimeZone? {
        try value(of: .timeZone, wanted: "a name such as Europe/Berlin") { TimeZone(identifier: $0) }
    }

    /// The first instant of a day, or the very moment, that an option names; nil where it was not given.
    ///
    /// - Throws: ``UsageError`` for what is no date.
    func date(of option: CommandOption, in calendar: Calendar) throws -> Date? {
        try value(of: option, wanted: Self.wantedDate) { Self.interval(of: $0, in: calendar)?.start }
    }

    /// The time between `--since` and the end of `--until`; nil where neither was given.
    ///
    /// - Throws: ``UsageError`` for what is no date, and for an end before the start.
    func interval(in calendar: Calendar) throws -> DateInterval? {
        let start = try date(of: .since, in: calendar)
        let end = try value(of: .until, wanted: Self.wantedDate) { Self.interval(of: $0, in: calendar)?.end }
        if start == nil, end == nil { return nil }
        guard start ?? .distantPast < end ?? .distantFuture else {
            throw UsageError("--until lies before --since")
        }
        return DateInterval(start: start ?? .distantPast, end: end ?? .distantFuture)
    }

    /// The count of `--limit`, or nil where it was not given.
    ///
    /// - Throws: ``UsageError`` for what is no count above 0.
    func limit() throws -> Int? {
        try value(of: .limit, wanted: "a count such as 10") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
    }

    /// The interval of a day, or a moment, as people type it.
    private static func interval(of text: String, in calendar: Calendar) -> DateInterval? {
        if let moment = try? Date(text, strategy: .iso8601) {
            return DateInterval(start: moment, duration: 0)
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2],
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        let components = DateComponents(year: year, month: month, day: day, hour: 12)
        guard let noon = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: noon)
                == DateComponents(year: year, month: month, day: day)
        else { return nil }
        return calendar.dateInterval(of: .day, for: noon)
    }
}
