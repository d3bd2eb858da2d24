import HealthModel

/// The columns of what the records of a FIT file say.
struct FITRecordColumns {
    private(set) var columns: [HKQuantityType: SampleColumn] = [:]

    /// Takes records in order of time, each with its nanoseconds from the start, of one activity.
    init(_ records: [(offset: Int64, message: FITMessage)], of activity: HKWorkoutActivityType) {
        typealias Record = FITProfile.Record
        add(.heartRate, records, [Record.heartRate]) { message in
            // 0 is what devices write without a strap.
            message.measure(Record.heartRate).flatMap { $0 > 0 ? $0 : nil }
        }
        let types = Self.types(of: activity)
        if let type = types.power { add(type, records, [Record.power]) { $0.measure(Record.power) } }
        if let type = types.speed {
            add(type, records, [Record.speed, Record.enhancedSpeed]) {
                $0.measure(Record.enhancedSpeed) ?? $0.measure(Record.speed)
            }
        }
        if types.power == .cyclingPower {
            add(.cyclingCadence, records, [Record.cadence]) { message in
                message.measure(Record.cadence).map {
                    $0 + (message.measure(Record.fractionalCadence) ?? 0)
                }
            }
            add(.pedalPowerBalance, records, [Record.leftRightBalance]) { message in
                // Without the top bit nobody says whose share it is.
                guard let bits = message.integer(Record.leftRightBalance), bits & 0x80 != 0,
                    bits & 0x7F <= 100
                else { return nil }
                return 1 - Double(bits & 0x7F) / 100
            }
        }
        if let identifier = Self.distanceType(of: activity) { addDistance(identifier, records) }
    }

    /// The types of power and speed in an activity; nil where HealthKit has none.
    ///
    /// Power and speed of indoor training, and of what has no name here, are those of a bike.
    private static func types(
        of activity: HKWorkoutActivityType
    ) -> (power: HKQuantityTypeIdentifier?, speed: HKQuantityTypeIdentifier?) {
        switch activity {
        case .running, .walking, .hiking: (.runningPower, .runningSpeed)
        case .rowing: (nil, .rowingSpeed)
        case .cycling, .handCycling, .elliptical, .crossTraining, .mixedCardio, .swimBikeRun,
            .highIntensityIntervalTraining, .fitnessGaming, .other:
            (.cyclingPower, .cyclingSpeed)
        default: (nil, nil)
        }
    }

    private static func distanceType(of activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier? {
        switch activity {
        case .cycling, .handCycling: .distanceCycling
        case .running, .walking, .hiking: .distanceWalkingRunning
        case .swimming: .distanceSwimming
        case .rowing: .distanceRowing
        default: nil
        }
    }

    private mutating func add(
        _ identifier: HKQuantityTypeIdentifier, _ records: [(offset: Int64, message: FITMessage)],
        _ fields: [FITField], _ read: (FITMessage) -> Double?
    ) {
        let type = HKQuantityType(identifier)
        let holdLimit = HoldLimit.nanoseconds(for: type)
        var offsets: [Int64] = []
        var values: [Double] = []
        var durations: [Int64] = []
        for (offset, message) in records where offset >= 0 {
            if let value = read(message) {
                offsets.append(offset)
                values.append(value)
                durations.append(0)
            } else if let last = offsets.last, offset > last, offset - last < holdLimit,
                durations[durations.count - 1] == 0, fields.contains(where: message.has)
            {
                // The record says that there is nothing, so the value before it does not hold on.
                durations[durations.count - 1] = offset - last
            }
        }
        guard !offsets.isEmpty else { return }
        columns[type] = SampleColumn(offsets: offsets, values: values, durations: durations)
    }

    /// The ways between records, from the distance that each says is behind it.
    private mutating func addDistance(
        _ identifier: HKQuantityTypeIdentifier, _ records: [(offset: Int64, message: FITMessage)]
    ) {
        var offsets: [Int64] = []
        var values: [Double] = []
        var durations: [Int64] = []
        var last: (offset: Int64, distance: Double)?
        for (offset, message) in records where offset >= 0 {
            guard let distance = message.measure(FITProfile.Record.distance) else { continue }
            if let last, distance > last.distance, offset > last.offset {
                offsets.append(last.offset)
                values.append(distance - last.distance)
                durations.append(offset - last.offset)
            }
            last = (offset, distance)
        }
        guard !offsets.isEmpty else { return }
        columns[HKQuantityType(identifier)] = SampleColumn(
            offsets: offsets, values: values, durations: durations, keepsTies: true)
    }
}
