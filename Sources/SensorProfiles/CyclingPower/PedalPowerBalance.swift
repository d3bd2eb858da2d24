/// The share of one pedal in the power of both.
///
/// Sensors send 100 % and the like while nobody pedals, so a balance counts only with power and cadence above zero.
public struct PedalPowerBalance: Hashable, Sendable {
    /// Which pedal the share is of.
    public enum Reference: Hashable, Sendable {
        /// The sensor does not say.
        case unknown
        /// The left pedal: left / (left + right).
        case left
    }

    /// The share in units of 0.5 %, as sent.
    public let rawValue: UInt8

    /// Which pedal the share is of.
    public let reference: Reference

    /// Wraps a share in units of 0.5 %.
    public init(rawValue: UInt8, reference: Reference) {
        self.rawValue = rawValue
        self.reference = reference
    }

    /// The share in percent, 0 to 100; nil where the sensor sends more than the whole, as 0xFF for unknown.
    public var percent: Double? {
        rawValue <= 200 ? Double(rawValue) / 2 : nil
    }

    /// The left pedal's share as a fraction, 0 to 1; nil where the value or its side is unknown.
    public var leftShare: Double? {
        reference == .left && rawValue <= 200 ? Double(rawValue) / 200 : nil
    }
}
