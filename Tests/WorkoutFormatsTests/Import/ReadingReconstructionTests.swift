import Foundation
import HealthModel
import TestKit
import Testing
import WorkoutFormats

/// Random rides, written as our JSON and read again: how near the zones come that are counted again.
@Suite struct ReadingReconstructionTests {
    private static let second: Int64 = 1_000_000_000

    /// An hour in which a heart rate wanders about the limits of zones.
    ///
    /// - Parameters:
    ///   - seed: Of the numbers that are drawn.
    ///   - rate: How many readings there are in a second.
    ///   - gaps: How often the sensor is away for 15 to 70 seconds.
    /// - Returns: The ride, with zones.
    /// - Throws: `HKError` for zones that cannot be.
    private func ride(seed: UInt64, rate: Int64, gaps: Int) throws -> ExportedWorkout {
        var random = SplitMix64(seed: seed)
        var offsets: [Int64] = []
        var rates: [Double] = []
        var heartRate = 120.0
        // The clock of the sensor is not that of the machine, and packets come up to 20 ms late.
        let period = Self.second / rate + Int64.random(in: -500_000...500_000, using: &random)
        let phase = Int64.random(in: 0..<period, using: &random)
        let away = (0..<gaps).map { _ in
            let start = Int64.random(in: 60..<3500, using: &random)
            return start * Self.second..<(start + Int64.random(in: 15...70, using: &random)) * Self.second
        }
        var time = phase
        while time < 3600 * Self.second - 30_000_000 {
            if Int64.random(in: 0..<rate, using: &random) == 0 {
                let step = [-2, -1, -1, 0, 0, 0, 0, 1, 1, 2].randomElement(using: &random) ?? 0
                heartRate += Double(step) + (heartRate > 150 ? -1 : heartRate < 95 ? 1 : 0)
            }
            if !away.contains(where: { $0.contains(time) }) {
                offsets.append(time + Int64.random(in: 0..<20_000_000, using: &random))
                rates.append(heartRate)
            }
            time += period
        }
        let type = HKQuantityType(.heartRate)
        let series = WorkoutSeries(
            start: Date(timeIntervalSince1970: 1_796_014_800),
            columns: [
                type: SampleColumn(offsets: offsets, values: rates, durations: offsets.map { _ in 0 })
            ], elapsed: 3600 * Self.second)
        let zones = [
            type: try HKWorkoutZoneConfiguration(
                quantityType: type, edges: [105, 115, 120, 130], source: .user)
        ]
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        return ExportedWorkout(
            HKWorkout(
                uuid: UUID(), configuration: configuration, start: series.start,
                end: series.start.addingTimeInterval(3600), device: nil, metadata: [:], events: [],
                activities: [
                    HKWorkoutActivity(
                        uuid: UUID(), workoutConfiguration: configuration, start: series.start,
                        end: series.start.addingTimeInterval(3600), metadata: nil,
                        measured: MeasuredPart(of: series, zoneConfigurations: zones))
                ], series: series, zoneConfigurations: zones, sensors: []), rider: "Ada")
    }

    @Test(
        "Zones counted again of the file alone are near those that it was written with, and every second stays",
        arguments: [
            (rate: Int64(1), gaps: 0, bound: 4.0), (1, 12, 4.0), (4, 0, 6.0), (4, 12, 6.0),
        ])
    func zones(rate: Int64, gaps: Int, bound: Double) throws {
        let type = HKQuantityType(.heartRate)
        var (worst, worstPlain) = (0.0, 0.0)
        for seed in 1...2 {
            let exported = try ride(seed: UInt64(seed), rate: rate, gaps: gaps)
            let imported = try ImportedWorkout(
                contentsOf: WorkoutFormat.json.bytes(of: exported), named: "a file")
            let again = try imported.workout(profile: PersonalProfile())
            let expected = try #require(exported.workout.zoneGroup(for: type))
            let group = try #require(again.zoneGroup(for: type))
            for (zone, wanted) in zip(group.zoneDurations, expected.zoneDurations) {
                worst = max(worst, abs(zone.duration - wanted.duration))
            }
            // Without the zone durations nothing checks a reconstruction, and each mean stands for its second.
            let untold = String(decoding: WorkoutFormat.json.bytes(of: exported), as: UTF8.self)
                .replacing("\"zone_durations\"", with: "\"others\"")
            let plain = try ImportedWorkout(contentsOf: Array(untold.utf8), named: "a file")
                .workout(profile: PersonalProfile())
            for (zone, wanted) in zip(
                try #require(plain.zoneGroup(for: type)).zoneDurations, expected.zoneDurations)
            {
                worstPlain = max(worstPlain, abs(zone.duration - wanted.duration))
            }
            func series(_ workout: HKWorkout) -> [Double?] {
                workout.series.secondMeans(for: type).map { $0.map { ($0 * 10).rounded() / 10 } }
            }
            #expect(series(again) == series(exported.workout))
        }
        #expect(worst < worstPlain / 3, "zones differ by up to \(worst) s, by the means by \(worstPlain) s")
        #expect(worst < bound, "zones differ by up to \(worst) s")
    }
}
