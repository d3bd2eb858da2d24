import SensorProfiles
import Testing

@Suite struct CyclingPowerFeatureTests {
    @Test("Each feature has its bit", arguments: 0..<20)
    func bits(bit: Int) throws {
        let inOrder: [CyclingPowerFeature] = [
            .pedalPowerBalance, .accumulatedTorque, .wheelRevolutions, .crankRevolutions, .extremeMagnitudes,
            .extremeAngles, .deadSpotAngles, .accumulatedEnergy, .offsetCompensationIndicator,
            .offsetCompensation, .contentMasking, .multipleSensorLocations, .crankLengthAdjustment,
            .chainLengthAdjustment, .chainWeightAdjustment, .spanLengthAdjustment, .torqueBased,
            .instantaneousMeasurementDirection, .factoryCalibrationDate, .enhancedOffsetCompensation,
        ]
        let bits = UInt32(1) << UInt32(bit)
        let packet = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        #expect(try CyclingPowerFeature(packet) == inOrder[bit])
    }

    @Test(
        "Two bits tell whether the sensor can be one of several",
        arguments: [
            ("00 00 00 00", .unspecified), ("00 00 10 00", .notForDistributedSystem),
            ("00 00 20 00", .distributedSystem), ("00 00 30 00", nil), ("FF FF EF FF", .distributedSystem),
        ] as [(String, CyclingPowerFeature.DistributedSystemSupport?)])
    func distributed(hex: String, support: CyclingPowerFeature.DistributedSystemSupport?) throws {
        #expect(try CyclingPowerFeature(bytes(hex)).distributedSystemSupport == support)
    }

    @Test("Less than four bytes are refused", arguments: 0..<4)
    func tooShort(length: Int) {
        #expect(
            throws: PacketError(characteristic: .cyclingPowerFeature, byteCount: length, requiredByteCount: 4)
        ) {
            try CyclingPowerFeature(Array(repeating: 0xFF, count: length))
        }
    }
}
