/// What happened, on a marker event that HealthKit has no type for: `sensor_lost`, `sensor_back`, `clock_step`, `recovered`.
package let HKMetadataKeyPulsewattEvent = "PulsewattEvent"

/// The address of the sensor that an event is about.
package let HKMetadataKeyPulsewattSensor = "PulsewattSensor"
