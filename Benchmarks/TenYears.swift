import Bridge
import Foundation
import HealthModel
import SQLiteHealthDatabase

/// Ten years of a rider that nobody rode: 3,000 workouts, ten million samples, the same on every machine.
///
/// The simulator rides them, packet by packet, and each is recorded as a live workout is: heart rate and RR intervals of
/// the strap, power, cadence and speed of the meter, the dropout of the strap. The meter is heard once a second, as most
/// meters send, and packets arrive up to 30 ms late, to the microsecond, as they do over the air; what came at even times
/// would take less room than it does in life.
enum TenYears {
    static let workoutCount = 3_000
    static let sampleCount = 10_000_000
    /// What all its workouts are counted by anew.
    static let boundaries = ZoneBoundaries([100, 120, 140, 160])

    private static let second: Int64 = 1_000_000_000
    private static let start = Date(timeIntervalSince1970: 1_451_606_400)
    private static let revision = HKSourceRevision(
        source: HKSource(name: "benchmarks", bundleIdentifier: "benchmarks"), version: nil)

    /// What is known of the rider, so that zones, TRIMP and TSS follow.
    private static let profile = PersonalProfile(
        characteristics: PersonalCharacteristics(
            dateOfBirth: DateComponents(year: 1986, month: 5, day: 1), biologicalSex: .female),
        restingHeartRate: 52, functionalThresholdPower: 220)

    /// Stores them in a new database, as finished workouts are: each with the samples that stand for its series.
    ///
    /// - Returns: how many samples were stored, and how long that took.
    static func store(in database: SQLiteHealthDatabase) async throws -> (samples: Int, seconds: Double) {
        try await profile.tell(database, at: start)
        var noise = Noise(state: 2_026)
        var samples = 0
        var ridden: Int64 = 0
        var seconds = 0.0
        let clock = ContinuousClock()
        var batch: [(workout: HKWorkout, samples: [HKSample])] = []
        for number in 0..<workoutCount {
            // What is left, over the workouts that are left, from half of that to half more.
            let fair = Double(sampleCount - samples) / Double(workoutCount - number)
            let share = number == workoutCount - 1 ? 1 : 0.5 + noise.unit()
            // Samples a second, as far as one knows; about six.
            let rate = ridden == 0 ? 6 : Double(samples) / Double(ridden)
            let length = max(60, Int64(fair * share / rate))
            let workout = try await workout(number, seconds: length, &noise)
            ridden += length
            samples +=
                workout.series.columns.values.reduce(0) { $0 + $1.count }
                + workout.series.heartbeats.count
            batch.append((workout, workout.series.samples(of: workout.uuid, device: nil) { _ in true }))
            if number % 50 == 49 || number == workoutCount - 1 {
                let started = clock.now
                try database.insert(batch.flatMap { [$0.workout] + $0.samples }, savedBy: revision)
                seconds += (clock.now - started) / .seconds(1)
                for (workout, samples) in batch {
                    try database.relate(samples.map(\.uuid), toWorkout: workout.uuid)
                }
                batch.removeAll()
            }
        }
        return (samples, seconds)
    }

    private static func workout(
        _ number: Int, seconds: Int64, _ noise: inout Noise
    ) async throws -> HKWorkout {
        let start = start.addingTimeInterval(Double(number) * 105_120 + Double(number % 12) * 3_600)
        let plan = WorkoutPlan(
            isIndoor: number % 3 == 0, timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt,
            isSimulated: true,
            profile: profile)
        let recorder = try await WorkoutRecorder(
            plan: plan, start: start, startNanoseconds: 0, identifier: noise.uuid())
        var (tick, lateness): (Int64, Int64) = (0, 0)
        for event in SimulatedRide(duration: seconds * second, seed: UInt64(number)) {
            // The simulated meter sends four times a second.
            if case .notification = event.kind, event.nanoseconds % second != 0 { continue }
            // What was sent in one moment arrives in its order.
            if event.nanoseconds != tick {
                (tick, lateness) = (event.nanoseconds, noise.next(below: 30_001) * 1_000)
            }
            try await recorder.record(event.shifted(by: lateness))
        }
        return try await recorder.finish(at: seconds * second).workout
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
