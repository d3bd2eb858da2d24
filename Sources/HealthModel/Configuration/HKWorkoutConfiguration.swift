public import Foundation
import Synchronization

/// What a workout is going to be: the activity and the place.
///
/// The properties can be set; a session and a builder take a copy, so a later change does not reach them.
public final class HKWorkoutConfiguration: NSObject, NSCopying, NSSecureCoding, Sendable {
    private struct Values: Hashable {
        var activityType = HKWorkoutActivityType.other
        var locationType = HKWorkoutSessionLocationType.unknown
        var swimmingLocationType = HKWorkoutSwimmingLocationType.unknown
        var lapLength: HKQuantity?
    }

    private let values: Mutex<Values>

    /// Makes a configuration of another activity at a place that is not known.
    public override init() {
        values = Mutex(Values())
    }

    private init(_ values: Values) {
        self.values = Mutex(values)
    }

    private var snapshot: Values { values.withLock { $0 } }

    /// What the person does.
    public var activityType: HKWorkoutActivityType {
        get { values.withLock { $0.activityType } }
        set { values.withLock { $0.activityType = newValue } }
    }

    /// Where it takes place.
    public var locationType: HKWorkoutSessionLocationType {
        get { values.withLock { $0.locationType } }
        set { values.withLock { $0.locationType = newValue } }
    }

    /// Where the person swims.
    public var swimmingLocationType: HKWorkoutSwimmingLocationType {
        get { values.withLock { $0.swimmingLocationType } }
        set { values.withLock { $0.swimmingLocationType = newValue } }
    }

    /// The length of a lap in a pool.
    public var lapLength: HKQuantity? {
        get { values.withLock { $0.lapLength } }
        set { values.withLock { $0.lapLength = newValue } }
    }

    /// Whether the other object is a configuration of the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutConfiguration else { return false }
        return self === other || snapshot == other.snapshot
    }

    /// A hash of the values.
    public override var hash: Int { snapshot.hashValue }

    /// The activity and the place.
    public override var description: String { "\(activityType), \(locationType)" }

    /// A configuration of the same values that changes on its own.
    public func copy(with zone: NSZone? = nil) -> Any { HKWorkoutConfiguration(snapshot) }

    /// The same as ``copy(with:)``, with its type.
    package var duplicate: HKWorkoutConfiguration { HKWorkoutConfiguration(snapshot) }

    /// Checks that a workout can be made of the configuration.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a lap length that is no positive length.
    package func validate() throws(HKError) {
        guard let lapLength else { return }
        guard let meters = lapLength.value(in: .meter()), meters.isFinite, meters > 0 else {
            throw HKError(.errorInvalidArgument, "\(lapLength) is not the length of a lap.")
        }
    }

    /// Configurations can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a configuration from an archive, or gives nil for a value that has no meaning.
    public convenience init?(coder: NSCoder) {
        guard let raw = UInt(exactly: coder.decodeInteger(forKey: "activityType")),
            let activityType = HKWorkoutActivityType(rawValue: raw),
            let locationType = HKWorkoutSessionLocationType(
                rawValue: coder.decodeInteger(forKey: "locationType")),
            let swimmingLocationType = HKWorkoutSwimmingLocationType(
                rawValue: coder.decodeInteger(forKey: "swimmingLocationType"))
        else { return nil }
        var values = Values()
        values.activityType = activityType
        values.locationType = locationType
        values.swimmingLocationType = swimmingLocationType
        if coder.containsValue(forKey: "lapLength") {
            values.lapLength = coder.decodeObject(of: HKQuantity.self, forKey: "lapLength")
        }
        self.init(values)
    }

    /// Writes the configuration into an archive.
    public func encode(with coder: NSCoder) {
        let values = snapshot
        coder.encode(Int(values.activityType.rawValue), forKey: "activityType")
        coder.encode(values.locationType.rawValue, forKey: "locationType")
        coder.encode(values.swimmingLocationType.rawValue, forKey: "swimmingLocationType")
        if let lapLength = values.lapLength { coder.encode(lapLength, forKey: "lapLength") }
    }
}
