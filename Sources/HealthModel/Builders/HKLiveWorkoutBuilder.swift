public import Foundation

/// Builds a workout while it happens; its session makes it.
///
/// The delegate is told of changes on the thread that brings them, one change at a time and in order, and without a
/// lock: it may call the builder.
public final class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
    // Unchecked as its superclass is: all that changes is under the superclass's mutex.

    private struct WeakSession: Sendable {
        weak var session: HKWorkoutSession?
    }

    private let weakSession = ObservedMutex(WeakSession())
    private let clock: @Sendable () -> Date

    init(
        healthStore: HKHealthStore, configuration: HKWorkoutConfiguration,
        clock: @escaping @Sendable () -> Date
    ) {
        self.clock = clock
        super.init(healthStore: healthStore, configuration: configuration, device: nil)
    }

    /// Names the session that made the builder.
    func belong(to session: HKWorkoutSession) {
        weakSession.withLock { $0.session = session }
    }

    /// Who is told of what happens; it is not kept alive.
    public weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
        get { state.withLock { $0.delegate }.object }
        set {
            let delegate = WeakBuilderDelegate(object: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// The session that the builder belongs to.
    public weak var workoutSession: HKWorkoutSession? { weakSession.withLock { $0.session } }

    /// Whether the session's pauses and resumes become events of the workout; set it before collection begins.
    public var shouldCollectWorkoutEvents: Bool {
        get { state.withLock { $0.shouldCollectWorkoutEvents } }
        set { state.withLock { $0.shouldCollectWorkoutEvents = newValue } }
    }

    /// What is collected by itself; without one, everything that comes.
    public var dataSource: HKLiveWorkoutDataSource? {
        get { state.withLock { $0.dataSource } }
        set { state.withLock { $0.dataSource = newValue } }
    }

    /// The active time until now, in seconds; it can go down when a pause becomes known late.
    public var elapsedTime: TimeInterval { elapsedTime(at: clock()) }

    /// The activity that goes on, with what was measured in it so far; nil between activities.
    public var currentWorkoutActivity: HKWorkoutActivity? {
        state.withLock { $0.ledger.currentActivity }
    }

    override func deliverNotices() {
        var notices = state.withLock { state in
            state.takeNotices(continuing: false).map { ($0, BuilderDelegate(object: state.delegate.object)) }
        }
        while let (batch, delegate) = notices {
            for notice in batch {
                if let delegate = delegate.object { notice.deliver(from: self, to: delegate) }
            }
            notices = state.withLock { state in
                state.takeNotices(continuing: true).map {
                    ($0, BuilderDelegate(object: state.delegate.object))
                }
            }
        }
    }

    // MARK: For the data source

    /// Takes a reading without making an object of it; it counts as a sample without a duration does.
    ///
    /// - Parameters:
    ///   - type: what was measured.
    ///   - value: the value in the type's canonical unit.
    ///   - nanoseconds: when it was measured, from the workout's start.
    /// - Returns: false for what cannot be taken: before the start, beyond the end, not finite, or of a type that the
    ///   data source does not collect.
    @discardableResult
    package func collect(_ type: HKQuantityType, value: Double, at nanoseconds: Int64) -> Bool {
        let isTaken = state.withLock { state in
            if let source = state.dataSource {
                let start = state.ledger.startDate ?? .distantPast
                let isCollected = source.collects(type) {
                    let date = WorkoutTime.date(at: nanoseconds, since: start)
                    return HKQuantitySample(
                        type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
                        start: date, end: date)
                }
                guard isCollected else { return false }
            }
            guard state.ledger.collect(type, value: value, at: nanoseconds) else { return false }
            state.note(.collected([type]))
            state.noteZoneUpdates()
            return true
        }
        if isTaken { deliverNotices() }
        return isTaken
    }
}
