import Foundation
import HealthModel
import Testing

private typealias Bench = BuilderTestBench

@Suite struct BuilderConcurrencyTests {
    @Test(
        "Many tasks can add, ask and pause at once; the totals are those of the samples, and the delegate is called one at a time"
    )
    func manyTasks() async throws {
        let bench = try BuilderTestBench()
        let listener = OverlapListener()
        bench.builder.delegate = listener
        try await bench.begin()
        let (builder, session) = (bench.builder, bench.session)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    for index in 0..<200 {
                        // Each task has its own instants; together there is a sample every 0.1 s up to 120 s.
                        let tenths = index * 6 + task
                        let value = Double(90 + tenths % 70)
                        if task.isMultiple(of: 2) {
                            builder.collect(Bench.heartRate, value: value, at: Int64(tenths) * 100_000_000)
                        } else {
                            try? await builder.addSamples([Bench.sample(value, at: Double(tenths) / 10)])
                        }
                    }
                }
            }
            group.addTask {
                for _ in 0..<100 {
                    _ = builder.zoneGroup(for: Bench.heartRate)
                    _ = builder.statistics(for: Bench.heartRate)
                    _ = builder.allStatistics
                    _ = builder.workoutActivities
                    _ = builder.elapsedTime
                    _ = builder.collectedSeries()
                    _ = builder.metadata
                    _ = session.state
                    await Task.yield()
                }
            }
            group.addTask {
                for index in 0..<20 {
                    session.pause(at: Bench.date(30 + Double(index)))
                    session.resume(at: Bench.date(30.5 + Double(index)))
                    builder.dataSource = nil
                    try? await builder.addMetadata(["round": index])
                    await Task.yield()
                }
            }
        }
        try await builder.endCollection(at: Bench.date(120))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.series.columns[Bench.heartRate]?.count == 1200)
        // 20 pauses of half a second from 30 s on; at the resume a sample is due, so nothing is without data.
        #expect(workout.pausedDuration == 10_000_000_000)
        let group = try #require(workout.zoneGroup(for: Bench.heartRate))
        #expect(group.zoneDurations.map(\.nanoseconds).reduce(0, +) + group.noDataDuration == 110_000_000_000)
        #expect(!listener.hasOverlapped)
        #expect(listener.callCount >= 1200)
    }

    @Test("A delegate that adds samples from its call is called again, not within itself")
    func reentrance() async throws {
        let bench = try BuilderTestBench()
        let listener = OverlapListener()
        listener.addsMore = true
        bench.builder.delegate = listener
        try await bench.begin()
        bench.builder.collect(Bench.heartRate, value: 100, at: 0)
        #expect(bench.builder.collectedSeries().columns[Bench.heartRate]?.count == 5)
        #expect(!listener.hasOverlapped)
    }
}

/// Notices when it is called while it is being called.
private final class OverlapListener: NSObject, HKLiveWorkoutBuilderDelegate, Sendable {
    private struct Counts {
        var calls = 0
        var running = 0
        var hasOverlapped = false
        var addsMore = false
    }

    private let counts = ObservedMutex(Counts())

    var callCount: Int { counts.withLock { $0.calls } }
    var hasOverlapped: Bool { counts.withLock { $0.hasOverlapped } }
    var addsMore: Bool {
        get { counts.withLock { $0.addsMore } }
        set { counts.withLock { $0.addsMore = newValue } }
    }

    func workoutBuilder(
        _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
    ) {
        let next = counts.withLock { counts -> Int? in
            counts.calls += 1
            counts.running += 1
            if counts.running > 1 { counts.hasOverlapped = true }
            return counts.addsMore && counts.calls < 5 ? counts.calls : nil
        }
        if let next {
            workoutBuilder.collect(Bench.heartRate, value: 100, at: Int64(next) * 1_000_000_000)
        }
        counts.withLock { $0.running -= 1 }
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}
