/// One notification of the Cycling Power Measurement characteristic, 0x2A63.
///
/// Layout: flags of two bytes, instantaneous power, then the fields whose flags are set, in the order of this type
/// (GATT characteristic definition `org.bluetooth.characteristic.cycling_power_measurement`).
public struct CyclingPowerMeasurement: CharacteristicValue, Hashable {
    /// Cycling Power Measurement.
    public static var characteristic: BluetoothUUID { .cyclingPowerMeasurement }

    /// The flags as sent, reserved bits included.
    public let flags: Flags

    /// The power in watts: of the rider, or of one side where each pedal is a sensor of its own; may be negative.
    public let instantaneousPower: Int

    /// The share of one pedal in the power.
    public let pedalPowerBalance: PedalPowerBalance?

    /// The sum of the torque of every revolution.
    public let accumulatedTorque: AccumulatedTorque?

    /// The wheel's revolutions; its event time counts 1/2048 s.
    public let wheelRevolutions: RevolutionReading?

    /// The crank's revolutions; its event time counts 1/1024 s.
    public let crankRevolutions: RevolutionReading?

    /// The largest and smallest force of the last revolution.
    public let extremeForces: ExtremeForces?

    /// The largest and smallest torque of the last revolution.
    public let extremeTorques: ExtremeTorques?

    /// The crank angles of the largest and smallest magnitude.
    public let extremeAngles: ExtremeAngles?

    /// The crank angle in degrees where the force turns positive at the top.
    public let topDeadSpotAngle: Int?

    /// The crank angle in degrees where the force turns negative at the bottom.
    public let bottomDeadSpotAngle: Int?

    /// The energy since it was last reset, in kilojoules; does not roll over.
    public let accumulatedEnergy: Int?

    /// Whether a field that the flags promise is missing or cut short; no field after it is read.
    public let isTruncated: Bool

    /// The number of bytes that no field claims.
    public let surplusByteCount: Int

    /// Whether the sensor asks for an offset compensation.
    public var hasOffsetCompensationIndicator: Bool {
        flags.contains(.offsetCompensationIndicator)
    }

    /// Reads one notification.
    ///
    /// A sensor whose packet does not fit the MTU leaves fields out without clearing their flags; the fields up to
    /// there are read, and `isTruncated` says so.
    ///
    /// - Throws: `PacketError` when there are less than the four bytes of flags and power.
    public init(_ packet: Span<UInt8>) throws(PacketError) {
        var cursor = PacketCursor(byteCount: packet.count)
        guard cursor.claim(4) != nil else {
            throw PacketError(
                characteristic: Self.characteristic, byteCount: packet.count, requiredByteCount: 4)
        }
        let flags = Flags(rawValue: packet.uint16(at: 0))
        self.flags = flags
        instantaneousPower = Int(packet.int16(at: 2))

        pedalPowerBalance = cursor.claim(1, if: flags, .pedalPowerBalance).map { offset in
            PedalPowerBalance(
                rawValue: packet[offset], reference: flags.contains(.balanceReferenceLeft) ? .left : .unknown)
        }
        accumulatedTorque = cursor.claim(2, if: flags, .accumulatedTorque).map { offset in
            AccumulatedTorque(
                rawValue: packet.uint16(at: offset),
                source: flags.contains(.torqueSourceCrank) ? .crank : .wheel)
        }
        wheelRevolutions = cursor.claim(6, if: flags, .wheelRevolutions).map { offset in
            RevolutionReading(
                counter: .powerMeterWheel, cumulativeRevolutions: packet.uint32(at: offset),
                lastEventTime: packet.uint16(at: offset + 4))
        }
        crankRevolutions = cursor.claim(4, if: flags, .crankRevolutions).map { offset in
            RevolutionReading(
                counter: .crank, cumulativeRevolutions: UInt32(packet.uint16(at: offset)),
                lastEventTime: packet.uint16(at: offset + 2))
        }
        extremeForces = cursor.claim(4, if: flags, .extremeForces).map { offset in
            ExtremeForces(maximum: packet.int16(at: offset), minimum: packet.int16(at: offset + 2))
        }
        extremeTorques = cursor.claim(4, if: flags, .extremeTorques).map { offset in
            ExtremeTorques(rawMaximum: packet.int16(at: offset), rawMinimum: packet.int16(at: offset + 2))
        }
        extremeAngles = cursor.claim(3, if: flags, .extremeAngles).map { offset in
            ExtremeAngles(packed: UInt32(packet.uint16(at: offset)) | UInt32(packet[offset + 2]) << 16)
        }
        topDeadSpotAngle = cursor.claim(2, if: flags, .topDeadSpotAngle).map { Int(packet.uint16(at: $0)) }
        bottomDeadSpotAngle = cursor.claim(2, if: flags, .bottomDeadSpotAngle).map {
            Int(packet.uint16(at: $0))
        }
        accumulatedEnergy = cursor.claim(2, if: flags, .accumulatedEnergy).map { Int(packet.uint16(at: $0)) }
        isTruncated = cursor.isTruncated
        surplusByteCount = cursor.remaining
    }
}

extension PacketCursor {
    /// Claims an optional field where its flag is set.
    fileprivate mutating func claim(
        _ size: Int, if flags: CyclingPowerMeasurement.Flags, _ flag: CyclingPowerMeasurement.Flags
    ) -> Int? {
        flags.contains(flag) ? claim(size) : nil
    }
}
