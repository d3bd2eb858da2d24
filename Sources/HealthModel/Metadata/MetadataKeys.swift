// Names of what metadata may say of an object. The strings are the names without the word for "metadata key".

/// Whether the workout took place indoors; a Boolean.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"

/// The identity that another program gave the object; a string.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"

/// What stays the same over the versions of one object; a string, given together with a sync version.
public let HKMetadataKeySyncIdentifier = "HKSyncIdentifier"

/// The version of an object that has a sync identifier; a number, of which a higher one replaces a lower one.
public let HKMetadataKeySyncVersion = "HKSyncVersion"

/// The name of the time zone in which the object was made; a string.
public let HKMetadataKeyTimeZone = "HKTimeZone"

/// The brand of the workout, such as that of a class; a string.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"

/// Whether a person typed the value in; a Boolean.
public let HKMetadataKeyWasUserEntered = "HKWasUserEntered"

/// The average speed of a workout; a quantity in m/s.
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"

/// The maximum speed of a workout; a quantity in m/s.
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"

/// How far a workout went up; a quantity in metres.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"

/// How far a workout went down; a quantity in metres.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"

/// The distance that an indoor bike shows; a quantity in metres.
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"

/// The distance that a cross trainer shows; a quantity in metres.
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"

/// The time that a fitness machine shows; a quantity in seconds.
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"

/// How functional threshold power was tested; a number, see ``HKCyclingFunctionalThresholdPowerTestType``.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType = "HKCyclingFunctionalThresholdPowerTestType"

/// Where the heart-rate sensor sits; a number, see ``HKHeartRateSensorLocation``.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"

/// Whether the person moved while the heart rate was taken; a number, see ``HKHeartRateMotionContext``.
public let HKMetadataKeyHeartRateMotionContext = "HKHeartRateMotionContext"

/// The version of the algorithm that made the value; a number.
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"

/// The average intensity of a workout; a quantity in kcal/(kg*hr).
public let HKMetadataKeyAverageMETs = "HKAverageMETs"

/// How physical effort was estimated; a number.
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"

/// How VO2 max was tested; a number.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"

/// What the person did when the value was taken; a number, see ``HKWorkoutActivityType``.
public let HKMetadataKeyActivityType = "HKActivityType"

/// The heart rate beyond which an event was reported; a quantity in a unit of frequency.
public let HKMetadataKeyHeartRateEventThreshold = "HKHeartRateEventThreshold"

/// Whether the sample begins a menstrual cycle; a Boolean.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"

/// The temperature outside; a quantity in a unit of temperature.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"

/// The humidity outside; a quantity in percent.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"

/// What the weather was like outside; a number.
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"

/// The length of a lap; a quantity in metres.
public let HKMetadataKeyLapLength = "HKLapLength"

/// Where the person swam; a number, see ``HKWorkoutSwimmingLocationType``.
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"

/// The predominant stroke of a lap or a swim; a number.
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"

/// The strokes and the seconds of a length swum, added up; a number.
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"

/// Whether the person worked out in a group; a Boolean.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"

/// Whether the person was coached; a Boolean.
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"

/// The air pressure; a quantity in a unit of pressure.
public let HKMetadataKeyBarometricPressure = "HKBarometricPressure"

/// The name of the device that measured; a string.
public let HKMetadataKeyDeviceName = "HKDeviceName"

/// Who made the device that measured; a string.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"

/// The serial number of the device that measured; a string.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
