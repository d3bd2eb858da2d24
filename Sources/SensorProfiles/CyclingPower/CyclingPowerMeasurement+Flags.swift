extension CyclingPowerMeasurement {
    /// The first two bytes: which fields follow, and how two of them are meant.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits as sent.
        public let rawValue: UInt16

        /// Wraps the bits as sent; bits 13 to 15 are reserved.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// Pedal power balance follows, one byte.
        public static let pedalPowerBalance = Flags(rawValue: 1 << 0)
        /// The balance is the left pedal's share.
        public static let balanceReferenceLeft = Flags(rawValue: 1 << 1)
        /// Accumulated torque follows, two bytes.
        public static let accumulatedTorque = Flags(rawValue: 1 << 2)
        /// The torque is measured at the crank; at the wheel otherwise.
        public static let torqueSourceCrank = Flags(rawValue: 1 << 3)
        /// Wheel revolution data follow, six bytes.
        public static let wheelRevolutions = Flags(rawValue: 1 << 4)
        /// Crank revolution data follow, four bytes.
        public static let crankRevolutions = Flags(rawValue: 1 << 5)
        /// Extreme force magnitudes follow, four bytes.
        public static let extremeForces = Flags(rawValue: 1 << 6)
        /// Extreme torque magnitudes follow, four bytes.
        public static let extremeTorques = Flags(rawValue: 1 << 7)
        /// Extreme angles follow, three bytes.
        public static let extremeAngles = Flags(rawValue: 1 << 8)
        /// The top dead spot angle follows, two bytes.
        public static let topDeadSpotAngle = Flags(rawValue: 1 << 9)
        /// The bottom dead spot angle follows, two bytes.
        public static let bottomDeadSpotAngle = Flags(rawValue: 1 << 10)
        /// Accumulated energy follows, two bytes.
        public static let accumulatedEnergy = Flags(rawValue: 1 << 11)
        /// The sensor asks for an offset compensation.
        public static let offsetCompensationIndicator = Flags(rawValue: 1 << 12)
    }
}
