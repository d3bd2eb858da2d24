import SensorProfiles
import WorkoutFormats

extension CyclingPowerMeasurement {
    /// The fields under their published keys, in the published order.
    var explanation: [JSONValue.Member] {
        [
            .init("power_w", JSONValue(instantaneousPower)),
            .init("pedal_power_balance_percent", JSONValue(pedalPowerBalance?.percent)),
            .init("pedal_power_balance_reference", JSONValue(pedalPowerBalance.map(Self.referenceToken))),
            .init("accumulated_torque_nm", JSONValue(accumulatedTorque?.newtonMeters)),
            .init("accumulated_torque_source", JSONValue(accumulatedTorque.map(Self.sourceToken))),
            .init("cumulative_wheel_revolutions", JSONValue(wheelRevolutions?.cumulativeRevolutions)),
            .init("last_wheel_event_s", JSONValue(wheelRevolutions?.lastEventSeconds)),
            .init("cumulative_crank_revolutions", JSONValue(crankRevolutions?.cumulativeRevolutions)),
            .init("last_crank_event_s", JSONValue(crankRevolutions?.lastEventSeconds)),
            .init("maximum_force_n", JSONValue(extremeForces?.maximum)),
            .init("minimum_force_n", JSONValue(extremeForces?.minimum)),
            .init("maximum_torque_nm", JSONValue(extremeTorques?.maximumNewtonMeters)),
            .init("minimum_torque_nm", JSONValue(extremeTorques?.minimumNewtonMeters)),
            .init("maximum_angle_degrees", JSONValue(extremeAngles?.maximum)),
            .init("minimum_angle_degrees", JSONValue(extremeAngles?.minimum)),
            .init("top_dead_spot_angle_degrees", JSONValue(topDeadSpotAngle)),
            .init("bottom_dead_spot_angle_degrees", JSONValue(bottomDeadSpotAngle)),
            .init("accumulated_energy_kj", JSONValue(accumulatedEnergy)),
            .init("offset_compensation_indicator", .bool(hasOffsetCompensationIndicator)),
            .init("truncated", .bool(isTruncated)),
            .init("surplus_bytes", JSONValue(surplusByteCount)),
        ]
    }

    private static func referenceToken(_ balance: PedalPowerBalance) -> String {
        switch balance.reference {
        case .left: "left"
        case .unknown: "unknown"
        }
    }

    private static func sourceToken(_ torque: AccumulatedTorque) -> String {
        switch torque.source {
        case .wheel: "wheel"
        case .crank: "crank"
        }
    }
}
