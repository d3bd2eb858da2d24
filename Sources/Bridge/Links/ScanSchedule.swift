/// When to scan for sensors that are wanted and missing.
///
/// Scanning for ever wears controllers out and delays live links, so it is on for 15 s of every 30 s during the
/// first five minutes and for 10 s of every minute after that.
package struct ScanSchedule: Equatable, Sendable {
    private static let eagerPeriod: Int64 = 300_000_000_000
    private static let eager = (on: Int64(15_000_000_000), cycle: Int64(30_000_000_000))
    private static let patient = (on: Int64(10_000_000_000), cycle: Int64(60_000_000_000))

    private var missingSince: Int64?

    /// Makes a schedule with nothing missing.
    package init() {}

    /// Says at a moment (nanoseconds) whether a wanted sensor is missing; a new absence starts eagerly.
    package mutating func update(isSensorMissing: Bool, at now: Int64) {
        if !isSensorMissing {
            missingSince = nil
        } else if missingSince == nil {
            missingSince = now
        }
    }

    /// Starts the eager phase anew, as for a sensor that has just been lost or asked for.
    package mutating func restart(at now: Int64) {
        if missingSince != nil { missingSince = now }
    }

    /// Whether to scan at a moment, and the next moment at which the answer may change (nil: not by time).
    package func state(at now: Int64) -> (isOn: Bool, until: Int64?) {
        guard let missingSince else { return (false, nil) }
        let elapsed = max(0, now - missingSince)
        let isEager = elapsed < Self.eagerPeriod
        let phase = isEager ? Self.eager : Self.patient
        let origin = isEager ? missingSince : missingSince + Self.eagerPeriod
        let position = (now - origin) % phase.cycle
        let isOn = position < phase.on
        return (isOn, now - position + (isOn ? phase.on : phase.cycle))
    }
}
