import Foundation
import HealthModel
import SQLiteHealthDatabase

/// Ten years of a rider that nobody rode: 3,000 workouts, ten million samples, the same on every machine.
///
/// Times come as a radio's: about once a second, to the microsecond, 15 ms to and fro. Heart rates and powers are whole
/// numbers; a cadence is that of a crank's counter, in 1024ths of a second; every tenth workout has its beats.
enum TenYears {
    static let workoutCount = 3_000
    static let sampleCount = 10_000_000
    /// What all its workouts are counted by anew.
    static let boundaries = ZoneBoundaries([100, 120, 140, 160])

    private static let second: Int64 = 1_000_000_000
    private static let start = Date(timeIntervalSince1970: 1_451_606_400)
    private static let revision = HKSourceRevision(
        source: HKSource(name: "benchmarks", bundleIdentifier: "benchmarks"), version: nil)

    /// Stores them in a new database, as finished workouts are: each with the samples that stand for its series.
    ///
    /// - Returns: how many samples were stored, and how long that took.
    static func store(in database: SQLiteHealthDatabase) throws -> (samples: Int, seconds: Double) {
        var noise = Noise(state: 2_026)
        var samples = 0
        var seconds = 0.0
        let clock = ContinuousClock()
        var batch: [HKSample] = []
        for number in 0..<workoutCount {
            // What is left, over the workouts that are left, from half of that to half more.
            let fair = Double(sampleCount - samples) / Double(workoutCount - number)
            let share = number == workoutCount - 1 ? 1 : 0.5 + noise.unit()
            let workout = try workout(number, samples: Int(fair * share), &noise)
            samples +=
                workout.series.columns.values.reduce(0) { $0 + $1.count }
                + workout.series.heartbeats.count
            batch += [workout] + workout.series.samples(of: workout.uuid, device: nil) { _ in true }
            if number % 50 == 49 || number == workoutCount - 1 {
                let started = clock.now
                try database.insert(batch, savedBy: revision)
                seconds += (clock.now - started) / .seconds(1)
                batch.removeAll()
            }
        }
        return (samples, seconds)
    }

    private static func workout(
        _ number: Int, samples: Int, _ noise: inout Noise
    ) throws -> HKWorkout {
        let hasBeats = number % 10 == 0
        // Two beats a second are the rule of a ride.
        let length = max(60, samples / (hasBeats ? 5 : 3))
        let start = start.addingTimeInterval(Double(number) * 105_120 + Double(number % 12) * 3_600)
        var (rates, powers, cadences) = (Column(), Column(), Column())
        var rate = 95.0
        for second in 0..<length {
            let power = max(0, (second / 120 % 2 == 1 ? 260 : 150) + noise.unit() * 60 - 30)
            rate += (70 + 0.4 * power - rate) / 30
            rates.add(rate.rounded(), at: second, &noise)
            powers.add(power.rounded(), at: second, &noise)
            let ticks = Int64(61_440 / (82 + power / 40)) + noise.next(below: 9) - 4
            cadences.add(60 * 1024 / Double(ticks), at: second, &noise)
        }
        let series = WorkoutSeries(
            start: start,
            columns: [
                HKQuantityType(.heartRate): rates.samples, HKQuantityType(.cyclingPower): powers.samples,
                HKQuantityType(.cyclingCadence): cadences.samples,
            ], heartbeats: hasBeats ? beats(during: Int64(length) * second, &noise) : HeartbeatColumn(),
            elapsed: Int64(length) * second)
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .cycling
        configuration.locationType = number % 3 == 0 ? .indoor : .outdoor
        return HKWorkout(
            uuid: noise.uuid(), configuration: configuration, start: start,
            end: WorkoutTime.date(at: series.elapsed, since: start), device: nil,
            metadata: [HKMetadataKeyTimeZone: "Europe/Berlin"], events: [], activities: [], series: series,
            zoneConfigurations: [
                HKQuantityType(.heartRate): try HKWorkoutZoneConfiguration(
                    quantityType: HKQuantityType(.heartRate), edges: [91, 114, 136, 158], source: .app)
            ])
    }

    private static func beats(during elapsed: Int64, _ noise: inout Noise) -> HeartbeatColumn {
        var offsets: [Int64] = []
        var time: Int64 = 400_000_000
        while time < elapsed {
            offsets.append(time)
            // In 1024ths of a second, to the microsecond.
            time += (460 + noise.next(below: 41)) * 976_562 / 1_000 * 1_000
        }
        return HeartbeatColumn(offsets: offsets, precededByGap: offsets.indices.map { $0 == 0 })
    }

    /// One sample a second, as a radio brings them.
    private struct Column {
        private var offsets: [Int64] = []
        private var values: [Double] = []

        mutating func add(_ value: Double, at second: Int, _ noise: inout Noise) {
            offsets.append(Int64(second) * TenYears.second + noise.next(below: 30_001) * 1_000)
            values.append(value)
        }

        var samples: SampleColumn {
            SampleColumn(
                offsets: offsets, values: values, durations: [Int64](repeating: 0, count: values.count))
        }
    }

    /// A small generator that is the same everywhere (SplitMix64 by Steele, Lea, Flood, 2014).
    private struct Noise {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }

        mutating func next(below limit: UInt64) -> Int64 { Int64(next() % limit) }

        mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

        mutating func uuid() -> UUID {
            var bytes = (next(), next())
            return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
    }
}
