import HealthModel

/// An RR interval of a workout: the beat that ended it and how long it was, both in nanoseconds.
struct BeatInterval: Hashable {
    let end: Int64
    let length: Int64
}

extension HeartbeatColumn {
    /// The RR intervals; a beat that may have others missing before it ends none.
    var intervals: [BeatInterval] {
        offsets.indices.dropFirst().filter { !precededByGap[$0] }.map {
            BeatInterval(end: offsets[$0], length: offsets[$0] - offsets[$0 - 1])
        }
    }

    /// How far the begin of an interval and the end of the one before may be apart, in nanoseconds.
    private static let tolerance: Int64 = 2_000_000

    /// Makes the beats of intervals in order of time, as files have them: times to the millisecond, lengths finer.
    ///
    /// An interval whose begin is where the one before ended goes on from there; any other begins with a beat of its own,
    /// with a gap before it. What cannot be an interval (0 or less, more than a minute) is left out.
    init(_ intervals: [BeatInterval]) {
        var offsets: [Int64] = []
        var gaps: [Bool] = []
        var run: [BeatInterval] = []
        func finishRun() {
            let beats = Self.beats(of: run)
            offsets += beats
            gaps += beats.indices.map { $0 == 0 }
            run = []
        }
        for interval in intervals where (1...60_000_000_000).contains(interval.length) {
            if let last = run.last, abs(interval.end - interval.length - last.end) > Self.tolerance {
                finishRun()
            }
            run.append(interval)
        }
        finishRun()
        self.init(offsets: offsets, precededByGap: gaps)
    }

    /// The beats of a run of intervals: their sums keep the lengths, from a begin for which as many as possible round to
    /// the times that were written; after that a length gives way where sum and time drift apart.
    private static func beats(of run: [BeatInterval]) -> [Int64] {
        guard let first = run.first else { return [] }
        let half: Int64 = 500_000
        var begins = (first.end - first.length - half)...(first.end - first.length + half - 1)
        var sum: Int64 = 0
        for interval in run {
            sum += interval.length
            let lower = max(begins.lowerBound, interval.end - half - sum)
            let upper = min(begins.upperBound, interval.end + half - 1 - sum)
            guard lower <= upper else { break }
            begins = lower...upper
        }
        var beats = [begins.lowerBound + (begins.upperBound - begins.lowerBound) / 2]
        for interval in run {
            let beat = (beats.last ?? 0) + interval.length
            beats.append(min(max(beat, interval.end - half), interval.end + half - 1))
        }
        return beats
    }
}
