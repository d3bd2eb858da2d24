import HealthModel

/// A trackpoint: what was read at a moment, in nanoseconds since 1970.
struct TCXPoint {
    var moment: Int64 = 0
    var heartRate: Double?
    var cadence: Double?
    var speed: Double?
    var power: Double?
}

/// A lap with its tracks.
struct TCXLap {
    /// When it began, in nanoseconds since 1970.
    var start: Int64 = 0
    /// How long it was without pauses, in nanoseconds, as the file says.
    var activeDuration: Int64 = 0
    /// The points of each track, in order of time; no track is empty.
    var tracks: [[TCXPoint]] = []
}

/// An activity of a Training Center file.
struct TCXActivity {
    var sport: HKWorkoutActivityType = .other
    var laps: [TCXLap] = []
    /// The name of the device that wrote it.
    var creator: String?

    private static let second: Int64 = 1_000_000_000

    /// Whether there is nothing that says when it was.
    var isEmpty: Bool { laps.isEmpty }

    private var firstPoint: Int64? { laps.flatMap(\.tracks).compactMap { $0.first?.moment }.min() }
    private var lastPoint: Int64? { laps.flatMap(\.tracks).compactMap { $0.last?.moment }.max() }

    /// When it began, in nanoseconds since 1970: with the first lap, unless that is not where its points are.
    var start: Int64 {
        let lap = laps.first?.start ?? 0
        guard let firstPoint else { return lap }
        return (0...12 * 3600 * Self.second).contains(firstPoint - lap) ? lap : firstPoint
    }

    /// When it ended: with the last point, or with what that point still speaks for if the lap's time says so.
    var end: Int64 {
        guard let last = laps.last else { return start }
        let lapEnd = last.start + last.activeDuration + Self.length(of: Self.gaps(last))
        guard let lastPoint else { return max(start, lapEnd) }
        return (0...10 * Self.second).contains(lapEnd - lastPoint) ? lapEnd : lastPoint
    }

    /// The pauses, in nanoseconds since 1970 and in order of time.
    var pauses: [Range<Int64>] {
        var pauses: [Range<Int64>] = []
        for (index, lap) in laps.enumerated() {
            let inner = Self.gaps(lap)
            pauses += inner
            guard let first = lap.tracks.first?.first?.moment, let last = lap.tracks.last?.last?.moment else {
                guard index + 1 < laps.count else { continue }
                let lapEnd = laps[index + 1].start
                if lapEnd - lap.start - lap.activeDuration > Self.second { pauses.append(lap.start..<lapEnd) }
                continue
            }
            guard index + 1 < laps.count else {
                pauses += lastPauses(lap, first, last, inner)
                continue
            }
            // What the lap's own time leaves over, less the gaps between its tracks, was paused at its edges or within.
            let lapEnd = laps[index + 1].start
            var gaps = Self.silences(lap)
            // A last point a second before the next lap's is no pause.
            for (begin, end) in [(lap.start, first), (last, lapEnd)] where end - begin > Self.second {
                gaps.append(Gap(range: begin..<end, cost: end - begin - Self.second))
            }
            pauses += Self.paused(
                gaps, of: lapEnd - lap.start - lap.activeDuration - Self.length(of: inner))
        }
        return pauses.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The pauses of the last lap but for the gaps between its tracks.
    ///
    /// It has no next one to say how long it was: what comes before its first point is told by its own time.
    private func lastPauses(
        _ lap: TCXLap, _ first: Int64, _ last: Int64, _ inner: [Range<Int64>]
    ) -> [Range<Int64>] {
        // The lap's own time counts the second that the last point speaks for, too.
        var left = last + Self.second - lap.start - lap.activeDuration - Self.length(of: inner)
        let active = last - first - Self.length(of: inner)
        guard first - lap.start > Self.second, active <= lap.activeDuration + Self.second else {
            return Self.paused(Self.silences(lap), of: left)
        }
        left -= first - lap.start
        return [lap.start..<first] + Self.paused(Self.silences(lap), of: left)
    }

    // MARK: Gaps

    /// A time without points that may have been a pause.
    private struct Gap {
        let range: Range<Int64>
        /// What of it the lap's own time leaves out if it was one.
        let cost: Int64
    }

    /// The shortest time between two points of a track that can be a pause: computers that save space write less often.
    private static let shortestPause = 5 * second

    /// The gaps within the tracks of a lap whose own time is known.
    private static func silences(_ lap: TCXLap) -> [Gap] {
        guard lap.activeDuration > 0 else { return [] }
        return lap.tracks.flatMap { track in
            zip(track, track.dropFirst()).compactMap { before, after in
                guard after.moment - before.moment > shortestPause else { return nil }
                // The second that the point speaks for was ridden, and the lap's own time may be rounded.
                return Gap(
                    range: before.moment..<after.moment, cost: after.moment - before.moment - 2 * second)
            }
        }
    }

    /// The gaps that fit into what a lap's own time leaves over, the longest first.
    private static func paused(_ gaps: [Gap], of left: Int64) -> [Range<Int64>] {
        var left = left
        var pauses: [Range<Int64>] = []
        for gap in gaps.sorted(by: { $0.cost > $1.cost }) where gap.cost <= left {
            pauses.append(gap.range)
            left -= gap.cost
        }
        return pauses
    }

    /// The gaps between the tracks of a lap.
    private static func gaps(_ lap: TCXLap) -> [Range<Int64>] {
        zip(lap.tracks, lap.tracks.dropFirst()).compactMap { before, after in
            guard let end = before.last?.moment, let begin = after.first?.moment, begin > end else {
                return nil
            }
            return end..<begin
        }
    }

    private static func length(of ranges: [Range<Int64>]) -> Int64 {
        ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }
}
