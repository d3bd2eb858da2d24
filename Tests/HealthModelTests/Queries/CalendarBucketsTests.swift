import Foundation
import HealthModel
import Testing

@Suite struct CalendarBucketsTests {
    private let berlin: Calendar

    init() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        berlin = calendar
    }

    private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) throws
        -> Date
    {
        try #require(
            berlin.date(from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)))
    }

    private func buckets(_ anchor: Date, _ components: DateComponents) throws -> CalendarBuckets {
        var components = components
        components.timeZone = berlin.timeZone
        return try CalendarBuckets(anchor: anchor, components: components)
    }

    @Test("A day is from midnight to midnight, with 23 hours in spring and 25 in autumn")
    func days() throws {
        let days = try buckets(try date(2026, 1, 1), DateComponents(day: 1))
        for (month, day, hours) in [(3, 28, 24.0), (3, 29, 23), (3, 30, 24), (10, 25, 25), (10, 26, 24)] {
            let noon = try date(2026, month, day, 12)
            let interval = days.interval(of: days.index(of: noon))
            #expect(interval.start == (try date(2026, month, day)))
            #expect(interval.duration == hours * 3600)
        }
    }

    @Test("A week goes on over the change of the clocks")
    func weeks() throws {
        // Monday to Monday; the clocks change on Sunday, 29 March 2026.
        let weeks = try buckets(try date(2026, 1, 5), DateComponents(weekOfYear: 1))
        let interval = weeks.interval(of: weeks.index(of: try date(2026, 3, 29, 12)))
        #expect(interval.start == (try date(2026, 3, 23)))
        #expect(interval.end == (try date(2026, 3, 30)))
        #expect(interval.duration == (7 * 24 - 1) * 3600)
    }

    @Test("Months are counted from the anchor: after a short one, the next starts on the 31st again")
    func months() throws {
        let months = try buckets(try date(2026, 1, 31), DateComponents(month: 1))
        #expect(months.start(of: 1) == (try date(2026, 2, 28)))
        #expect(months.start(of: 2) == (try date(2026, 3, 31)))
        #expect(months.start(of: -1) == (try date(2025, 12, 31)))
        #expect(months.index(of: try date(2026, 3, 30)) == 1)
        #expect(months.index(of: try date(2026, 3, 31)) == 2)
    }

    @Test("Every date lies in the bucket that its index says, far from the anchor too")
    func indices() throws {
        for components in [
            DateComponents(year: 1), DateComponents(month: 1), DateComponents(weekOfYear: 1),
            DateComponents(day: 1), DateComponents(hour: 1), DateComponents(minute: 15),
            DateComponents(day: 1, hour: 6),
        ] {
            let buckets = try buckets(try date(2026, 1, 1), components)
            for second in stride(from: -3e9, through: 3e9, by: 123_456_789) {
                let date = try date(2026, 1, 1).addingTimeInterval(second)
                let index = buckets.index(of: date)
                #expect(buckets.start(of: index) <= date && date < buckets.start(of: index + 1))
            }
            for date in [Date.distantPast, .distantFuture] {
                let index = buckets.index(of: date)
                #expect(buckets.start(of: index) <= date && date < buckets.start(of: index + 1))
            }
        }
    }

    @Test("The start of a bucket belongs to it, and not to the one before")
    func edges() throws {
        let hours = try buckets(try date(2026, 1, 1), DateComponents(hour: 1))
        #expect(hours.index(of: try date(2026, 1, 1, 5)) == 5)
        #expect(hours.index(of: try date(2026, 1, 1, 5).addingTimeInterval(-0.001)) == 4)
        #expect(hours.index(of: try date(2026, 1, 1).addingTimeInterval(-0.001)) == -1)
    }

    @Test(
        "A length that is no time, negative or too large is refused",
        arguments: [
            DateComponents(), DateComponents(day: 0), DateComponents(day: -1), DateComponents(day: .max),
            DateComponents(nanosecond: 5), DateComponents(weekday: 2),
        ])
    func badLength(_ components: DateComponents) {
        let error = #expect(throws: HKError.self) {
            try CalendarBuckets(anchor: sampleEpoch, components: components)
        }
        #expect(error?.code == .errorInvalidArgument)
    }

    @Test("An anchor that is no date is refused")
    func badAnchor() {
        #expect(throws: HKError.self) {
            try CalendarBuckets(
                anchor: Date(timeIntervalSinceReferenceDate: .nan), components: DateComponents(day: 1))
        }
    }
}
