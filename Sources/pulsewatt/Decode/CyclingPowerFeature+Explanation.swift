import SensorProfiles
import WorkoutFormats

extension CyclingPowerFeature {
    /// Each feature as a truth value, then what the sensor measures by and whether it can be one of several.
    var explanation: [JSONValue.Member] {
        Self.keys.map { key, feature in .init(key, .bool(contains(feature))) } + [
            .init("measurement_context", .string(contains(.torqueBased) ? "torque" : "force")),
            .init("distributed_system_support", JSONValue(distributedSystemSupport.map(Self.supportToken))),
            .init("raw_value", JSONValue(rawValue)),
        ]
    }

    private static let keys: [(String, CyclingPowerFeature)] = [
        ("pedal_power_balance", .pedalPowerBalance),
        ("accumulated_torque", .accumulatedTorque),
        ("wheel_revolutions", .wheelRevolutions),
        ("crank_revolutions", .crankRevolutions),
        ("extreme_magnitudes", .extremeMagnitudes),
        ("extreme_angles", .extremeAngles),
        ("dead_spot_angles", .deadSpotAngles),
        ("accumulated_energy", .accumulatedEnergy),
        ("offset_compensation_indicator", .offsetCompensationIndicator),
        ("offset_compensation", .offsetCompensation),
        ("content_masking", .contentMasking),
        ("multiple_sensor_locations", .multipleSensorLocations),
        ("crank_length_adjustment", .crankLengthAdjustment),
        ("chain_length_adjustment", .chainLengthAdjustment),
        ("chain_weight_adjustment", .chainWeightAdjustment),
        ("span_length_adjustment", .spanLengthAdjustment),
        ("instantaneous_measurement_direction", .instantaneousMeasurementDirection),
        ("factory_calibration_date", .factoryCalibrationDate),
        ("enhanced_offset_compensation", .enhancedOffsetCompensation),
    ]

    private static func supportToken(_ support: DistributedSystemSupport) -> String {
        switch support {
        case .unspecified: "unspecified"
        case .notForDistributedSystem: "not_for_distributed_system"
        case .distributedSystem: "distributed_system"
        }
    }
}
