import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// Random workouts from fixed seeds: the written times add up in every part.
@Suite struct WorkoutDocumentSumTests {
    /// A workout with samples, pauses, laps and activities at times off the grid of milliseconds.
    static func randomWorkout(seed: UInt64) throws -> HKWorkout {
        var random = SplitMix64(seed: seed)
        let start = Date(timeIntervalSince1970: 1_796_000_000 + Double.random(in: 0...1, using: &random))
        let elapsed = Int64.random(in: 0...300_000_000, using: &random) * 1000
        func moments(_ count: ClosedRange<Int>) -> [Int64] {
            (0..<Int.random(in: count, using: &random))
                .map { _ in Int64.random(in: 0...(elapsed / 1000), using: &random) * 1000 }.sorted()
        }
        func column(_ values: ClosedRange<Double>) -> SampleColumn {
            let offsets = moments(0...200)
            return SampleColumn(
                offsets: offsets, values: offsets.map { _ in Double.random(in: values, using: &random) },
                durations: offsets.map { _ in 0 })
        }
        let edges = moments(0...6)
        let pauses = stride(from: 0, to: edges.count - edges.count % 2, by: 2).map {
            edges[$0]..<edges[$0 + 1]
        }
        let series = WorkoutSeries(
            start: start,
            columns: [
                HKQuantityType(.heartRate): column(60...190), HKQuantityType(.cyclingPower): column(0...500),
            ],
            heartbeats: HeartbeatColumn(
                offsets: moments(0...50), precededByGap: [Bool](repeating: false, count: 50)),
            pauses: pauses, elapsed: elapsed)
        let configurations = [
            HKQuantityType(.heartRate): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.heartRate), edges: [91, 114, 136, 158], source: .app),
            HKQuantityType(.cyclingPower): try HKWorkoutZoneConfiguration(
                quantityType: HKQuantityType(.cyclingPower), edges: [137.5, 187.5, 225, 262.5, 300],
                source: .user),
        ]
        let laps = moments(0...5).map { offset in
            HKWorkoutEvent(
                type: .lap,
                dateInterval: DateInterval(start: WorkoutTime.date(at: offset, since: start), duration: 0),
                metadata: nil)
        }
        let splits = [0] + moments(0...2) + [elapsed]
        let activities = zip(splits, splits.dropFirst()).map { lower, upper in
            HKWorkoutActivity(
                uuid: UUID(), workoutConfiguration: HKWorkoutConfiguration(),
                start: WorkoutTime.date(at: lower, since: start),
                end: WorkoutTime.date(at: upper, since: start),
                metadata: nil,
                measured: MeasuredPart(of: series, within: lower..<upper, zoneConfigurations: configurations))
        }
        return HKWorkout(
            configuration: HKWorkoutConfiguration(), start: start,
            end: WorkoutTime.date(at: elapsed, since: start), device: nil, metadata: nil, events: laps,
            activities: activities, series: series, zoneConfigurations: configurations)
    }

    @Test(
        "Active and paused make elapsed, zones and no data make active, to the millisecond", arguments: 0..<60
    )
    func sums(seed: Int) throws {
        let workout = try Self.randomWorkout(seed: UInt64(seed))
        let value = WorkoutDocument(workout, timeZone: .gmt).value
        let parts =
            [value] + (value["activities"]?.elements ?? []) + (value["laps"]?.elements ?? [])
        for part in parts {
            let duration = try #require(part["duration"])
            let elapsed = try #require(duration["elapsed_s"]?.milliseconds)
            let active = try #require(duration["active_s"]?.milliseconds)
            let paused = try #require(duration["paused_s"]?.milliseconds)
            #expect(active >= 0 && paused >= 0)
            #expect(active + paused == elapsed)
            for key in part["zone_groups"]?.keys ?? [] {
                let group = try #require(part["zone_groups"]?[key])
                let durations = try #require(group["zone_durations"]).elements.map {
                    try #require($0["duration_s"]?.milliseconds)
                }
                let noData = try #require(group["no_data_s"]?.milliseconds)
                #expect(durations.reduce(noData, +) == active)
                #expect(durations.allSatisfy { $0 >= 0 } && noData >= 0)
            }
            if let start = part["start_s"]?.milliseconds, let end = part["end_s"]?.milliseconds {
                #expect(end - start == elapsed)
            }
            if case .string(let start) = part["start"], case .string(let end) = part["end"] {
                let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                let distance = try format.parse(end).timeIntervalSince(format.parse(start))
                #expect(Int64((distance * 1000).rounded()) == elapsed)
            }
        }
        let laps = value["laps"]?.elements ?? []
        #expect(laps.isEmpty || laps.first?["start_s"]?.milliseconds == 0)
        #expect(laps.isEmpty || laps.last?["end_s"] == value["duration"]?["elapsed_s"])
        for (lap, next) in zip(laps, laps.dropFirst()) { #expect(lap["end_s"] == next["start_s"]) }
        let count = value["series"]?["t_s"]?.elements.count
        for key in value["series"]?.keys ?? [] {
            #expect(value["series"]?[key]?.elements.count == count)
        }
    }
}
