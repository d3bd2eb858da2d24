/// The crank angles, in degrees, at which the largest and smallest magnitude occurred.
public struct ExtremeAngles: Hashable, Sendable {
    /// The angle of the largest magnitude in degrees, 0 to 4095.
    public let maximum: UInt16

    /// The angle of the smallest magnitude in degrees, 0 to 4095.
    public let minimum: UInt16

    /// Holds both angles in degrees.
    public init(maximum: UInt16, minimum: UInt16) {
        self.maximum = maximum
        self.minimum = minimum
    }

    /// Splits the 24 bits as sent: the lower twelve are the maximum's angle, the upper twelve the minimum's.
    init(packed: UInt32) {
        self.init(maximum: UInt16(packed & 0xFFF), minimum: UInt16(packed >> 12 & 0xFFF))
    }
}
