extension FITProfile {
    /// The fields that a lap and a session both have, under different numbers.
    struct Summary {
        let message: UInt16
        let event: Int
        let totalElapsedTime = FITField(7, .uint32, scale: 1000)
        let totalTimerTime = FITField(8, .uint32, scale: 1000)
        let totalDistance = FITField(9, .uint32, scale: 100)
        let startTime = FITField(2, .uint32)
        let eventField = FITField(0, .enumeration)
        let eventType = FITField(1, .enumeration)
        let sport: FITField
        let subSport: FITField
        let avgSpeed: FITField
        let maxSpeed: FITField
        let avgHeartRate: FITField
        let maxHeartRate: FITField
        let minHeartRate: FITField
        let avgCadence: FITField
        let maxCadence: FITField
        let avgFractionalCadence: FITField
        let maxFractionalCadence: FITField
        let avgPower: FITField
        let maxPower: FITField
        let normalizedPower: FITField
        let leftRightBalance: FITField
        let totalWork: FITField
        let timeInHeartRateZone: FITField
        let timeInPowerZone: FITField
    }

    /// A session: all that is done in one sport.
    static let session = Summary(
        message: 18, event: Event.session, sport: FITField(5, .enumeration),
        subSport: FITField(6, .enumeration), avgSpeed: FITField(14, .uint16, scale: 1000),
        maxSpeed: FITField(15, .uint16, scale: 1000), avgHeartRate: FITField(16, .uint8),
        maxHeartRate: FITField(17, .uint8), minHeartRate: FITField(64, .uint8),
        avgCadence: FITField(18, .uint8), maxCadence: FITField(19, .uint8),
        avgFractionalCadence: FITField(92, .uint8, scale: 128),
        maxFractionalCadence: FITField(93, .uint8, scale: 128), avgPower: FITField(20, .uint16),
        maxPower: FITField(21, .uint16), normalizedPower: FITField(34, .uint16),
        leftRightBalance: FITField(37, .uint16), totalWork: FITField(48, .uint32),
        timeInHeartRateZone: FITField(65, .uint32, scale: 1000),
        timeInPowerZone: FITField(68, .uint32, scale: 1000))

    /// A lap of a session.
    static let lap = Summary(
        message: 19, event: Event.lap, sport: FITField(25, .enumeration),
        subSport: FITField(39, .enumeration), avgSpeed: FITField(13, .uint16, scale: 1000),
        maxSpeed: FITField(14, .uint16, scale: 1000), avgHeartRate: FITField(15, .uint8),
        maxHeartRate: FITField(16, .uint8), minHeartRate: FITField(63, .uint8),
        avgCadence: FITField(17, .uint8), maxCadence: FITField(18, .uint8),
        avgFractionalCadence: FITField(80, .uint8, scale: 128),
        maxFractionalCadence: FITField(81, .uint8, scale: 128), avgPower: FITField(19, .uint16),
        maxPower: FITField(20, .uint16), normalizedPower: FITField(33, .uint16),
        leftRightBalance: FITField(34, .uint16), totalWork: FITField(41, .uint32),
        timeInHeartRateZone: FITField(57, .uint32, scale: 1000),
        timeInPowerZone: FITField(60, .uint32, scale: 1000))

    /// What only a session has.
    enum Session {
        static let firstLapIndex = FITField(25, .uint16)
        static let numLaps = FITField(26, .uint16)
        static let trigger = FITField(28, .enumeration)
        static let trainingStressScore = FITField(35, .uint16, scale: 10)
        static let intensityFactor = FITField(36, .uint16, scale: 1000)
        static let thresholdPower = FITField(45, .uint16)
        static let standardDeviation = FITField(197, .uint8)
        static let rootMeanSquareDifference = FITField(198, .uint8)

        static let activityEnd = 0
    }

    /// What only a lap has.
    enum Lap {
        static let intensity = FITField(23, .enumeration)
        static let trigger = FITField(24, .enumeration)

        static let active = 0
        static let manual = 0
        static let sessionEnd = 7
    }

    /// The zones of a session or a lap with the time in each.
    enum TimeInZone {
        static let message: UInt16 = 216
        static let referenceMessage = FITField(0, .uint16)
        static let referenceIndex = FITField(1, .uint16)
        static let timeInHeartRateZone = FITField(2, .uint32, scale: 1000)
        static let timeInPowerZone = FITField(5, .uint32, scale: 1000)
        static let heartRateZoneHighBoundary = FITField(6, .uint8)
        static let powerZoneHighBoundary = FITField(9, .uint16)
        static let heartRateCalculation = FITField(10, .enumeration)
        static let maxHeartRate = FITField(11, .uint8)
        static let restingHeartRate = FITField(12, .uint8)
        static let powerCalculation = FITField(14, .enumeration)
        static let functionalThresholdPower = FITField(15, .uint16)
    }

    /// What the person's zones are made of.
    enum ZonesTarget {
        static let message: UInt16 = 7
        static let maxHeartRate = FITField(1, .uint8)
        static let functionalThresholdPower = FITField(3, .uint16)
        static let heartRateCalculation = FITField(5, .enumeration)
        static let powerCalculation = FITField(7, .enumeration)

        static let custom = 0
        static let percentOfHeartRateReserve = 2
        static let percentOfThresholdPower = 1
    }

    /// One heart-rate zone.
    enum HeartRateZone {
        static let message: UInt16 = 8
        static let highBPM = FITField(1, .uint8)
        static let name = FITField(2, .string)
    }

    /// One power zone.
    enum PowerZone {
        static let message: UInt16 = 9
        static let highValue = FITField(1, .uint16)
        static let name = FITField(2, .string)
    }
}
