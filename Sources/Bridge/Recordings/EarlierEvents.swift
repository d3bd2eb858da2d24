/// What a rider's sensors did before there was a workout: the last minutes, and not more than a number of bytes.
///
/// It tells why there was none: a strap without contact, or packets that nobody can read.
struct EarlierEvents {
    /// How long an event is kept, in nanoseconds.
    static let longestAge: Int64 = 300_000_000_000
    /// How much is kept, in bytes.
    static let memoryLimit = 64 << 10
    /// What an event takes beside its bytes.
    private static let overhead = 64

    /// The events, oldest first.
    private(set) var events: [SensorEvent] = []
    private var size = 0

    /// Keeps an event, and lets go of those that are too old or too many.
    mutating func append(_ event: SensorEvent) {
        events.append(event)
        size += Self.size(of: event)
        var count = 0
        for old in events {
            guard size > Self.memoryLimit || event.nanoseconds - old.nanoseconds > Self.longestAge else {
                break
            }
            size -= Self.size(of: old)
            count += 1
        }
        events.removeFirst(count)
    }

    private static func size(of event: SensorEvent) -> Int {
        guard case .notification(_, let value) = event.kind else { return overhead }
        return overhead + value.count
    }
}
