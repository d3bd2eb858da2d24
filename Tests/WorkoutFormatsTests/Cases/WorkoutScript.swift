import Foundation
import HealthModel
import WorkoutFormats

/// What a workout for a test is made of, in seconds from its start.
struct WorkoutScript {
    /// A heartbeat, and whether others may be missing before it.
    struct Beat {
        var seconds: Double
        var isPrecededByGap = false
    }

    static let strap = "C0:FF:EE:00:00:01"
    static let powerMeter = "C0:FF:EE:00:00:02"

    /// The last group of the workout's UUID.
    let identity: Int
    /// Seconds since 1970.
    var start: TimeInterval = 1_782_799_200
    var seconds: Double = 600
    var timeZone = "Europe/Berlin"
    var rider = "Alex"
    var sensorName = "Strap"
    var activityType = HKWorkoutActivityType.cycling
    var samples: [HKQuantityTypeIdentifier: [(seconds: Double, value: Double)]] = [:]
    var beats: [Beat] = []
    var pauses: [Range<Double>] = []
    var laps: [Double] = []
    /// The activities; one of the whole workout where there are none.
    var activities: [(type: HKWorkoutActivityType, interval: Range<Double>)] = []

    init(identity: Int) {
        self.identity = identity
    }

    // MARK: Readings

    /// Adds one reading each so many seconds, a quarter second after the full one, of each type; beats where there is a heart rate.
    ///
    /// The values are waves of different length, so that no two columns are alike and no two seconds are the same for
    /// long. Power has whole watts, heart rate whole beats, cadence halves, speed millimetres a second.
    mutating func addRide(
        _ types: [HKQuantityTypeIdentifier] = [
            .heartRate, .cyclingPower, .cyclingCadence, .cyclingSpeed, .pedalPowerBalance,
        ], every step: Int = 1
    ) {
        for type in types {
            samples[type] = stride(from: 0, to: Int(seconds), by: step).map { second in
                (Double(second) + 0.25, Self.value(of: type, at: Double(second)))
            }
        }
        guard types.contains(.heartRate) else { return }
        var time = 0.4
        while time < seconds {
            beats.append(Beat(seconds: time))
            // 0.4 to 0.5 s in steps of 1/1024 s, as a strap tells them.
            time += (460 + 50 * sin(time / 7)).rounded() / 1024
        }
        if !beats.isEmpty { beats[0].isPrecededByGap = true }
    }

    private static func value(of type: HKQuantityTypeIdentifier, at second: Double) -> Double {
        switch type {
        case .heartRate: (130 + 40 * sin(second / 97)).rounded()
        case .cyclingPower: (210 + 120 * sin(second / 41)).rounded()
        case .cyclingCadence: (2 * (85 + 10 * sin(second / 23))).rounded() / 2
        case .cyclingSpeed: (1000 * (9 + 3 * sin(second / 61))).rounded() / 1000
        default: (200 * (0.49 + 0.02 * sin(second / 31))).rounded() / 200
        }
    }

    mutating func remove(_ type: HKQuantityTypeIdentifier) {
        samples[type] = nil
        if type == .heartRate { beats = [] }
    }

    /// Replaces what one second's reading says.
    mutating func set(_ type: HKQuantityTypeIdentifier, at second: Int, to value: Double) {
        samples[type]?[second].value = value
    }

    /// Marks every beat that comes more than two seconds after the one before it.
    mutating func markGaps() {
        for index in beats.indices.dropFirst()
        where beats[index].seconds - beats[index - 1].seconds > 2 {
            beats[index].isPrecededByGap = true
        }
    }

    // MARK: The workout

    var exported: ExportedWorkout {
        get throws {
            ExportedWorkout(try workout, rider: rider, profile: Self.profile)
        }
    }

    static let profile = PersonalProfile(
        characteristics: PersonalCharacteristics(
            dateOfBirth: DateComponents(timeZone: .gmt, year: 1986, month: 1, day: 1)),
        restingHeartRate: 50, functionalThresholdPower: 250, bodyMass: 70)

    private var workout: HKWorkout {
        get throws {
            let startDate = Date(timeIntervalSince1970: start)
            let endDate = startDate.addingTimeInterval(seconds)
            let series = series
            let zones = [
                HKQuantityType(.heartRate): SystemZones.heartRate(age: 40, restingHeartRate: 50),
                HKQuantityType(.cyclingPower): SystemZones.cyclingPower(functionalThresholdPower: 250),
            ].compactMapValues(\.self)
            let parts = activities.isEmpty ? [(activityType, 0..<seconds)] : activities
            let made = parts.enumerated().map { index, part in
                let interval = Self.nanoseconds(part.1)
                return HKWorkoutActivity(
                    uuid: Self.uuid(identity, part: index + 1),
                    workoutConfiguration: Self.configuration(part.0),
                    start: startDate.addingTimeInterval(part.1.lowerBound),
                    end: startDate.addingTimeInterval(part.1.upperBound), metadata: nil,
                    events: activities.isEmpty ? events : [],
                    measured: MeasuredPart(of: series, within: interval, zoneConfigurations: zones))
            }
            return HKWorkout(
                uuid: Self.uuid(identity, part: 0), configuration: Self.configuration(activityType),
                start: startDate, end: endDate, device: nil,
                metadata: [
                    HKMetadataKeyTimeZone: timeZone, HKMetadataKeyIndoorWorkout: true,
                    HKMetadataKeyPulsewattFunctionalThresholdPower: HKQuantity(
                        unit: .watt(), doubleValue: 250),
                ],
                events: events, activities: made, series: series, zoneConfigurations: zones, sensors: sensors)
        }
    }

    private var series: WorkoutSeries {
        var columns: [HKQuantityType: SampleColumn] = [:]
        for (identifier, readings) in samples {
            columns[HKQuantityType(identifier)] = SampleColumn(
                offsets: readings.map { Self.nanoseconds($0.seconds) }, values: readings.map(\.value),
                durations: readings.map { _ in 0 })
        }
        return WorkoutSeries(
            start: Date(timeIntervalSince1970: start), columns: columns,
            heartbeats: HeartbeatColumn(
                offsets: beats.map { Self.nanoseconds($0.seconds) },
                precededByGap: beats.map(\.isPrecededByGap)),
            pauses: pauses.map(Self.nanoseconds), elapsed: Self.nanoseconds(seconds))
    }

    /// The events in order of time; a pause that lasts to the end is not resumed.
    private var events: [HKWorkoutEvent] {
        var found: [(seconds: Double, type: HKWorkoutEventType)] = laps.map { ($0, .lap) }
        for pause in pauses {
            found.append((pause.lowerBound, .pause))
            if pause.upperBound < seconds { found.append((pause.upperBound, .resume)) }
        }
        return found.sorted { $0.seconds < $1.seconds }.map { moment, type in
            let date = Date(timeIntervalSince1970: start).addingTimeInterval(moment)
            return HKWorkoutEvent(
                type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
        }
    }

    private var sensors: [WorkoutSensor] {
        let types = samples.keys.map { HKQuantityType($0) }.sorted { $0.identifier < $1.identifier }
        let heartRate = types.filter { $0 == HKQuantityType(.heartRate) }
        let others = types.filter { $0 != HKQuantityType(.heartRate) }
        var sensors: [WorkoutSensor] = []
        if !heartRate.isEmpty {
            sensors.append(
                WorkoutSensor(
                    address: Self.strap, name: sensorName, manufacturer: "Maker", model: "H1",
                    serial: "12345", firmware: "1.2.3", bodyLocation: "chest", batteryPercent: 87,
                    provides: heartRate))
        }
        if !others.isEmpty {
            sensors.append(
                WorkoutSensor(address: Self.powerMeter, name: "Power meter", provides: others))
        }
        return sensors
    }

    // MARK: Small parts

    static func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) * 1000 }

    static func nanoseconds(_ interval: Range<Double>) -> Range<Int64> {
        nanoseconds(interval.lowerBound)..<nanoseconds(interval.upperBound)
    }

    private static func configuration(_ type: HKWorkoutActivityType) -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = type
        configuration.locationType = .indoor
        return configuration
    }

    private static func uuid(_ identity: Int, part: Int) -> UUID {
        UUID(
            uuid: (
                0x68, 0x61, 0x72, 0x64, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0,
                UInt8(truncatingIfNeeded: part), UInt8(truncatingIfNeeded: identity)
            ))
    }
}
