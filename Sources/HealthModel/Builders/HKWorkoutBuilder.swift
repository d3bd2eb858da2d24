public import Foundation

/// Builds a workout out of samples and events, and saves it.
///
/// The order is: begin, add, end, finish. A call out of order throws and changes nothing. Samples may arrive late and
/// in any order; what is counted does not depend on it.
///
/// Unchecked because the class has a subclass: all that changes is under one mutex, the rest is constant.
public class HKWorkoutBuilder: NSObject, @unchecked Sendable {
    /// The device that measures, if one does.
    public let device: HKDevice?

    let healthStore: HKHealthStore
    let state = ObservedMutex(BuilderState())
    /// The calls with completion handlers, one after another.
    let completions = CompletionQueue()
    private let configuration: HKWorkoutConfiguration

    /// Makes a builder of a workout that will be saved in a store.
    public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
        self.healthStore = healthStore
        self.configuration = configuration.duplicate
        self.device = device
    }

    /// Tells the delegate of a live builder what there is to tell; called without the lock.
    func deliverNotices() {}

    /// Changes the state under the lock, then tells of the changes without it.
    func update<Result: Sendable>(
        _ change: (inout BuilderState) throws(HKError) -> Result
    ) throws(HKError) -> Result {
        let outcome = state.withLock { state -> Swift.Result<Result, HKError> in
            let outcome: Swift.Result<Result, HKError>
            do throws(HKError) {
                outcome = .success(try change(&state))
            } catch {
                outcome = .failure(error)
            }
            state.noteZoneUpdates()
            return outcome
        }
        deliverNotices()
        return try outcome.get()
    }

    /// What the workout is meant to be.
    public var workoutConfiguration: HKWorkoutConfiguration { configuration.duplicate }

    /// When the workout began, or nil before.
    public var startDate: Date? { state.withLock { $0.ledger.startDate } }

    /// When the workout ended, or nil before.
    public var endDate: Date? { state.withLock { $0.ledger.endDate } }

    /// What else is known of the workout.
    public var metadata: [String: Any] { state.withLock { $0.ledger.metadata }.values }

    /// What happened in the workout, in order of time.
    public var workoutEvents: [HKWorkoutEvent] { state.withLock { $0.ledger.events } }

    /// The activities of the workout with what was measured in each so far, in order of time.
    public var workoutActivities: [HKWorkoutActivity] { state.withLock { $0.ledger.measuredActivities } }

    /// The statistics of every type that was measured so far.
    public var allStatistics: [HKQuantityType: HKStatistics] {
        state.withLock { state in
            var all: [HKQuantityType: HKStatistics] = [:]
            for type in state.ledger.types { all[type] = state.ledger.statistics(for: type) }
            return all
        }
    }

    /// The statistics of a type so far, or nil if it was not measured.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
        state.withLock { $0.ledger.statistics(for: quantityType) }
    }

    /// The zones of a type with the time in each so far, or nil if there are no zones or no samples.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
        state.withLock { $0.ledger.zoneGroup(for: quantityType) }
    }

    /// The active time from the start to a date, in seconds; what was paused is not part of it.
    public func elapsedTime(at date: Date) -> TimeInterval {
        state.withLock { state in
            let ledger = state.ledger
            guard let start = ledger.startDate else { return 0 }
            let until = ledger.endDate.map { min($0, date) } ?? date
            return WorkoutTime.seconds(
                ledger.activeDuration(until: WorkoutTime.nanoseconds(of: until, since: start)))
        }
    }

    /// Drops the workout; samples that were saved already stay saved.
    public func discardWorkout() {
        state.withLock { $0.ledger.discard() }
    }

    // MARK: For the owner of the workout

    /// Says that time has passed, which the model cannot know: a hold that has run out is then told as no zone.
    package func advance(to date: Date) {
        _ = try? update { state throws(HKError) in
            state.ledger.advance(to: try state.ledger.offset(of: date, what: "The time"))
        }
    }

    /// Everything measured so far, in columns.
    package func collectedSeries() -> WorkoutSeries {
        state.withLock { $0.ledger.collectedSeries }
    }

    /// The sensors that take part; they become part of the workout.
    package var sensors: [WorkoutSensor] {
        get { state.withLock { $0.ledger.sensors } }
        set { state.withLock { $0.ledger.sensors = newValue } }
    }

    /// The identity that the finished workout will have; set before it is finished, so that what is rebuilt from a
    /// recording is the same workout again.
    package var workoutUUID: UUID {
        get { state.withLock { $0.workoutUUID } }
        set { state.withLock { $0.workoutUUID = newValue } }
    }

    /// Whether the workout stands still at the latest time that is known of.
    package var isPaused: Bool { state.withLock { $0.ledger.isPaused } }
}
