/// The largest and smallest torque of the last crank revolution.
public struct ExtremeTorques: Hashable, Sendable {
    /// The largest torque in units of 1/32 newton metre.
    public let rawMaximum: Int16

    /// The smallest torque in units of 1/32 newton metre.
    public let rawMinimum: Int16

    /// Holds both torques in units of 1/32 newton metre.
    public init(rawMaximum: Int16, rawMinimum: Int16) {
        self.rawMaximum = rawMaximum
        self.rawMinimum = rawMinimum
    }

    /// The largest torque in newton metres, exactly.
    public var maximumNewtonMeters: Double {
        Double(rawMaximum) / 32
    }

    /// The smallest torque in newton metres, exactly.
    public var minimumNewtonMeters: Double {
        Double(rawMinimum) / 32
    }
}
