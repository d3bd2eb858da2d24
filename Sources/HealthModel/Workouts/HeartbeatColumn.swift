/// The heartbeats of a workout, ordered by time.
///
/// An RR interval is the distance of two consecutive beats, the second of which is not preceded by a gap.
package struct HeartbeatColumn: Hashable, Sendable {
    /// When each beat was, in nanoseconds from the workout's start, ascending.
    package private(set) var offsets: [Int64] = []
    /// Whether beats may be missing between the one before and this one.
    package private(set) var precededByGap: [Bool] = []

    /// Makes a column without beats.
    package init() {}

    /// Makes a column of beats in any order; a surplus of either array is left out.
    package init(offsets: [Int64], precededByGap: [Bool]) {
        for (offset, gap) in zip(offsets, precededByGap) { insert(offset, precededByGap: gap) }
    }

    /// How many beats there are.
    package var count: Int { offsets.count }

    /// Puts a beat in its place, whenever it arrives; of two at one instant there is one, after a gap if either says so.
    package mutating func insert(_ offset: Int64, precededByGap gap: Bool) {
        var index = offsets.count
        while index > 0, offsets[index - 1] > offset { index -= 1 }
        if index > 0, offsets[index - 1] == offset {
            precededByGap[index - 1] = precededByGap[index - 1] || gap
        } else {
            offsets.insert(offset, at: index)
            precededByGap.insert(gap, at: index)
        }
    }

    /// Drops all beats after an instant.
    mutating func removeAll(after instant: Int64) {
        while let last = offsets.last, last > instant {
            offsets.removeLast()
            precededByGap.removeLast()
        }
    }

    /// The RR intervals in milliseconds: runs of consecutive ones, parted where beats may be missing.
    ///
    /// Only within a run may intervals be compared with each other.
    package var intervalRuns: [[Double]] {
        var runs: [[Double]] = []
        var run: [Double] = []
        for index in offsets.indices.dropFirst() {
            if precededByGap[index] {
                if !run.isEmpty { runs.append(run) }
                run = []
            } else {
                run.append(Double(offsets[index] - offsets[index - 1]) / 1e6)
            }
        }
        if !run.isEmpty { runs.append(run) }
        return runs
    }
}
