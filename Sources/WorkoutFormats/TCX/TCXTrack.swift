import HealthModel

/// Where the tracks of a lap lie: TCX has no mark for a pause but the end of one track and the begin of the next.
struct TCXTrack: Equatable {
    /// The moments of its points, in nanoseconds from the workout's start.
    let moments: [Int64]
    /// Whether the last moment only says where the track ends: there is nothing measured at it.
    let isClosed: Bool

    private static let second: Int64 = 1_000_000_000

    /// The tracks of a lap.
    ///
    /// Points lie on the full seconds, and where a track begins. A track that ends in a pause or with the activity has a last
    /// point there; one that ends with a lap goes on in the next. A pause at the end of the activity is a track of one point
    /// after it, so that the end is in the file.
    ///
    /// - Parameters:
    ///   - lap: the lap, in nanoseconds.
    ///   - pauses: the pauses of the workout.
    ///   - isLast: whether the activity ends with the lap.
    /// - Returns: the tracks in order of time; none of a lap in a pause.
    static func tracks(of lap: Range<Int64>, pauses: [Range<Int64>], isLast: Bool) -> [TCXTrack] {
        var tracks: [TCXTrack] = []
        for part in activeParts(of: lap, pauses: pauses) {
            var moments = [part.lowerBound]
            var next = (part.lowerBound / second + 1) * second
            while next < part.upperBound {
                moments.append(next)
                next += second
            }
            let isClosed =
                isLast || part.upperBound < lap.upperBound
                || pauses.contains { $0.lowerBound == part.upperBound }
            if isClosed { moments.append(part.upperBound) }
            tracks.append(TCXTrack(moments: moments, isClosed: isClosed))
        }
        guard isLast, tracks.last?.moments.last != lap.upperBound else { return tracks }
        if tracks.isEmpty, !lap.isEmpty {
            tracks.append(TCXTrack(moments: [lap.lowerBound], isClosed: true))
        }
        tracks.append(TCXTrack(moments: [lap.upperBound], isClosed: true))
        return tracks
    }

    /// What of a lap is not paused; none of it is empty.
    private static func activeParts(of lap: Range<Int64>, pauses: [Range<Int64>]) -> [Range<Int64>] {
        var parts: [Range<Int64>] = []
        var begin = lap.lowerBound
        for pause in pauses where pause.overlaps(lap) {
            if begin < pause.lowerBound { parts.append(begin..<pause.lowerBound) }
            begin = max(begin, pause.upperBound)
        }
        if begin < lap.upperBound { parts.append(begin..<lap.upperBound) }
        return parts
    }
}
