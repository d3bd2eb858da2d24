public import Foundation

/// A workout that happens now: it starts, pauses, resumes and ends, and its builder collects what is measured.
///
/// What cannot be done is told to the delegate as an error, and changes nothing.
public final class HKWorkoutSession: NSObject, Sendable {
    struct State {
        var machine = SessionMachine()
        var delegate = WeakSessionDelegate()
        var activity: HKWorkoutActivity
        /// Whether the activity goes on; a triathlon is none itself, its swim, ride and run are.
        var isActivityOpen: Bool
        /// Whether the builder has been told of the activity: not of the first, until a second begins.
        var isActivityAdded = false
    }

    private let configuration: HKWorkoutConfiguration
    private let builder: HKLiveWorkoutBuilder
    let clock: @Sendable () -> Date
    /// Where both locks are held, this one is taken first.
    let storage: ObservedMutex<State>

    /// Makes a session of a workout.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` if no workout can be made of the configuration.
    public convenience init(
        healthStore: HKHealthStore, configuration workoutConfiguration: HKWorkoutConfiguration
    ) throws {
        try self.init(healthStore: healthStore, configuration: workoutConfiguration, clock: { Date() })
    }

    /// Makes a session that asks a clock for the time where a call names none.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` if no workout can be made of the configuration.
    package init(
        healthStore: HKHealthStore, configuration workoutConfiguration: HKWorkoutConfiguration,
        clock: @escaping @Sendable () -> Date
    ) throws {
        try workoutConfiguration.validate()
        configuration = workoutConfiguration.duplicate
        self.clock = clock
        builder = HKLiveWorkoutBuilder(healthStore: healthStore, configuration: configuration, clock: clock)
        storage = ObservedMutex(
            State(
                activity: HKWorkoutActivity(
                    workoutConfiguration: configuration, start: clock(), end: nil, metadata: nil),
                isActivityOpen: configuration.activityType != .swimBikeRun))
        super.init()
        builder.belong(to: self)
    }

    /// Who is told of what happens; it is not kept alive.
    public weak var delegate: (any HKWorkoutSessionDelegate)? {
        get { storage.withLock { $0.delegate }.object }
        set {
            let delegate = WeakSessionDelegate(object: newValue)
            storage.withLock { $0.delegate = delegate }
        }
    }

    /// What the workout is meant to be.
    public var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// How far the session has come.
    public var state: HKWorkoutSessionState { storage.withLock { $0.machine.state } }

    /// On which device the session runs: this one.
    public var type: HKWorkoutSessionType { .primary }

    /// When the session started, or nil before.
    public var startDate: Date? { storage.withLock { $0.machine.startDate } }

    /// When the session was stopped or ended, or nil before.
    public var endDate: Date? { storage.withLock { $0.machine.endDate } }

    /// The latest activity; at first that of the session's own configuration.
    public var currentActivity: HKWorkoutActivity { storage.withLock { $0.activity } }

    /// The builder of the session's workout; the same at each call.
    public func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder { builder }
}

/// A delegate that is not kept alive.
///
/// Unchecked because the protocol does not ask for `Sendable`: a delegate is called on whatever thread drives the
/// session, as Apple's is, and looks after itself there.
struct WeakSessionDelegate: @unchecked Sendable {
    weak var object: (any HKWorkoutSessionDelegate)?
}
