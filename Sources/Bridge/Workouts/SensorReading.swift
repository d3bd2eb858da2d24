package import SensorProfiles

/// What one packet says about the body and the bike; nil is what it does not say.
package struct SensorReading: Equatable, Sendable {
    /// Beats a minute; nil also where the sensor has lost contact or sends 0.
    package var heartRate: Double?
    /// Intervals between beats, oldest first.
    package var rrIntervals = RRIntervals()
    /// Whether intervals were dropped, so that those before and after are not neighbours.
    package var hasDroppedIntervals = false
    /// Watts; 0 is zero watts.
    package var power: Double?
    /// Crank revolutions a minute.
    package var cadence: Double?
    /// Metres a second.
    package var speed: Double?
    /// The left pedal's share of the power, 0 to 1.
    package var leftBalance: Double?

    /// Makes a reading that says nothing.
    package init() {}

    /// Whether the sensor measures anything at all now.
    package var hasMeasurement: Bool { heartRate != nil || power != nil || !rrIntervals.isEmpty }
}
