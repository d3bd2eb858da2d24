import Foundation
import HealthModel
import WorkoutFormats

extension Benchmark {
    /// A ride of six hours with a reading a second of five quantities, as a FIT file.
    static let writeFIT = Benchmark("write FIT, 6 h ride", unit: "files", target: 50) {
        let exported = try FITRide.exported.get()
        let rounds = 5
        for _ in 0..<rounds { consume(WorkoutFormat.fit.bytes(of: exported).count) }
        return rounds
    }

    /// The same file read back into the workout, checked against its records.
    static let readFIT = Benchmark("read it back", unit: "files") {
        let bytes = WorkoutFormat.fit.bytes(of: try FITRide.exported.get())
        consume(try ImportedWorkout(fit: bytes, named: "ride").series.columns.count)
        return 1
    }
}

/// The ride that FIT files are measured with.
enum FITRide {
    /// Six hours, a reading a second of each quantity, and heartbeats.
    static let exported = Result { try make() }

    private static func make() throws -> ExportedWorkout {
        let seconds = 6 * 3600
        let offsets = (0..<seconds).map { Int64($0) * 1_000_000_000 + 250_000_000 }
        func column(_ value: (Int) -> Double) -> SampleColumn {
            SampleColumn(
                offsets: offsets, values: (0..<seconds).map(value),
                durations: [Int64](repeating: 0, count: seconds))
        }
        let start = Date(timeIntervalSince1970: 1_782_799_200)
        let beats = (0..<(2 * seconds)).map { Int64($0) * 500_000_000 + Int64($0 % 7) * 1_000_000 }
        let series = WorkoutSeries(
            start: start,
            columns: [
                HKQuantityType(.heartRate): column { Double(120 + $0 / 60 % 50) },
                HKQuantityType(.cyclingPower): column { Double(150 + $0 * 37 % 200) },
                HKQuantityType(.cyclingCadence): column { 80 + Double($0 * 13 % 40) / 3 },
                HKQuantityType(.cyclingSpeed): column { 8 + Double($0 * 11 % 50) / 17 },
                HKQuantityType(.pedalPowerBalance): column { 0.45 + Double($0 % 20) / 200 },
            ],
            heartbeats: HeartbeatColumn(
                offsets: beats, precededByGap: [Bool](repeating: false, count: beats.count)),
            elapsed: Int64(seconds) * 1_000_000_000)
        let zones = [
            HKQuantityType(.heartRate): SystemZones.heartRate(age: 40, restingHeartRate: 50),
            HKQuantityType(.cyclingPower): SystemZones.cyclingPower(functionalThresholdPower: 250),
        ].compactMapValues(\.self)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        let workout = HKWorkout(
            configuration: configuration, start: start,
            end: WorkoutTime.date(at: series.elapsed, since: start), device: nil, metadata: nil, events: [],
            activities: [], series: series, zoneConfigurations: zones)
        return ExportedWorkout(workout, rider: "Ada")
    }
}
