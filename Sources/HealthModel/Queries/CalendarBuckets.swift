package import Foundation

/// Equal steps of the calendar from an anchor in both directions: days, weeks, months and so on.
///
/// Each step is counted from the anchor, not from the step before, so that a month from 31 January is 28 February
/// and two are 31 March; a day is from midnight to midnight whether it has 23, 24 or 25 hours.
package struct CalendarBuckets: Sendable {
    private let anchor: Date
    private let components: DateComponents
    private let calendar: Calendar
    private let typicalLength: TimeInterval

    private static let units: [any WritableKeyPath<DateComponents, Int?> & Sendable] = [
        \.year, \.month, \.weekOfYear, \.day, \.hour, \.minute, \.second,
    ]

    /// Makes buckets of a length; the calendar and time zone are those of the components, or the current ones.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a length that is not at least a second or not made of
    ///   whole years, months, weeks, days, hours, minutes and seconds, and for an anchor that is no date.
    package init(anchor: Date, components: DateComponents) throws(HKError) {
        var length = DateComponents()
        for unit in Self.units {
            guard let count = components[keyPath: unit] else { continue }
            guard (0...100_000).contains(count) else {
                throw HKError(.errorInvalidArgument, "\(count) in an interval is not between 0 and 100000.")
            }
            length[keyPath: unit] = count
        }
        var calendar = components.calendar ?? Calendar(identifier: .gregorian)
        calendar.timeZone = components.timeZone ?? calendar.timeZone
        guard anchor.isOrdinary else {
            throw HKError(.errorInvalidArgument, "\(anchor.text) is no date to count intervals from.")
        }
        self.anchor = anchor
        self.calendar = calendar
        self.components = length
        typicalLength = calendar.date(byAdding: length, to: anchor)?.timeIntervalSince(anchor) ?? 0
        guard typicalLength >= 1 else {
            throw HKError(
                .errorInvalidArgument,
                "An interval lasts a second or longer, in years, months, weeks, days, hours, minutes or seconds."
            )
        }
    }

    /// When a bucket starts; bucket 0 starts at the anchor.
    package func start(of index: Int) -> Date {
        var offset = DateComponents()
        for unit in Self.units {
            guard let count = components[keyPath: unit] else { continue }
            let (product, overflow) = count.multipliedReportingOverflow(by: index)
            if overflow { return index < 0 ? .distantPast : .distantFuture }
            offset[keyPath: unit] = product
        }
        return calendar.date(byAdding: offset, to: anchor) ?? anchor
    }

    /// The interval of a bucket.
    package func interval(of index: Int) -> DateInterval {
        let start = start(of: index)
        return DateInterval(start: start, end: max(start, self.start(of: index + 1)))
    }

    /// The bucket that an ordinary date lies in.
    package func index(of date: Date) -> Int {
        var index = 0
        // Months differ in length: guess, then guess the rest, which shrinks each time.
        for _ in 0..<64 {
            let steps = (date.timeIntervalSince(start(of: index)) / typicalLength).rounded(.down)
            guard let steps = Int(exactly: steps), steps.magnitude > 1 else { break }
            index += steps
        }
        while start(of: index) > date { index -= 1 }
        while start(of: index + 1) <= date { index += 1 }
        return index
    }
}
