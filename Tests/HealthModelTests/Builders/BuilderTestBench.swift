import Foundation
import HealthModel

/// A session on a clock that the test sets, with a delegate that remembers what it was told.
final class BuilderTestBench {
    static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    static let heartRate = HKQuantityType(.heartRate)
    static let power = HKQuantityType(.cyclingPower)

    let store: HKHealthStore
    let session: HKWorkoutSession
    let builder: HKLiveWorkoutBuilder
    let listener = BuilderListener()
    let sessionListener = SessionListener()
    private let clock: TestClock

    init(activity: HKWorkoutActivityType = .cycling) throws {
        let clock = TestClock(Self.start)
        self.clock = clock
        store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = activity
        session = try HKWorkoutSession(
            healthStore: store, configuration: configuration, clock: { clock.date })
        builder = session.associatedWorkoutBuilder()
        builder.delegate = listener
        session.delegate = sessionListener
    }

    /// Sets the clock to seconds after the start.
    func setClock(_ seconds: Double) { clock.date = Self.date(seconds) }

    static func date(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    /// Begins with heart-rate zones at 100, 120 and 140.
    func begin() async throws {
        try await builder.setCustomZoneConfiguration(Self.zones(100, 120, 140), for: Self.heartRate)
        session.startActivity(with: Self.start)
        try await builder.beginCollection(at: Self.start)
    }

    static func zones(_ edges: Double..., type: HKQuantityType = heartRate) throws
        -> HKWorkoutZoneConfiguration
    {
        try HKWorkoutZoneConfiguration(
            quantityType: type,
            zoneBoundaries: edges.map { HKQuantity(unit: type.canonicalUnit, doubleValue: $0) })
    }

    static func sample(
        _ value: Double, at seconds: Double, lasting duration: Double = 0, type: HKQuantityType = heartRate
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value),
            start: date(seconds), end: date(seconds + duration))
    }

    static func event(_ type: HKWorkoutEventType, at seconds: Double) -> HKWorkoutEvent {
        HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: date(seconds), duration: 0), metadata: nil)
    }
}

/// A clock that stands still until it is set.
final class TestClock: Sendable {
    private let current: ObservedMutex<Date>

    init(_ date: Date) { current = ObservedMutex(date) }

    var date: Date {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// Writes down what a builder tells.
final class BuilderListener: NSObject, HKLiveWorkoutBuilderDelegate, Sendable {
    private let log = ObservedMutex<[String]>([])
    private let updates = ObservedMutex<[HKLiveWorkoutZoneUpdate]>([])

    var lines: [String] { log.withLock { $0 } }
    var zoneUpdates: [HKLiveWorkoutZoneUpdate] { updates.withLock { $0 } }
    /// The zones that were entered and left, as "left>entered"; a dash is none.
    var zoneChanges: [String] {
        zoneUpdates.map { update in
            let names = [update.previousZoneDuration, update.currentZoneDuration]
                .map { $0.map { "\($0.zone.index)" } ?? "-" }
            return names.joined(separator: ">")
        }
    }

    private func write(_ line: String) { log.withLock { $0.append(line) } }

    func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
    ) {
        write("data " + collectedTypes.map(\.identifier).sorted().joined(separator: " "))
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) { write("event") }

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {
        write("begin \(workoutActivity.workoutConfiguration.activityType)")
    }

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {
        write("end \(workoutActivity.workoutConfiguration.activityType)")
    }

    func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    ) {
        // The builder may be asked from here: no lock is held.
        _ = workoutBuilder.zoneGroup(for: HKQuantityType(.heartRate))
        write("zone")
        updates.withLock { $0.append(zoneUpdate) }
    }
}

/// Writes down what a session tells.
final class SessionListener: NSObject, HKWorkoutSessionDelegate, Sendable {
    private let log = ObservedMutex<[String]>([])

    var lines: [String] { log.withLock { $0 } }

    private func write(_ line: String) { log.withLock { $0.append(line) } }

    func workoutSession(
        _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState, date: Date
    ) {
        write("\(fromState)>\(toState) \(date.timeIntervalSince(BuilderTestBench.start))")
    }

    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
        write("error \((error as? HKError)?.code.rawValue ?? -1)")
    }

    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
        write("event \(event.type)")
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
    ) {
        write("begin \(workoutConfiguration.activityType)")
    }

    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
    ) {
        write("end \(workoutConfiguration.activityType)")
    }
}
