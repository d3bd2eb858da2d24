package import HealthModel

/// A workout at a glance while it goes on; nil is what no sensor says now.
package struct LiveReading: Sendable {
    /// Nanoseconds since the start.
    package var elapsed: Int64
    /// Beats a minute.
    package var heartRate: Double?
    /// Watts.
    package var power: Double?
    /// Crank revolutions a minute.
    package var cadence: Double?
    /// The heart-rate zones and the time in each.
    package var heartRateZones: HKWorkoutZoneGroup?
    /// The zone that the heart rate is in, counted from 0.
    package var heartRateZone: Int?

    /// Makes a reading.
    package init(
        elapsed: Int64, heartRate: Double?, power: Double?, cadence: Double?,
        heartRateZones: HKWorkoutZoneGroup?,
        heartRateZone: Int?
    ) {
        self.elapsed = elapsed
        self.heartRate = heartRate
        self.power = power
        self.cadence = cadence
        self.heartRateZones = heartRateZones
        self.heartRateZone = heartRateZone
    }
}
