/// The messages and fields of Garmin's FIT profile 21.218 that a workout uses, by the profile's own names.
enum FITProfile {
    /// The timestamp that most messages have, in seconds of `FITTime`.
    static let timestamp = FITField(253, .uint32)
    /// The index of a message among those of its kind.
    static let messageIndex = FITField(254, .uint16)

    /// The messages that a workout is read from; all others are passed over.
    static let workoutMessages: Set<UInt16> = Set([
        FileID.message, DeviceInfo.message, UserProfile.message, ZonesTarget.message, Sport.message,
        Event.message, Record.message, HRV.message, lap.message, session.message, Activity.message,
    ]).union(Pulsewatt.Workout.message...Pulsewatt.Event.message)

    /// What the file is.
    enum FileID {
        static let message: UInt16 = 0
        static let type = FITField(0, .enumeration)
        static let manufacturer = FITField(1, .uint16)
        static let product = FITField(2, .uint16)
        static let serialNumber = FITField(3, .uint32z)
        static let timeCreated = FITField(4, .uint32)
        static let productName = FITField(8, .string)

        static let activity = 4
    }

    /// The program that wrote the file.
    enum FileCreator {
        static let message: UInt16 = 49
        static let softwareVersion = FITField(0, .uint16)
    }

    /// The device that wrote the file, and each sensor.
    enum DeviceInfo {
        static let message: UInt16 = 23
        static let deviceIndex = FITField(0, .uint8)
        static let deviceType = FITField(1, .uint8)
        static let manufacturer = FITField(2, .uint16)
        static let serialNumber = FITField(3, .uint32z)
        static let product = FITField(4, .uint16)
        static let softwareVersion = FITField(5, .uint16, scale: 100)
        static let sensorPosition = FITField(18, .enumeration)
        static let sourceType = FITField(25, .enumeration)
        static let productName = FITField(27, .string)
        static let batteryLevel = FITField(32, .uint8)

        static let bluetoothLowEnergy = 3
        static let local = 5
    }

    /// The person.
    enum UserProfile {
        static let message: UInt16 = 3
        static let friendlyName = FITField(0, .string)
        static let gender = FITField(1, .enumeration)
        static let age = FITField(2, .uint8)
        static let height = FITField(3, .uint8, scale: 100)
        static let weight = FITField(4, .uint16, scale: 10)
        static let restingHeartRate = FITField(8, .uint8)
        static let defaultMaxHeartRate = FITField(11, .uint8)
    }

    /// What is done.
    enum Sport {
        static let message: UInt16 = 12
        static let sport = FITField(0, .enumeration)
        static let subSport = FITField(1, .enumeration)
    }

    /// Something that happens.
    enum Event {
        static let message: UInt16 = 21
        static let event = FITField(0, .enumeration)
        static let eventType = FITField(1, .enumeration)
        static let data = FITField(3, .uint32)
        static let eventGroup = FITField(4, .uint8)

        static let timer = 0
        static let session = 8
        static let lap = 9
        static let activity = 26
        static let start = 0
        static let stop = 1
        static let stopAll = 4
        /// Event types that stop the timer: stop, stop_all, stop_disable, stop_disable_all.
        static let stops: Set<Int64> = [1, 4, 8, 9]
        /// Timer triggers.
        static let manual = 0
        static let automatic = 1
    }

    /// One second of the workout.
    enum Record {
        static let message: UInt16 = 20
        static let heartRate = FITField(3, .uint8)
        static let cadence = FITField(4, .uint8)
        static let distance = FITField(5, .uint32, scale: 100)
        static let speed = FITField(6, .uint16, scale: 1000)
        static let power = FITField(7, .uint16)
        static let accumulatedPower = FITField(29, .uint32)
        static let leftRightBalance = FITField(30, .uint8)
        static let fractionalCadence = FITField(53, .uint8, scale: 128)
        static let enhancedSpeed = FITField(73, .uint32, scale: 1000)
    }

    /// Intervals between heartbeats; where in the workout they are says their place in the file.
    enum HRV {
        static let message: UInt16 = 78
        static let time = FITField(0, .uint16, scale: 1000)
        /// How many intervals a message has, the last ones invalid where there are fewer.
        static let slotCount = 5
    }

    /// The end of the file: all sessions together.
    enum Activity {
        static let message: UInt16 = 34
        static let totalTimerTime = FITField(0, .uint32, scale: 1000)
        static let numSessions = FITField(1, .uint16)
        static let type = FITField(2, .enumeration)
        static let event = FITField(3, .enumeration)
        static let eventType = FITField(4, .enumeration)
        static let localTimestamp = FITField(5, .uint32)

        static let manual = 0
        static let autoMultiSport = 1
    }

    /// How a developer field is to be read.
    enum FieldDescription {
        static let message: UInt16 = 206
        static let developerDataIndex = FITField(0, .uint8)
        static let fieldDefinitionNumber = FITField(1, .uint8)
        static let baseType = FITField(2, .uint8)
        static let scale = FITField(6, .uint8)
        static let offset = FITField(7, .sint8)
        static let nativeMessage = FITField(14, .uint16)
        static let nativeField = FITField(15, .uint8)
    }
}
