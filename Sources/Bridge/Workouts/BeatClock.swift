package import SensorProfiles

/// Puts heartbeats on the time line from the RR intervals of a strap.
///
/// A packet's arrival is not the time of its beats: intervals come in bunches, and radio adds jitter. So the beats
/// are the running sum of the intervals, anchored where the first packet arrived and anchored anew after a gap.
/// Times are nanoseconds from the workout's start.
package struct BeatClock: Equatable, Sendable {
    /// One heartbeat.
    package struct Beat: Equatable, Sendable {
        /// When it was.
        package let nanoseconds: Int64
        /// Whether the time to the beat before it is not an RR interval.
        package let isPrecededByGap: Bool

        /// Makes a beat.
        package init(nanoseconds: Int64, isPrecededByGap: Bool) {
            self.nanoseconds = nanoseconds
            self.isPrecededByGap = isPrecededByGap
        }
    }

    /// A sum that strays further from the arrivals has lost beats, or gained some that were not.
    private static let tolerance: Int64 = 2_000_000_000

    /// The beat that the next interval is counted from; nil after a gap.
    private var lastBeat: Int64?
    /// The latest beat that was told; none lies before the start.
    private var latestTold: Int64 = -1
    /// Whether the next beat to be told follows a gap.
    private var isAfterGap = true

    /// Makes a clock that has heard no beat.
    package init() {}

    /// The link was lost or a beat was dropped: the next beat starts anew.
    package mutating func reset() {
        lastBeat = nil
    }

    /// Takes the intervals of a packet that arrived at a moment, oldest first, and hands each beat to `body`.
    package mutating func record(_ intervals: RRIntervals, at arrival: Int64, _ body: (Beat) -> Void) {
        guard !intervals.isEmpty else { return }
        let sum = intervals.reduce(Int64(0)) { $0 + Self.nanoseconds($1) }
        var beat: Int64
        if let lastBeat, abs(arrival - (lastBeat + sum)) <= Self.tolerance {
            beat = lastBeat
        } else {
            beat = arrival - sum
            isAfterGap = true
            tell(beat, body)
        }
        for interval in intervals {
            beat += Self.nanoseconds(interval)
            tell(beat, body)
        }
        lastBeat = beat
    }

    /// Hands on a beat, unless it lies before the start or before one that was told: an anchor can lie in the past.
    private mutating func tell(_ beat: Int64, _ body: (Beat) -> Void) {
        guard beat > latestTold else { return }
        body(Beat(nanoseconds: beat, isPrecededByGap: isAfterGap))
        latestTold = beat
        isAfterGap = false
    }

    private static func nanoseconds(_ interval: RRInterval) -> Int64 {
        Int64(interval.rawValue) * 1_000_000_000 / 1024
    }
}
