import Foundation
import HealthModel
import WorkoutFormats

extension Benchmark {
    /// Writing and reading a ride of six hours, one reading a second and every heartbeat, in each format.
    static let workoutFiles: [Benchmark] =
        WorkoutFormat.allCases.map(writeWorkout) + [WorkoutFormat.json, .tcx, .csv].map(importWorkout)

    private static func writeWorkout(_ format: WorkoutFormat) -> Benchmark {
        // The promise: a ride as JSON in less than 60 ms.
        Benchmark(
            "write 6 h as \(format.rawValue)", unit: "rides", target: format == .json ? 1000.0 / 60 : nil
        ) {
            let rounds = 5
            for _ in 0..<rounds { consume(format.bytes(of: sixHours).count) }
            return rounds
        }
    }

    private static func importWorkout(_ format: WorkoutFormat) -> Benchmark {
        Benchmark("import 6 h of \(format.rawValue)", unit: "rides") {
            guard let bytes = files[format] else { return 0 }
            let rounds = 3
            for _ in 0..<rounds {
                let imported = try ImportedWorkout(contentsOf: bytes, named: "ride")
                consume(
                    Int(truncatingIfNeeded: try imported.workout(profile: PersonalProfile()).activeDuration))
            }
            return rounds
        }
    }

    /// Made once, in the run that is not measured.
    private static let sixHours = ExportedWorkout(makeSixHours(), rider: "rider")
    private static let files = Dictionary(
        uniqueKeysWithValues: WorkoutFormat.allCases.map { ($0, $0.bytes(of: sixHours)) })

    /// A ride of six hours with values that move as a rider's do.
    private static func makeSixHours() -> HKWorkout {
        let seconds = 6 * 3600
        let second: Int64 = 1_000_000_000
        let start = Date(timeIntervalSince1970: 1_782_799_200)
        func column(_ value: (Double) -> Double) -> SampleColumn {
            SampleColumn(
                offsets: (0..<seconds).map { Int64($0) * second + second / 4 },
                values: (0..<seconds).map { value(Double($0)) },
                durations: [Int64](repeating: 0, count: seconds))
        }
        var beats: [Int64] = []
        var beat: Int64 = second / 2
        while beat < Int64(seconds) * second {
            beats.append(beat)
            beat += 430_000_000 + Int64((40_000_000 * sin(Double(beat) / 7e9)).rounded())
        }
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        let zones = [
            HKQuantityType(.heartRate): try? SystemZones.defaultHeartRate(),
            HKQuantityType(.cyclingPower): SystemZones.cyclingPower(functionalThresholdPower: 250),
        ].compactMapValues(\.self)
        return HKWorkout(
            configuration: configuration, start: start, end: start.addingTimeInterval(Double(seconds)),
            device: nil,
            metadata: [HKMetadataKeyTimeZone: "Europe/Berlin"], events: [], activities: [],
            series: WorkoutSeries(
                start: start,
                columns: [
                    HKQuantityType(.heartRate): column { (130 + 40 * sin($0 / 97)).rounded() },
                    HKQuantityType(.cyclingPower): column { (210 + 120 * sin($0 / 41)).rounded() },
                    HKQuantityType(.cyclingCadence): column { (170 + 20 * sin($0 / 23)).rounded() / 2 },
                    HKQuantityType(.cyclingSpeed): column { 9 + 3 * sin($0 / 61) },
                ],
                heartbeats: HeartbeatColumn(
                    offsets: beats, precededByGap: beats.indices.map { $0 == 0 }),
                elapsed: Int64(seconds) * second),
            zoneConfigurations: zones)
    }
}
