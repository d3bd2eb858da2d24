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

    /// The pauses, in nanoseconds since 1970.
    var pauses: [Range<Int64>] {
        var pauses: [Range<Int64>] = []
        for (index, lap) in laps.enumerated() {
            let inner = Self.gaps(lap)
            pauses += inner
            guard index + 1 < laps.count else { continue }
            // What the lap's own time leaves over, less the gaps between its tracks, was paused at its edges.
            let lapEnd = laps[index + 1].start
            var left = lapEnd - lap.start - lap.activeDuration - Self.length(of: inner)
            guard let first = lap.tracks.first?.first?.moment, let last = lap.tracks.last?.last?.moment else {
                if left > Self.second, lap.start < lapEnd { pauses.append(lap.start..<lapEnd) }
                continue
            }
            for (begin, end) in [(lap.start, first), (last, lapEnd)] {
                // A last point a second before the next lap's is no pause.
                guard end - begin > Self.second, end - begin <= left + Self.second else { continue }
                pauses.append(begin..<end)
                left -= end - begin
            }
        }
        // The last lap has no next one to say how long it was: what comes before its first point is told by its own time.
        if let lap = laps.last, let first = lap.tracks.first?.first?.moment, let lastPoint {
            let active = lastPoint - first - Self.length(of: Self.gaps(lap))
            if first - lap.start > Self.second, active <= lap.activeDuration + Self.second {
                pauses.append(lap.start..<first)
            }
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
