/// Two fields of our own messages: a time in whole seconds from the workout's start, and the nanoseconds after them.
struct FITInstant {
    private let seconds: FITField
    private let nanoseconds: FITField
    private static let second: Int64 = 1_000_000_000

    init(firstField: UInt8) {
        seconds = FITField(firstField, .sint32)
        nanoseconds = FITField(firstField + 1, .uint32)
    }

    func set(_ time: Int64, in message: inout FITMessageContent) {
        let parts = time.quotientAndRemainder(dividingBy: Self.second)
        let isBefore = parts.remainder < 0
        message.set(seconds, isBefore ? parts.quotient - 1 : parts.quotient)
        message.set(nanoseconds, isBefore ? parts.remainder + Self.second : parts.remainder)
    }

    /// The time in nanoseconds, or nil where a message does not say it.
    func time(in message: FITMessage) -> Int64? {
        guard let whole = message.integer(seconds).flatMap({ Int32(exactly: $0) }),
            let rest = message.integer(nanoseconds), (0..<Self.second).contains(rest)
        else { return nil }
        return Int64(whole) * Self.second + rest
    }
}

/// Four fields of our own messages: when something began and when it ended.
struct FITInterval {
    private let start: FITInstant
    private let end: FITInstant

    init(firstField: UInt8) {
        start = FITInstant(firstField: firstField)
        end = FITInstant(firstField: firstField + 2)
    }

    func set(_ interval: Range<Int64>, in message: inout FITMessageContent) {
        start.set(interval.lowerBound, in: &message)
        end.set(interval.upperBound, in: &message)
    }

    /// The interval in nanoseconds, or nil where a message does not say it.
    func interval(in message: FITMessage) -> Range<Int64>? {
        guard let start = start.time(in: message), let end = end.time(in: message), start <= end else {
            return nil
        }
        return start..<end
    }
}
