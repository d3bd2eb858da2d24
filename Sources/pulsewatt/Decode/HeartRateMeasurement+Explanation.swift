import SensorProfiles
import WorkoutFormats

extension HeartRateMeasurement {
    /// The fields under their published keys, in the published order.
    var explanation: [JSONValue.Member] {
        [
            .init("heart_rate_bpm", JSONValue(heartRate)),
            .init("sensor_contact", .string(contactToken)),
            .init("energy_expended_kj", JSONValue(energyExpended)),
            .init("rr_intervals_ms", .array(rrIntervals.map { .number($0.milliseconds) })),
            .init("surplus_bytes", JSONValue(surplusByteCount)),
        ]
    }

    private var contactToken: String {
        switch sensorContact {
        case .unsupported: "unsupported"
        case .notDetected: "not_detected"
        case .detected: "detected"
        }
    }
}
