/// The sum of the average torque of every revolution since an unknown start; may decrease and wraps.
public struct AccumulatedTorque: Hashable, Sendable {
    /// Where the torque is measured.
    public enum Source: Hashable, Sendable {
        /// At the wheel.
        case wheel
        /// At the crank.
        case crank
    }

    /// The sum in units of 1/32 newton metre.
    public let rawValue: UInt16

    /// Where the torque is measured.
    public let source: Source

    /// Wraps a sum in units of 1/32 newton metre.
    public init(rawValue: UInt16, source: Source) {
        self.rawValue = rawValue
        self.source = source
    }

    /// The sum in newton metres, exactly.
    public var newtonMeters: Double {
        Double(rawValue) / 32
    }
}
