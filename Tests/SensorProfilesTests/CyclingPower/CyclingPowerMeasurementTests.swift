import SensorProfiles
import Testing

@Suite struct CyclingPowerMeasurementTests {
    /// The 34 bytes of the reference: every field, worked out by hand there.
    static let everyField = bytes(
        """
        FF1F FA00 68 4006 E8030000 0010 F401 0008 2C01 ECFF 4006 E0FF 5AE010 0500 B600 7800
        """)

    @Test("The packet with every field reads in the order of its flags")
    func everyField() throws {
        let packet = Self.everyField
        #expect(packet.count == 34)
        let measurement = try CyclingPowerMeasurement(packet)
        #expect(measurement.instantaneousPower == 250)
        #expect(measurement.pedalPowerBalance == PedalPowerBalance(rawValue: 104, reference: .left))
        #expect(measurement.pedalPowerBalance?.percent == 52)
        #expect(measurement.pedalPowerBalance?.leftShare == 0.52)
        #expect(measurement.accumulatedTorque == AccumulatedTorque(rawValue: 1600, source: .crank))
        #expect(measurement.accumulatedTorque?.newtonMeters == 50)
        #expect(measurement.wheelRevolutions?.cumulativeRevolutions == 1000)
        #expect(measurement.wheelRevolutions?.lastEventSeconds == 2)
        #expect(measurement.crankRevolutions?.cumulativeRevolutions == 500)
        #expect(measurement.crankRevolutions?.lastEventSeconds == 2)
        #expect(measurement.extremeForces == ExtremeForces(maximum: 300, minimum: -20))
        #expect(measurement.extremeTorques == ExtremeTorques(rawMaximum: 1600, rawMinimum: -32))
        #expect(measurement.extremeTorques?.maximumNewtonMeters == 50)
        #expect(measurement.extremeTorques?.minimumNewtonMeters == -1)
        #expect(measurement.extremeAngles == ExtremeAngles(maximum: 90, minimum: 270))
        #expect(measurement.topDeadSpotAngle == 5)
        #expect(measurement.bottomDeadSpotAngle == 182)
        #expect(measurement.accumulatedEnergy == 120)
        #expect(measurement.hasOffsetCompensationIndicator)
        #expect(!measurement.isTruncated)
        #expect(measurement.surplusByteCount == 0)
    }

    @Test("The packet with every field, cut at any byte, keeps the fields before the cut and only those")
    func everyCut() throws {
        // The end of each field of the packet in bytes, in order.
        let ends = [5, 7, 13, 17, 21, 25, 28, 30, 32, 34]
        for length in 0...34 {
            let packet = Array(Self.everyField.prefix(length))
            guard length >= 4 else {
                #expect(
                    throws: PacketError(
                        characteristic: .cyclingPowerMeasurement, byteCount: length, requiredByteCount: 4)
                ) {
                    try CyclingPowerMeasurement(packet)
                }
                continue
            }
            let measurement = try CyclingPowerMeasurement(packet)
            #expect(measurement.presentFields == ends.map { $0 <= length }, "length \(length)")
            #expect(measurement.isTruncated == (length < 34), "length \(length)")
            let claimed = ends.last { $0 <= length } ?? 4
            #expect(measurement.surplusByteCount == length - claimed, "length \(length)")
            #expect(measurement.instantaneousPower == 250)
        }
    }

    @Test("Each flag bit alone brings its own field and no other", arguments: 0..<16)
    func singleFlags(bit: Int) throws {
        // Field of each bit by its place in `presentFields`, and its size; the other bits carry no field.
        let fields: [Int: (place: Int, size: Int)] = [
            0: (0, 1), 2: (1, 2), 4: (2, 6), 5: (3, 4), 6: (4, 4), 7: (5, 4), 8: (6, 3), 9: (7, 2),
            10: (8, 2),
            11: (9, 2),
        ]
        let flags = UInt16(1) << UInt16(bit)
        let packet =
            [UInt8(flags & 0xFF), UInt8(flags >> 8), 0x64, 0x00] + [1, 2, 3, 4, 5, 6] as [UInt8]
        let measurement = try CyclingPowerMeasurement(packet)
        let field = fields[bit]
        #expect(measurement.presentFields == (0..<10).map { $0 == field?.place })
        #expect(measurement.surplusByteCount == 6 - (field?.size ?? 0))
        #expect(measurement.hasOffsetCompensationIndicator == (bit == 12))
        #expect(measurement.instantaneousPower == 100)
        #expect(!measurement.isTruncated)
        #expect(measurement.flags.rawValue == flags)
    }

    @Test("A field alone has its own unit and byte order")
    func singleValues() throws {
        #expect(
            try CyclingPowerMeasurement(bytes("1000 0000 01020304 0506")).wheelRevolutions
                == RevolutionReading(
                    counter: .powerMeterWheel, cumulativeRevolutions: 0x0403_0201, lastEventTime: 0x0605))
        #expect(
            try CyclingPowerMeasurement(bytes("2000 0000 0102 0304")).crankRevolutions
                == RevolutionReading(counter: .crank, cumulativeRevolutions: 0x0201, lastEventTime: 0x0403))
        #expect(
            try CyclingPowerMeasurement(bytes("0001 0000 BC3A12")).extremeAngles
                == ExtremeAngles(maximum: 0xABC, minimum: 0x123))
        #expect(
            try CyclingPowerMeasurement(bytes("0400 0000 9F00")).accumulatedTorque
                == AccumulatedTorque(rawValue: 159, source: .wheel))
        #expect(
            try CyclingPowerMeasurement(bytes("0100 0000 68")).pedalPowerBalance
                == PedalPowerBalance(rawValue: 104, reference: .unknown))
        #expect(try CyclingPowerMeasurement(bytes("0008 0000 FFFF")).accumulatedEnergy == 65535)
    }

    @Test("Packets that sensors sent read as the reference says")
    func realPackets() throws {
        let crank = try CyclingPowerMeasurement(bytes("2C00 0000 9F00 0C00 E542"))
        #expect(crank.instantaneousPower == 0)
        #expect(crank.accumulatedTorque == AccumulatedTorque(rawValue: 159, source: .crank))
        #expect(crank.accumulatedTorque?.newtonMeters == 4.96875)
        #expect(crank.crankRevolutions?.cumulativeRevolutions == 12)
        #expect(crank.crankRevolutions?.lastEventTime == 17125)
        #expect(crank.wheelRevolutions == nil)

        let later = try CyclingPowerMeasurement(bytes("2C00 0000 DF00 2B00 39F6"))
        #expect(later.accumulatedTorque?.newtonMeters == 6.96875)
        #expect(later.crankRevolutions?.cumulativeRevolutions == 43)
        #expect(later.crankRevolutions?.lastEventTime == 63033)

        let trainer = try CyclingPowerMeasurement(bytes("3000 8800 A25E0100 AF1D 4B63 967F"))
        #expect(trainer.instantaneousPower == 136)
        #expect(trainer.wheelRevolutions?.cumulativeRevolutions == 89762)
        #expect(trainer.wheelRevolutions?.lastEventTime == 7599)
        #expect(trainer.crankRevolutions?.cumulativeRevolutions == 25419)
        #expect(trainer.crankRevolutions?.lastEventTime == 32662)

        let pedal = try CyclingPowerMeasurement(bytes("2300 0B00 00 5800 B8E1"))
        #expect(pedal.instantaneousPower == 11)
        #expect(pedal.pedalPowerBalance == PedalPowerBalance(rawValue: 0, reference: .left))
        #expect(pedal.pedalPowerBalance?.percent == 0)
        #expect(pedal.crankRevolutions?.cumulativeRevolutions == 88)
        #expect(pedal.crankRevolutions?.lastEventTime == 57784)

        let uno = try CyclingPowerMeasurement(bytes("2000 2D00 0200 B812"))
        #expect(uno.instantaneousPower == 45)
        #expect(uno.crankRevolutions?.lastEventTime == 4792)
    }

    @Test("Power is signed, and nothing but flags and power is a whole packet")
    func powerAlone() throws {
        let negative = try CyclingPowerMeasurement(bytes("0000 F6FF"))
        #expect(negative.instantaneousPower == -10)
        #expect(negative.presentFields == Array(repeating: false, count: 10))
        #expect(!negative.hasOffsetCompensationIndicator)
        let indicator = try CyclingPowerMeasurement(bytes("0010 3200"))
        #expect(indicator.instantaneousPower == 50)
        #expect(indicator.hasOffsetCompensationIndicator)
        #expect(try CyclingPowerMeasurement(bytes("0000 0080")).instantaneousPower == -32768)
        #expect(try CyclingPowerMeasurement(bytes("0000 FF7F")).instantaneousPower == 32767)
    }

    @Test(
        "A balance above the whole is unknown, and only a left reference gives the left share",
        arguments: [
            (200, .left, 100, 1), (201, .left, nil, nil), (255, .left, nil, nil), (97, .left, 48.5, 0.485),
            (104, .unknown, 52, nil), (0, .left, 0, 0),
        ] as [(UInt8, PedalPowerBalance.Reference, Double?, Double?)])
    func balance(raw: UInt8, reference: PedalPowerBalance.Reference, percent: Double?, leftShare: Double?) {
        let balance = PedalPowerBalance(rawValue: raw, reference: reference)
        #expect(balance.percent == percent)
        #expect(balance.leftShare == leftShare)
    }
}

extension CyclingPowerMeasurement {
    /// Which of the ten optional fields are there, in the order of the packet.
    var presentFields: [Bool] {
        [
            pedalPowerBalance != nil, accumulatedTorque != nil, wheelRevolutions != nil,
            crankRevolutions != nil,
            extremeForces != nil, extremeTorques != nil, extremeAngles != nil, topDeadSpotAngle != nil,
            bottomDeadSpotAngle != nil, accumulatedEnergy != nil,
        ]
    }
}
