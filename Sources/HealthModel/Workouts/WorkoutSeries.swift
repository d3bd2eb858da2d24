package import Foundation

/// All that was measured in a workout, in columns.
package struct WorkoutSeries: Hashable, Sendable {
    /// When the workout began; all offsets count from here.
    package var start: Date
    /// The samples of each type that a sensor provided.
    package var columns: [HKQuantityType: SampleColumn]
    /// The heartbeats.
    package var heartbeats: HeartbeatColumn
    /// When the workout was paused, in nanoseconds, ascending and apart.
    package var pauses: [Range<Int64>]
    /// How long the workout was, pauses included, in nanoseconds.
    package var elapsed: Int64

    /// Makes the series of a workout.
    package init(
        start: Date, columns: [HKQuantityType: SampleColumn] = [:],
        heartbeats: HeartbeatColumn = HeartbeatColumn(), pauses: [Range<Int64>] = [], elapsed: Int64
    ) {
        self.start = start
        self.columns = columns
        self.heartbeats = heartbeats
        let elapsed = min(max(0, elapsed), WorkoutTime.limit)
        self.pauses = PauseTimeline(pauses.map { $0.clamped(to: 0..<elapsed) }).ranges
        self.elapsed = elapsed
    }

    /// The whole workout, in nanoseconds.
    package var interval: Range<Int64> { 0..<elapsed }

    /// The pauses, ready to be asked.
    package var pauseTimeline: PauseTimeline { PauseTimeline(pauses) }

    /// How long samples of a type speak in this workout.
    package func coverage(of type: HKQuantityType) -> SampleCoverage {
        SampleCoverage(pauses: pauseTimeline, holdLimit: HoldLimit.nanoseconds(for: type))
    }

    /// The active time of an interval: what is not paused, in nanoseconds.
    package func activeDuration(within interval: Range<Int64>) -> Int64 {
        interval.upperBound - interval.lowerBound - pauseTimeline.duration(within: interval)
    }
}
