import HealthKit

@MainActor
final class WorkoutManager: NSObject {
    let store: HKHealthStore
    private(set) var session: HKWorkoutSession?
    private(set) var builder: HKLiveWorkoutBuilder?
    private(set) var currentZone: Int?
    private(set) var history: [String] = []

    init(store: HKHealthStore) {
        self.store = store
    }

    func start(at date: Date) async throws {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = .indoor

        let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
        let builder = session.associatedWorkoutBuilder()
        session.delegate = self
        builder.delegate = self
        builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
        self.session = session
        self.builder = builder

        session.startActivity(with: date)
        try await builder.beginCollection(at: date)
    }

    func finish(at date: Date) async throws -> HKWorkout? {
        session?.stopActivity(with: date)
        try await builder?.endCollection(at: date)
        let workout = try await builder?.finishWorkout()
        session?.end()
        return workout
    }

    private func show(zone: Int?, previous: Int?, total: TimeInterval) {
        currentZone = zone
        let name = zone.map { "zone \($0 + 1)" } ?? "no zone"
        let before = previous.map { "zone \($0 + 1)" } ?? "no zone"
        history.append("\(before) to \(name), \(Int(total)) s in zones")
    }
}

extension WorkoutManager: HKLiveWorkoutBuilderDelegate {
    nonisolated func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    ) {
        guard let group = zoneUpdate.zoneGroup,
            group.configuration.quantityType == HKQuantityType(.heartRate)
        else { return }
        let zone = zoneUpdate.currentZoneDuration?.zone.index
        let previous = zoneUpdate.previousZoneDuration?.zone.index
        let total = group.zoneDurations.reduce(0) { $0 + $1.duration }
        Task { @MainActor in
            guard builder === workoutBuilder else { return }
            show(zone: zone, previous: previous, total: total)
        }
    }

    nonisolated func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
    ) {}

    nonisolated func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}

extension WorkoutManager: HKWorkoutSessionDelegate {
    nonisolated func workoutSession(
        _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState, date: Date
    ) {}

    nonisolated func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}
}
