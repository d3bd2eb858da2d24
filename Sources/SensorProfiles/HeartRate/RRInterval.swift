/// The time from one heartbeat to the next, as the sensor measured it.
public struct RRInterval: RawRepresentable, Hashable, Sendable {
    /// The number of raw units in a second.
    public static var ticksPerSecond: Int { 1024 }

    /// The interval in units of 1/1024 second.
    public let rawValue: UInt16

    /// Wraps an interval in units of 1/1024 second.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The interval in milliseconds, exactly.
    public var milliseconds: Double {
        Double(rawValue) * 1000 / 1024
    }

    /// The interval in seconds, exactly.
    public var seconds: Double {
        Double(rawValue) / 1024
    }
}

extension RRInterval: Comparable {
    /// Orders intervals by their length.
    public static func < (lhs: RRInterval, rhs: RRInterval) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
