import HealthModel

/// Which second of a FIT file each moment of a workout lies in.
///
/// A file's timestamps are whole seconds, a workout starts between two. The second in which it starts is the file's
/// zero; every other moment is as many whole seconds later as have passed in the workout. So records are a second
/// apart from the workout's start, as in the other formats, and each timestamp is early by less than two seconds.
struct FITClock {
    /// The second in which the workout starts.
    let start: Int64
    /// Whether ``start`` says a date, or only that time passes.
    let isDated: Bool

    init(_ series: WorkoutSeries) {
        let seconds = FITTime.seconds(series.start).flatMap {
            $0 + series.elapsed / 1_000_000_000 < Int64(UInt32.max) ? $0 : nil
        }
        isDated = seconds != nil
        // A date that the clock does not have: what is written are seconds since a device was switched on.
        start = seconds ?? 1
    }

    /// The second of a time in nanoseconds from the workout's start.
    func timestamp(_ offset: Int64) -> Int64 { start + max(0, offset) / 1_000_000_000 }
}
