/// The RR intervals of one packet, oldest first.
///
/// A packet at the default MTU carries at most nine, and those are held in place. More of them, up to the 255 of a
/// 512-byte attribute value, move to the heap rather than being lost.
public struct RRIntervals: RandomAccessCollection, Sendable {
    private static var inPlaceCapacity: Int { 9 }

    /// The number of intervals.
    public private(set) var count = 0

    private var inPlace = InlineArray<9, UInt16>(repeating: 0)
    private var overflow: [UInt16] = []

    // Out of line this costs a fifth of decoding a packet: wide loads wait for the narrow stores just before them.
    /// Holds no interval.
    @inline(__always)
    public init() {}

    /// Holds the given intervals in their order.
    public init(_ intervals: some Sequence<RRInterval>) {
        for interval in intervals {
            append(interval)
        }
    }

    /// The position of the oldest interval, zero.
    public var startIndex: Int { 0 }

    /// The position after the newest interval.
    public var endIndex: Int { count }

    /// The interval at a position, which must be a valid one.
    public subscript(position: Int) -> RRInterval {
        precondition(position >= 0 && position < count, "RR interval index out of range")
        let raw =
            position < Self.inPlaceCapacity ? inPlace[position] : overflow[position - Self.inPlaceCapacity]
        return RRInterval(rawValue: raw)
    }

    /// Adds the newest interval.
    mutating func append(_ interval: RRInterval) {
        if count < Self.inPlaceCapacity {
            inPlace[count] = interval.rawValue
        } else {
            overflow.append(interval.rawValue)
        }
        count += 1
    }
}

extension RRIntervals: Hashable {
    /// Whether both hold the same intervals in the same order.
    public static func == (lhs: RRIntervals, rhs: RRIntervals) -> Bool {
        lhs.elementsEqual(rhs)
    }

    /// Feeds the number of intervals and each of them to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for interval in self {
            hasher.combine(interval)
        }
    }
}

extension RRIntervals: ExpressibleByArrayLiteral {
    /// Holds the intervals of a literal.
    public init(arrayLiteral elements: RRInterval...) {
        self.init(elements)
    }
}
