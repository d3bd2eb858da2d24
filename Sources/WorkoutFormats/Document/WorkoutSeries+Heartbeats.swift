import HealthModel

extension WorkoutSeries {
    /// The heartbeats whose RR intervals end within an interval in nanoseconds; nil if no beat in it was told.
    func heartbeats(within interval: Range<Int64>) -> HeartbeatColumn? {
        let isLast = interval.upperBound == elapsed
        let inside = heartbeats.offsets.indices.filter {
            interval.contains(heartbeats.offsets[$0])
                || isLast && heartbeats.offsets[$0] == interval.upperBound
        }
        guard let first = inside.first, let last = inside.last else { return nil }
        // With the beat before the first, because the interval between the two ends within.
        let range = max(0, first - 1)...last
        return HeartbeatColumn(
            offsets: Array(heartbeats.offsets[range]),
            precededByGap: Array(heartbeats.precededByGap[range]))
    }
}
