/// Notices that somebody set the wall clock while a workout goes on.
///
/// Durations come from CLOCK_BOOTTIME; this only tells that wall time moved against it, so that the workout can note it.
package struct WallClock: Equatable, Sendable {
    /// Slower drifts are the ordinary discipline of NTP.
    private static let smallestStep: Int64 = 1_000_000_000

    private var difference: Int64

    /// Starts from one reading of both clocks, in nanoseconds.
    package init(bootTime: Int64, wallTime: Int64) {
        difference = wallTime - bootTime
    }

    /// Compares another reading; returns by how many nanoseconds the wall clock was stepped, or nil.
    package mutating func step(bootTime: Int64, wallTime: Int64) -> Int64? {
        let step = wallTime - bootTime - difference
        guard abs(step) >= Self.smallestStep else { return nil }
        difference += step
        return step
    }
}
