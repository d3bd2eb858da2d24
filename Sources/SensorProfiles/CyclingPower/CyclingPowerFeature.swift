/// What a power meter can measure and do: characteristic 0x2A65.
public struct CyclingPowerFeature: OptionSet, CharacteristicValue, Hashable {
    /// Cycling Power Feature.
    public static var characteristic: BluetoothUUID { .cyclingPowerFeature }

    /// The bits as sent.
    public let rawValue: UInt32

    /// Wraps the bits as sent, reserved ones included.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads the first four bytes of a read response.
    ///
    /// - Throws: `PacketError` when there are less than four bytes.
    public init(_ packet: Span<UInt8>) throws(PacketError) {
        guard packet.count >= 4 else {
            throw PacketError(
                characteristic: Self.characteristic, byteCount: packet.count, requiredByteCount: 4)
        }
        self.init(rawValue: packet.uint32(at: 0))
    }
}

extension CyclingPowerFeature {
    /// Pedal power balance.
    public static let pedalPowerBalance = CyclingPowerFeature(rawValue: 1 << 0)
    /// Accumulated torque.
    public static let accumulatedTorque = CyclingPowerFeature(rawValue: 1 << 1)
    /// Wheel revolution data.
    public static let wheelRevolutions = CyclingPowerFeature(rawValue: 1 << 2)
    /// Crank revolution data.
    public static let crankRevolutions = CyclingPowerFeature(rawValue: 1 << 3)
    /// Extreme magnitudes.
    public static let extremeMagnitudes = CyclingPowerFeature(rawValue: 1 << 4)
    /// Extreme angles.
    public static let extremeAngles = CyclingPowerFeature(rawValue: 1 << 5)
    /// Top and bottom dead spot angles.
    public static let deadSpotAngles = CyclingPowerFeature(rawValue: 1 << 6)
    /// Accumulated energy.
    public static let accumulatedEnergy = CyclingPowerFeature(rawValue: 1 << 7)
    /// The offset compensation indicator.
    public static let offsetCompensationIndicator = CyclingPowerFeature(rawValue: 1 << 8)
    /// Offset compensation.
    public static let offsetCompensation = CyclingPowerFeature(rawValue: 1 << 9)
    /// Masking of the measurement's content.
    public static let contentMasking = CyclingPowerFeature(rawValue: 1 << 10)
    /// More than one sensor location.
    public static let multipleSensorLocations = CyclingPowerFeature(rawValue: 1 << 11)
    /// Adjustment of the crank length.
    public static let crankLengthAdjustment = CyclingPowerFeature(rawValue: 1 << 12)
    /// Adjustment of the chain length.
    public static let chainLengthAdjustment = CyclingPowerFeature(rawValue: 1 << 13)
    /// Adjustment of the chain weight.
    public static let chainWeightAdjustment = CyclingPowerFeature(rawValue: 1 << 14)
    /// Adjustment of the span length.
    public static let spanLengthAdjustment = CyclingPowerFeature(rawValue: 1 << 15)
    /// Measurements are torque based; force based otherwise.
    public static let torqueBased = CyclingPowerFeature(rawValue: 1 << 16)
    /// The direction of an instantaneous measurement.
    public static let instantaneousMeasurementDirection = CyclingPowerFeature(rawValue: 1 << 17)
    /// The date of the factory calibration.
    public static let factoryCalibrationDate = CyclingPowerFeature(rawValue: 1 << 18)
    /// Enhanced offset compensation.
    public static let enhancedOffsetCompensation = CyclingPowerFeature(rawValue: 1 << 19)

    /// Whether a sensor may be one of several whose power is added up.
    public enum DistributedSystemSupport: UInt8, Hashable, Sendable {
        /// The sensor does not say, as sensors older than the field.
        case unspecified = 0
        /// The sensor measures on its own.
        case notForDistributedSystem = 1
        /// The sensor can be one of several.
        case distributedSystem = 2
    }

    /// Whether the sensor may be one of several; nil for the reserved value 3.
    public var distributedSystemSupport: DistributedSystemSupport? {
        DistributedSystemSupport(rawValue: UInt8(truncatingIfNeeded: rawValue >> 20 & 0b11))
    }
}
