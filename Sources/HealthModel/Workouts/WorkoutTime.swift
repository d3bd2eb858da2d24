package import Foundation

/// Time inside a workout: whole nanoseconds from its start.
package enum WorkoutTime {
    /// The longest that a workout can be: 366 days.
    ///
    /// A later date is a mistake, and series by the second stay small.
    package static let limit: Int64 = 366 * 86_400 * 1_000_000_000

    /// The longest that a query can look from its start: a century, which two of still fit into an `Int64`.
    package static let queryLimit: Int64 = 36_525 * 86_400 * 1_000_000_000

    /// When a date is, in nanoseconds from a start, to the microsecond.
    ///
    /// Near 2026 the dates that `Date` can tell apart are 119 ns apart, so finer figures would be noise. What lies
    /// beyond the limit comes out as the limit.
    package static func nanoseconds(
        of date: Date, since start: Date, limit: Int64 = WorkoutTime.limit
    ) -> Int64 {
        let microseconds = (date.timeIntervalSince(start) * 1e6).rounded()
        let bound = Double(limit / 1000)
        guard microseconds.magnitude <= bound else { return microseconds < 0 ? -limit : limit }
        return Int64(microseconds) * 1000
    }

    /// The date at an offset in nanoseconds from a start.
    package static func date(at nanoseconds: Int64, since start: Date) -> Date {
        start.addingTimeInterval(seconds(nanoseconds))
    }

    /// Nanoseconds in seconds.
    package static func seconds(_ nanoseconds: Int64) -> TimeInterval { Double(nanoseconds) / 1e9 }
}
