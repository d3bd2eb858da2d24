import Foundation
import HealthModel
import TestKit
import Testing

private typealias Bench = BuilderTestBench

/// Random workouts through the builder: samples of two types, pauses and activities, in any order of arrival.
@Suite struct BuilderPropertyTests {
    private struct Ride {
        var samples: [HKQuantitySample] = []
        var events: [HKWorkoutEvent] = []
        var activities: [HKWorkoutActivity] = []
        let length: Double
        let edges: [Double]

        init(seed: UInt64) {
            var generator = SplitMix64(seed: seed)
            func random(_ range: ClosedRange<Double>) -> Double {
                (Double.random(in: range, using: &generator) * 1000).rounded() / 1000
            }
            length = random(20...200)
            var edges: Set<Double> = []
            while edges.count < Int.random(in: 2...8, using: &generator) {
                edges.insert(random(60...200).rounded())
            }
            self.edges = edges.sorted()
            for type in [Bench.heartRate, Bench.power] {
                for _ in 0..<Int.random(in: 0...60, using: &generator) {
                    let start = random(0...length)
                    let duration = Bool.random(using: &generator) ? 0 : random(0...min(8, length - start))
                    let value = random(50...220).rounded()
                    samples.append(Bench.sample(value, at: start, lasting: duration, type: type))
                }
            }
            var time = random(0...length)
            while time < length {
                events.append(Bench.event(.pause, at: time))
                time += random(0...10)
                if time < length { events.append(Bench.event(.resume, at: time)) }
                time += random(0.001...60)
            }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let start = random(0...length)
                activities.append(
                    HKWorkoutActivity(
                        workoutConfiguration: HKWorkoutConfiguration(), start: Bench.date(start),
                        end: Bench.date(random(start...length)), metadata: nil))
            }
        }

        func finished(shuffledBy seed: UInt64?) async throws -> (
            live: [HKWorkoutZoneGroup?], workout: HKWorkout
        ) {
            let bench = try BuilderTestBench()
            let builder = bench.builder
            let types = [Bench.heartRate, Bench.power]
            for type in types {
                try await builder.setCustomZoneConfiguration(
                    HKWorkoutZoneConfiguration(quantityType: type, edges: edges, source: .app), for: type)
            }
            try await builder.beginCollection(at: Bench.start)
            if let seed {
                var generator = SplitMix64(seed: seed)
                let half = samples.count / 2
                let shuffled = samples.shuffled(using: &generator)
                for sample in shuffled[..<half] { try await builder.addSamples([sample]) }
                try await builder.addWorkoutEvents(events)
                for sample in shuffled[half...] {
                    _ = builder.zoneGroup(for: Bench.heartRate)
                    try await builder.addSamples([sample])
                }
            } else {
                try await builder.addWorkoutEvents(events)
                try await builder.addSamples(samples)
            }
            for activity in activities { try await builder.addWorkoutActivity(activity) }
            try await builder.endCollection(at: Bench.date(length))
            let live = types.map(builder.zoneGroup(for:))
            return (live, try #require(try await builder.finishWorkout()))
        }
    }

    @Test("Zones, no data and pauses are the elapsed time, live is finished, and arrival does not matter")
    func invariants() async throws {
        for seed in 0..<60 as Range<UInt64> {
            let ride = Ride(seed: seed)
            let (live, workout) = try await ride.finished(shuffledBy: nil)
            let (_, shuffled) = try await ride.finished(shuffledBy: seed + 1000)
            #expect(workout.series == shuffled.series, "seed \(seed)")
            let elapsed = Int64((ride.length * 1e6).rounded()) * 1000
            #expect(workout.activeDuration + workout.pausedDuration == elapsed, "seed \(seed)")
            for (type, live) in zip([Bench.heartRate, Bench.power], live) {
                let group = workout.zoneGroup(for: type)
                #expect((group == nil) == (workout.series.columns[type] == nil), "seed \(seed)")
                guard let group else { continue }
                let zones = group.zoneDurations.map(\.nanoseconds)
                #expect(zones.reduce(0, +) + group.noDataDuration == workout.activeDuration, "seed \(seed)")
                #expect(group.noDataDuration == workout.noDataDuration(for: type), "seed \(seed)")
                #expect(live?.zoneDurations.map(\.nanoseconds) == zones, "seed \(seed)")
                #expect(
                    shuffled.zoneGroup(for: type)?.zoneDurations.map(\.nanoseconds) == zones, "seed \(seed)")
                let again = workout.zoneGroup(countedBy: group.configuration)
                #expect(again?.zoneDurations.map(\.nanoseconds) == zones, "seed \(seed)")
            }
            for activity in workout.workoutActivities {
                let end = try #require(activity.endDate)
                let length = Int64((end.timeIntervalSince(activity.startDate) * 1e6).rounded()) * 1000
                // Each end is rounded to the microsecond on its own.
                let counted = activity.activeDuration + activity.pausedDuration
                #expect((counted - length).magnitude <= 1000, "seed \(seed)")
                guard let group = activity.zoneGroup(for: Bench.heartRate) else { continue }
                let zones = group.zoneDurations.map(\.nanoseconds).reduce(0, +)
                #expect(zones + group.noDataDuration == activity.activeDuration, "seed \(seed)")
            }
        }
    }
}
