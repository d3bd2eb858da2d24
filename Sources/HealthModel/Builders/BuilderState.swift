import Foundation

/// What a builder keeps under its one lock.
struct BuilderState {
    var ledger = WorkoutLedger()
    /// The identity that the finished workout will have.
    var workoutUUID = UUID()
    /// The types that the client was found to be permitted to save.
    var permittedTypes: Set<HKSampleType> = []

    /// What collects heartbeats one by one, once it was asked for.
    var heartbeatBuilder: HKHeartbeatSeriesBuilder?

    // MARK: Of a live builder

    /// Who is told; a weak reference is slow to look through, so whether there is one is kept beside it.
    var delegate = WeakBuilderDelegate() { didSet { hasDelegate = delegate.object != nil } }
    private var hasDelegate = false
    var dataSource: HKLiveWorkoutDataSource?
    var shouldCollectWorkoutEvents = true
    /// What the session did before collection began.
    var deferredEvents: [HKWorkoutEvent] = []
    var deferredActivities: [HKWorkoutActivity] = []
    /// What the delegate has not been told yet.
    private var notices: [BuilderNotice] = []
    private var isDelivering = false

    /// Notes what to tell the delegate, if there is one.
    mutating func note(_ notice: @autoclosure () -> BuilderNotice) {
        if hasDelegate { notices.append(notice()) }
    }

    /// Notes the zone changes that the ledger has found.
    mutating func noteZoneUpdates() {
        for update in ledger.takeZoneUpdates() { note(.zone(update)) }
    }

    /// What to tell the delegate now; nil if there is nothing or another thread is telling it.
    ///
    /// Whoever gets notices tells them all and asks again, so that they come one at a time and in order.
    mutating func takeNotices(continuing: Bool) -> [BuilderNotice]? {
        if isDelivering, !continuing { return nil }
        isDelivering = !notices.isEmpty
        guard isDelivering else { return nil }
        defer { notices = [] }
        return notices
    }
}

/// A delegate for the time in which it is told something; unchecked for the same reason as `WeakBuilderDelegate`.
struct BuilderDelegate: @unchecked Sendable {
    let object: (any HKLiveWorkoutBuilderDelegate)?
}

/// A delegate that is not kept alive.
///
/// Unchecked because the protocol does not ask for `Sendable`: a delegate is called on whatever thread feeds the
/// builder, as Apple's is, and looks after itself there.
struct WeakBuilderDelegate: @unchecked Sendable {
    weak var object: (any HKLiveWorkoutBuilderDelegate)?
}
