/// What happened, on a marker event that HealthKit has no type for: `sensor_lost`, `sensor_back`, `clock_step`, `recovered`.
package let HKMetadataKeyPulsewattEvent = "PulsewattEvent"

/// The address of the sensor that an event is about.
package let HKMetadataKeyPulsewattSensor = "PulsewattSensor"

/// Whether a simulator took the place of a workout's sensors; a Boolean.
package let HKMetadataKeyPulsewattSimulated = "PulsewattSimulated"

/// The format of the file that a workout was imported from, and who wrote it, such as `TCX, Garmin Edge 530`; a string.
package let HKMetadataKeyPulsewattImportSource = "PulsewattImportSource"

/// The functional threshold power that a workout's load was worked out by; a quantity in watts.
package let HKMetadataKeyPulsewattFunctionalThresholdPower = "PulsewattFunctionalThresholdPower"

/// The CRC-32 of the JSON file that a workout was rebuilt of and beyond which it knows nothing; a number.
package let HKMetadataKeyPulsewattFileChecksum = "PulsewattFileChecksum"
