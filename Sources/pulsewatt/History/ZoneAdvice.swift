import HealthModel

/// A type's zones in one line, or how to come to have some.
struct ZoneAdvice {
    /// The line for a person.
    let line: String

    /// Asks for the zones that a rider prefers now.
    init(_ type: HKQuantityType, of history: RiderHistory) async throws {
        let configuration = try await history.store.preferredWorkoutZoneConfiguration(for: type)
        line = configuration.map { Self.text($0) } ?? Self.missing(type)
    }

    /// What must be known for a type to have zones.
    static func missing(_ type: HKQuantityType) -> String {
        type == HKQuantityType(.heartRate)
            ? "No heart-rate zones yet: say age and resting heart rate, "
                + "pulsewatt rider set --age 40 --resting-heart-rate 52, or set them, pulsewatt zones set heart_rate 120,140,160"
            : "No power zones yet: say the functional threshold power, pulsewatt rider set --ftp 250"
    }

    private static func text(_ configuration: HKWorkoutZoneConfiguration) -> String {
        let unit = configuration.quantityType == HKQuantityType(.heartRate) ? "bpm" : "W"
        let name = configuration.quantityType == HKQuantityType(.heartRate) ? "Heart-rate" : "Power"
        let edges = configuration.boundaries.edges.map(edge).joined(separator: ", ")
        return "\(name) zones (\(configuration.source)): \(edges) \(unit)"
    }

    /// A boundary with at most one decimal.
    static func edge(_ value: Double) -> String {
        let text = ((10 * value).rounded() / 10).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
