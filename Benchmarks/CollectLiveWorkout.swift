import Foundation
import HealthModel

extension Benchmark {
    /// Ten hours of heart rate, power and cadence at 4 Hz through a live builder as readings without objects.
    ///
    /// A whole replay of such a ride is promised in two seconds; this is the model's part of it.
    static let collectReadings = Benchmark(
        "collect readings live", unit: "samples", target: 225_000, runCount: 3
    ) {
        let ride = try await SimulatedRide()
        for tick in 0..<SimulatedRide.tickCount {
            for (type, value) in ride.values(at: tick) {
                ride.builder.collect(type, value: value, at: Int64(tick) * 250_000_000)
            }
            ride.look(at: tick)
        }
        return SimulatedRide.tickCount * ride.types.count
    }

    /// The same ride as sample objects, each added on its own.
    static let collectSamples = Benchmark("collect sample objects live", unit: "samples", runCount: 3) {
        let ride = try await SimulatedRide()
        for tick in 0..<SimulatedRide.tickCount {
            let date = ride.start.addingTimeInterval(Double(tick) / 4)
            for (type, value) in ride.values(at: tick) {
                let quantity = HKQuantity(unit: type.canonicalUnit, doubleValue: value)
                try await ride.builder.addSamples([
                    HKQuantitySample(type: type, quantity: quantity, start: date, end: date)
                ])
            }
            ride.look(at: tick)
        }
        return SimulatedRide.tickCount * ride.types.count
    }
}

/// A ride of ten hours whose builder has zones and a delegate, and is asked for its totals once a second.
private final class SimulatedRide {
    static let tickCount = 144_000

    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let types = [
        HKQuantityType(.heartRate), HKQuantityType(.cyclingPower), HKQuantityType(.cyclingCadence),
    ]
    let builder: HKLiveWorkoutBuilder
    private let session: HKWorkoutSession
    private let listener = Listener()

    init() async throws {
        let store = HKHealthStore(client: HKHealthStore.owner, database: InMemoryHealthDatabase())
        session = try HKWorkoutSession(healthStore: store, configuration: HKWorkoutConfiguration())
        builder = session.associatedWorkoutBuilder()
        builder.delegate = listener
        let edges = [SystemZones.defaultHeartRateBoundaries, [140, 190, 225, 260, 300]]
        for (type, edges) in zip(types, edges) {
            try await builder.setCustomZoneConfiguration(
                HKWorkoutZoneConfiguration(quantityType: type, edges: edges, source: .app), for: type)
        }
        try await builder.beginCollection(at: start)
    }

    func values(at tick: Int) -> Zip2Sequence<[HKQuantityType], [Double]> {
        zip(types, [120 + Double(tick / 40 % 60), 200 + Double(tick % 101), 85])
    }

    func look(at tick: Int) {
        guard tick.isMultiple(of: 4) else { return }
        _ = builder.zoneGroup(for: types[0])
        _ = builder.statistics(for: types[1])
    }

    private final class Listener: NSObject, HKLiveWorkoutBuilderDelegate {
        private var callCount = 0

        func workoutBuilder(
            _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
        ) { callCount += 1 }

        func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) { callCount += 1 }
    }
}
