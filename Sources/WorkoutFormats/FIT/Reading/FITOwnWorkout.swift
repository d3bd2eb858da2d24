import Foundation
import HealthModel

/// The very workout that our own messages in a FIT file give back.
struct FITOwnWorkout {
    private typealias Own = FITProfile.Pulsewatt

    let identifier: UUID
    let series: WorkoutSeries
    private let messages: [FITMessage]
    private let workout: FITMessage

    /// Reads our own messages; nil if there are none, or if they do not fit the records.
    ///
    /// A program that changes the file, be it to cut it or to correct its power, knows the records only. Then those are
    /// what the person wants, and ours tell of another workout.
    init?(_ messages: [FITMessage]) {
        let own = messages.filter { $0.number >= Own.Workout.message && $0.number <= Own.Event.message }
        guard let workout = own.first(where: { $0.number == Own.Workout.message }),
            workout.text(Own.Workout.format) == Own.Workout.currentFormat,
            let identifier = Self.uuid(workout.integers(Own.Workout.identifier)),
            let start = workout.measure(Own.Workout.start), start.magnitude < 1e10,
            let elapsed = Own.Workout.elapsed.time(in: workout),
            (0...ImportedWorkout.longest).contains(elapsed)
        else { return nil }
        var columns = FITSampleColumns()
        for message in own where message.number == Own.Samples.message {
            guard columns.add(message) else { return nil }
        }
        let pauses = own.filter { $0.number == Own.Pause.message }
            .compactMap { Own.Pause.interval.interval(in: $0) }
        series = WorkoutSeries(
            start: Date(timeIntervalSinceReferenceDate: start), columns: columns.columns,
            heartbeats: columns.heartbeats, pauses: pauses, elapsed: elapsed)
        self.identifier = identifier
        self.messages = own
        self.workout = workout
        let records = messages.filter { $0.number == FITProfile.Record.message }
        guard FITRecords(series).agree(with: records, from: FITClock(series)) else { return nil }
    }

    private static func uuid(_ bytes: [Int64?]) -> UUID? {
        let bytes = bytes.compactMap { $0.flatMap { UInt8(exactly: $0) } }
        guard bytes.count == 16 else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private func all(_ number: UInt16) -> [FITMessage] { messages.filter { $0.number == number } }

    // MARK: Parts

    var activityType: HKWorkoutActivityType? { Self.activityType(workout, Own.Workout.activityType) }

    var isIndoor: Bool? { workout.integer(Own.Workout.indoor).map { $0 == 1 } }

    var timeZone: TimeZone? { workout.text(Own.Workout.timeZone).flatMap { TimeZone(identifier: $0) } }

    var isSimulated: Bool { workout.integer(Own.Workout.simulated) == 1 }

    var functionalThresholdPower: Double? { workout.measure(Own.Workout.thresholdPower) }

    var activities: [ImportedWorkout.Activity] {
        all(Own.Activity.message).compactMap { message in
            guard let type = Self.activityType(message, Own.Activity.activityType),
                let interval = Own.Activity.interval.interval(in: message)
            else { return nil }
            return ImportedWorkout.Activity(type, interval.clamped(to: series.interval))
        }
    }

    var events: [HKWorkoutEvent] {
        all(Own.Event.message).compactMap { message in
            guard
                let type = message.integer(Own.Event.type).flatMap({ Int(exactly: $0) })
                    .flatMap(HKWorkoutEventType.init),
                let interval = Own.Event.interval.interval(in: message)
            else { return nil }
            var metadata: [String: Any] = [:]
            metadata[HKMetadataKeyPulsewattEvent] = message.text(Own.Event.name)
            metadata[HKMetadataKeyPulsewattSensor] = message.text(Own.Event.sensor)
            return HKWorkoutEvent(
                type: type,
                dateInterval: DateInterval(
                    start: WorkoutTime.date(at: interval.lowerBound, since: series.start),
                    end: WorkoutTime.date(at: interval.upperBound, since: series.start)),
                metadata: metadata.isEmpty ? nil : metadata)
        }
    }

    var zoneConfigurations: [HKQuantityType: HKWorkoutZoneConfiguration] {
        var configurations: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
        for message in all(Own.Zones.message) {
            guard let type = Self.quantity(message.integer(Own.Zones.quantity))?.type else { continue }
            let source: HKWorkoutZoneConfiguration.Source =
                switch message.integer(Own.Zones.source) {
                case Int64(Own.Zones.system): .system
                case Int64(Own.Zones.user): .user
                default: .app
                }
            configurations[type] = try? HKWorkoutZoneConfiguration(
                quantityType: type, edges: message.fractions(Own.Zones.edges).compactMap(\.self),
                source: source)
        }
        return configurations
    }

    var sensors: [WorkoutSensor] {
        typealias Fields = Own.Sensor
        return all(Fields.message).map { message in
            WorkoutSensor(
                address: message.text(Fields.address) ?? "", name: message.text(Fields.name),
                manufacturer: message.text(Fields.manufacturer), model: message.text(Fields.model),
                serial: message.text(Fields.serial), firmware: message.text(Fields.firmware),
                bodyLocation: message.text(Fields.bodyLocation),
                batteryPercent: message.integer(Fields.batteryPercent).flatMap { Int(exactly: $0) },
                provides: message.integers(Fields.provides).compactMap { Self.quantity($0)?.type })
        }
    }

    static func quantity(_ number: Int64?) -> FITQuantity? { number.flatMap(FITQuantity.init) }

    private static func activityType(_ message: FITMessage, _ field: FITField) -> HKWorkoutActivityType? {
        message.integer(field).flatMap { UInt(exactly: $0) }.flatMap(HKWorkoutActivityType.init)
    }
}
