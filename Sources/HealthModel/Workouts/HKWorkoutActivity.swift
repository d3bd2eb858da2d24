public import Foundation

/// A part of a workout in which one thing is done: a swim, a ride or a run of a triathlon.
///
/// Unchecked because metadata may hold any value; everything in the activity is constant.
public final class HKWorkoutActivity: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What tells the activity from every other.
    public let uuid: UUID

    /// When it begins.
    public let startDate: Date

    /// When it ends; nil while it goes on.
    public let endDate: Date?

    /// What else is known of it.
    public let metadata: [String: Any]?

    /// What happened in the workout during the activity.
    public let workoutEvents: [HKWorkoutEvent]

    private let configuration: HKWorkoutConfiguration
    /// What was measured during the activity; nil for one that is no part of a workout yet.
    package let measured: MeasuredPart?

    /// Makes an activity that can be added to a builder.
    public convenience init(
        workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?,
        metadata: [String: Any]?
    ) {
        self.init(
            uuid: UUID(), workoutConfiguration: workoutConfiguration, start: startDate, end: endDate,
            metadata: metadata)
    }

    /// Makes an activity of a workout, with what was measured in it.
    package init(
        uuid: UUID, workoutConfiguration: HKWorkoutConfiguration, start: Date, end: Date?,
        metadata: [String: Any]?, events: [HKWorkoutEvent] = [], measured: MeasuredPart? = nil
    ) {
        self.uuid = uuid
        configuration = workoutConfiguration.duplicate
        startDate = start
        endDate = end
        self.metadata = metadata
        workoutEvents = events
        self.measured = measured
    }

    /// What is done.
    public var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// The active time in seconds; without an end, that up to now in the workout.
    public var duration: TimeInterval {
        if let measured { return WorkoutTime.seconds(measured.activeDuration) }
        return endDate.map { $0.timeIntervalSince(startDate) } ?? 0
    }

    /// The statistics of every type that was measured during the activity.
    public var allStatistics: [HKQuantityType: HKStatistics] { measured?.statistics ?? [:] }

    /// The statistics of a type, or nil if it was not measured.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        measured?.statistics[quantityType]
    }

    /// The zones of each type that has any, with the time in each during the activity; nil if no type has.
    public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? {
        guard let groups = measured?.zoneGroups, !groups.isEmpty else { return nil }
        return groups
    }

    /// The zones of a type with the time in each during the activity, or nil if there are none.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        measured?.zoneGroups[quantityType]
    }

    /// The active time in which no sample of a type spoke, in nanoseconds.
    package func noDataDuration(for type: HKQuantityType) -> Int64 {
        measured?.noDataDuration(for: type) ?? 0
    }

    /// The active time, in nanoseconds.
    package var activeDuration: Int64 { measured?.activeDuration ?? 0 }

    /// The paused time, in nanoseconds.
    package var pausedDuration: Int64 { measured?.pausedDuration ?? 0 }

    /// The activity itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Activities can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an activity from an archive with what was measured in it, or gives nil for what cannot be one.
    public convenience init?(coder: NSCoder) {
        guard let uuid = coder.uuid(named: "uuid"), let start = coder.date(named: "startDate"),
            let configuration = coder.object(HKWorkoutConfiguration.self, named: "workoutConfiguration"),
            let events = coder.objects(HKWorkoutEvent.self, named: "workoutEvents")
        else { return nil }
        let measured = coder.decode(ArchivedPart.self, named: "measured")?.part
        if measured == nil, coder.containsValue(forKey: "measured") { return nil }
        self.init(
            uuid: uuid, workoutConfiguration: configuration, start: start, end: coder.date(named: "endDate"),
            metadata: coder.metadata(named: "metadata"), events: events, measured: measured)
    }

    /// Writes the activity into an archive with what was measured in it.
    public func encode(with coder: NSCoder) {
        coder.encode(uuid, named: "uuid")
        coder.encode(configuration, forKey: "workoutConfiguration")
        coder.encode(startDate, named: "startDate")
        if let endDate { coder.encode(endDate, named: "endDate") }
        coder.encode(metadata, named: "metadata")
        coder.encode(NSArray(array: workoutEvents), forKey: "workoutEvents")
        if let measured { coder.encode(ArchivedPart(measured), named: "measured") }
    }

    /// Whether the other object is the same activity: of the same ``uuid``.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutActivity else { return false }
        return self === other || uuid == other.uuid
    }

    /// A hash of the ``uuid``.
    public override var hash: Int { uuid.hashValue }

    /// Checks that the activity can be part of a workout.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    package func validate() throws(HKError) {
        try configuration.validate()
        for date in [startDate, endDate ?? startDate] where !date.isOrdinary {
            throw HKError(.errorInvalidArgument, "\(date.text) is no date that an activity can have.")
        }
        if let endDate, endDate < startDate {
            throw HKError(
                .errorInvalidArgument,
                "The activity ends \(endDate.text), before it starts \(startDate.text).")
        }
        try MetadataRule.check(metadata)
    }
}
