/// Where the time of an interval went; the parts are exactly the interval.
package struct ZoneTotals: Hashable, Sendable {
    /// The time in each zone, in nanoseconds.
    package let zones: [Int64]
    /// The active time in which no sample spoke, in nanoseconds.
    package let noData: Int64
    /// The paused time, in nanoseconds.
    package let paused: Int64

    /// The whole time: zones, no data and pauses, in nanoseconds.
    package var elapsed: Int64 { zones.reduce(0, +) + noData + paused }

    /// Makes totals of their parts, in nanoseconds.
    package init(zones: [Int64], noData: Int64, paused: Int64) {
        self.zones = zones
        self.noData = noData
        self.paused = paused
    }

    /// The totals of two intervals together, counted by the same zones.
    package static func + (left: ZoneTotals, right: ZoneTotals) -> ZoneTotals {
        ZoneTotals(
            zones: zip(left.zones, right.zones).map(+), noData: left.noData + right.noData,
            paused: left.paused + right.paused)
    }

    /// Totals of an interval whose time in zones is known.
    init(zones: [Int64], interval: Range<Int64>, pauses: PauseTimeline) {
        let paused = pauses.duration(within: interval)
        self.zones = zones
        self.paused = paused
        noData = interval.upperBound - interval.lowerBound - paused - zones.reduce(0, +)
    }

    /// Accounts for an interval of a workout: every nanosecond is in one zone, without data, or paused.
    ///
    /// - Parameters:
    ///   - column: the samples of one type.
    ///   - interval: the time that is accounted for, in nanoseconds from the workout's start.
    ///   - boundaries: the zones.
    ///   - coverage: how long a sample speaks, and when the workout was paused.
    package init(
        of column: SampleColumn, within interval: Range<Int64>, boundaries: ZoneBoundaries,
        coverage: SampleCoverage
    ) {
        self.init(
            zones: boundaries.durations(of: coverage.measured(column, within: interval)),
            interval: interval, pauses: coverage.pauses)
    }
}
