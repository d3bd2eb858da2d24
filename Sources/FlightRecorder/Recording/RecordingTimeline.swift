/// Tells which times of a recording can be those of its workout.
///
/// A checksum says that a time was written, not that it makes sense. One that lies years ahead would make a workout of
/// years, so a time may be a day after the last one; further ahead only where the wall clock had gone on as far.
struct RecordingTimeline {
    /// The longest time between two records that needs no wall clock, in nanoseconds: a day.
    static let longestGap: Int64 = 86_400_000_000_000
    /// The longest workout, in nanoseconds: 31 days.
    static let longestWorkout = 31 * longestGap

    /// The latest time so far, in nanoseconds since the start.
    private var latest: Int64 = 0
    private var clock: RecordingContents.ClockReading?

    /// Begins with the wall clock at the start, in microseconds since 1970; nil where nobody knows it.
    init(startMicroseconds: Int64?) {
        clock = startMicroseconds.map {
            RecordingContents.ClockReading(nanoseconds: 0, wallMicroseconds: $0)
        }
    }

    /// Takes the time of the next record; a time that cannot be right changes nothing.
    ///
    /// - Returns: Whether it can be right.
    mutating func take(_ nanoseconds: Int64) -> Bool {
        guard nanoseconds <= Self.longestWorkout, nanoseconds - latest <= Self.longestGap else {
            return false
        }
        latest = max(latest, nanoseconds)
        return true
    }

    /// Takes the next reading of both clocks; one that cannot be right changes nothing.
    ///
    /// - Returns: Whether it can be right.
    mutating func take(_ reading: RecordingContents.ClockReading) -> Bool {
        guard reading.nanoseconds <= Self.longestWorkout else { return false }
        if reading.nanoseconds - latest > Self.longestGap, let clock {
            // The wall clock may have been set meanwhile, by a time zone for instance, but not by days. The range keeps the
            // difference from overflowing.
            let passed = (reading.nanoseconds - clock.nanoseconds) / 1000
            let (wall, hasOverflown) = reading.wallMicroseconds.subtractingReportingOverflow(
                clock.wallMicroseconds)
            guard !hasOverflown, (0...(2 * passed)).contains(wall),
                abs(wall - passed) <= Self.longestGap / 1000
            else { return false }
        }
        latest = max(latest, reading.nanoseconds)
        clock = reading
        return true
    }
}
