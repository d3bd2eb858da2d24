public import Foundation

/// Something that happened in a workout, at a moment or over an interval.
///
/// Unchecked because metadata may hold any value; everything in the event is constant.
public final class HKWorkoutEvent: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What happened.
    public let type: HKWorkoutEventType

    /// When it happened; of no length except for laps and segments.
    public let dateInterval: DateInterval

    /// What else is known of it.
    public let metadata: [String: Any]?

    /// Makes an event.
    public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        self.type = type
        self.dateInterval = dateInterval
        self.metadata = metadata
    }

    /// Makes an event of a moment.
    @available(*, deprecated, message: "Use init(type:dateInterval:metadata:).")
    public convenience init(type: HKWorkoutEventType, date: Date) {
        self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
    }

    /// When the event began.
    @available(*, deprecated, message: "Use dateInterval.")
    public var date: Date { dateInterval.start }

    /// Checks that the event may be part of a workout.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the value that is not valid.
    package func validate() throws(HKError) {
        for date in [dateInterval.start, dateInterval.end] where !date.isOrdinary {
            throw HKError(
                .errorInvalidArgument,
                "\(date.text) is no date that an event can have.")
        }
        if dateInterval.duration != 0, type != .lap, type != .segment {
            throw HKError(
                .errorInvalidArgument,
                "A \(type) event lasts \(dateInterval.duration.plainDescription) s; only laps and segments last."
            )
        }
        try MetadataRule.check(metadata)
    }

    /// Whether the other object is an event of the same type at the same time with the same metadata.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutEvent else { return false }
        return self === other
            || type == other.type && dateInterval == other.dateInterval
                && MetadataRule.isEqual(metadata, other.metadata)
    }

    /// A hash of the type and the time.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(type)
        hasher.combine(dateInterval)
        return hasher.finalize()
    }

    /// The type and the time.
    public override var description: String {
        "\(type) \(dateInterval.start.text)...\(dateInterval.end.text)"
    }

    /// The event itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Events can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an event from an archive, or gives nil for what cannot be one.
    public convenience init?(coder: NSCoder) {
        guard let number = coder.object(NSNumber.self, named: "type"),
            let type = HKWorkoutEventType(rawValue: number.intValue),
            let start = coder.date(named: "start"), start.isOrdinary,
            let duration = coder.object(NSNumber.self, named: "duration")?.doubleValue, duration >= 0,
            start.addingTimeInterval(duration).isOrdinary
        else { return nil }
        self.init(
            type: type, dateInterval: DateInterval(start: start, duration: duration),
            metadata: coder.metadata(named: "metadata"))
    }

    /// Writes the event into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSNumber(value: type.rawValue), forKey: "type")
        coder.encode(dateInterval.start, named: "start")
        coder.encode(NSNumber(value: dateInterval.duration), forKey: "duration")
        coder.encode(metadata, named: "metadata")
    }
}
