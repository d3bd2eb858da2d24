import HealthModel

/// The columns of what the records of a FIT file say.
struct FITRecordColumns {
    /// A record with its nanoseconds from the start and what was done then.
    struct Record {
        let offset: Int64
        let message: FITMessage
        let activity: HKWorkoutActivityType
    }

    private(set) var columns: [HKQuantityType: SampleColumn] = [:]
    private let records: [Record]
    private let pauses: PauseTimeline

    /// Takes records in order of time; what they say is of what was done then.
    init(_ records: [Record], pauses: PauseTimeline) {
        self.records = records.filter { $0.offset >= 0 }
        self.pauses = pauses
        let activities = Set(records.map(\.activity))
        typealias Fields = FITProfile.Record
        add(.heartRate, of: activities, [Fields.heartRate]) { message in
            // 0 is what devices write without a strap.
            message.measure(Fields.heartRate).flatMap { $0 > 0 ? $0 : nil }
        }
        for type in Set(activities.compactMap { Self.types(of: $0).power }) {
            let those = activities.filter { Self.types(of: $0).power == type }
            add(type, of: those, [Fields.power]) { $0.measure(Fields.power) }
        }
        for type in Set(activities.compactMap { Self.types(of: $0).speed }) {
            let those = activities.filter { Self.types(of: $0).speed == type }
            add(type, of: those, [Fields.speed, Fields.enhancedSpeed]) {
                $0.measure(Fields.enhancedSpeed) ?? $0.measure(Fields.speed)
            }
        }
        // HealthKit has a cadence of bikes alone.
        let rides = activities.filter { Self.types(of: $0).power == .cyclingPower }
        add(.cyclingCadence, of: rides, [Fields.cadence]) { message in
            message.measure(Fields.cadence).map {
                $0 + (message.measure(Fields.fractionalCadence) ?? 0)
            }
        }
        add(.pedalPowerBalance, of: rides, [Fields.leftRightBalance]) { message in
            // Without the top bit nobody says whose share it is.
            guard let bits = message.integer(Fields.leftRightBalance), bits & 0x80 != 0,
                bits & 0x7F <= 100
            else { return nil }
            return 1 - Double(bits & 0x7F) / 100
        }
        for type in Set(activities.compactMap(Self.distanceType)) {
            addDistance(type, of: activities.filter { Self.distanceType(of: $0) == type })
        }
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
        _ identifier: HKQuantityTypeIdentifier, of activities: Set<HKWorkoutActivityType>,
        _ fields: [FITField], _ read: (FITMessage) -> Double?
    ) {
        let type = HKQuantityType(identifier)
        var offsets: [Int64] = []
        var values: [Double] = []
        /// When a record says that there is nothing or that something else is done, after each value; else nil.
        var ends: [Int64?] = []
        for record in records {
            let isOfType = activities.contains(record.activity)
            if isOfType, let value = read(record.message) {
                offsets.append(record.offset)
                values.append(value)
                ends.append(nil)
            } else if let last = offsets.last, record.offset > last, ends[ends.count - 1] == nil,
                !isOfType || fields.contains(where: record.message.has)
            {
                ends[ends.count - 1] = record.offset
            }
        }
        guard !offsets.isEmpty else { return }
        let hold = HoldLimit.nanoseconds(for: type)
        let limit = max(hold, Self.longestHold(offsets))
        let durations = offsets.indices.map { index -> Int64 in
            let offset = offsets[index]
            if let end = ends[index] { return end - offset < limit ? end - offset : 0 }
            guard index + 1 < offsets.count else { return 0 }
            let distance = offsets[index + 1] - offset
            // Less is held anyhow, up to a pause.
            guard distance > hold, distance <= limit,
                pauses.duration(within: offset..<offsets[index + 1]) == 0
            else { return 0 }
            return distance
        }
        columns[type] = SampleColumn(offsets: offsets, values: values, durations: durations)
    }

    /// How long a value holds in a file that is recorded in long or uneven steps: two of its median steps, at most 30 s.
    ///
    /// A device that writes a record each 6 s has measured in between; that it says nothing is no silence of the sensor.
    private static func longestHold(_ offsets: [Int64]) -> Int64 {
        let steps = zip(offsets, offsets.dropFirst()).map { $1 - $0 }.sorted()
        guard steps.count >= fewestSteps, steps[steps.count / 2] <= longestStep else { return 0 }
        return min(2 * steps[steps.count / 2], longestStep)
    }

    /// From how many steps on a file has a step of its own.
    private static let fewestSteps = 10
    private static let longestStep: Int64 = 30_000_000_000

    /// The ways between records, from the distance that each says is behind it.
    private mutating func addDistance(
        _ identifier: HKQuantityTypeIdentifier, of activities: Set<HKWorkoutActivityType>
    ) {
        var offsets: [Int64] = []
        var values: [Double] = []
        var durations: [Int64] = []
        var last: (offset: Int64, distance: Double)?
        for record in records {
            guard activities.contains(record.activity) else {
                last = nil
                continue
            }
            guard let distance = record.message.measure(FITProfile.Record.distance) else { continue }
            if let last, distance > last.distance, record.offset > last.offset {
                offsets.append(last.offset)
                values.append(distance - last.distance)
                durations.append(record.offset - last.offset)
            }
            last = (record.offset, distance)
        }
        guard !offsets.isEmpty else { return }
        columns[HKQuantityType(identifier)] = SampleColumn(
            offsets: offsets, values: values, durations: durations, keepsTies: true)
    }
}
