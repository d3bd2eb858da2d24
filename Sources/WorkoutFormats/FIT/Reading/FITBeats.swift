import HealthModel

/// The heartbeats of a FIT file: its RR intervals, one after the other, held against the records that they stand among.
///
/// Intervals have no time of their own. Their running sum is the time of the beats, as long as it is not further than two
/// seconds from the record before them; then beats have been lost, and the sum starts anew there.
struct FITBeats {
    private(set) var heartbeats = HeartbeatColumn()

    private static let second: Int64 = 1_000_000_000
    private static let tolerance: Int64 = 2 * second

    /// Takes all messages of a file; `offset` turns its seconds into nanoseconds from the start.
    init(_ messages: [FITMessage], offset: (Int64) -> Int64, elapsed: Int64) {
        var now: Int64?
        var beat: Int64?
        for message in messages {
            if message.number == FITProfile.Record.message,
                let second = message.integer(FITProfile.timestamp).flatMap({ UInt32(exactly: $0) })
            {
                now = offset(Int64(second))
            }
            guard message.number == FITProfile.HRV.message, let now, (0...elapsed).contains(now) else {
                continue
            }
            let intervals = message.integers(FITProfile.HRV.time)
                .compactMap { $0.flatMap { UInt16(exactly: $0) } }.filter { $0 > 0 }
                .map { Int64($0) * 1_000_000 }
            for (index, interval) in intervals.enumerated() {
                if beat.map({ abs($0 + interval - now) > Self.tolerance }) ?? true {
                    // The rest of the message ends with the record's second.
                    let rest = intervals[index...].reduce(0, +)
                    let first = max(0, now + Self.second - rest)
                    guard first >= heartbeats.offsets.last ?? 0 else { continue }
                    heartbeats.insert(first, precededByGap: true)
                    beat = first
                }
                guard let last = beat, last + interval <= elapsed else { continue }
                heartbeats.insert(last + interval, precededByGap: false)
                beat = last + interval
            }
        }
    }
}
