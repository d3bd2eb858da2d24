import Foundation
import HealthModel
import Testing
import WorkoutFormats

/// Every hard workout as TCX, CSV and GoldenCheetah's JSON, read by programs that are not ours.
@Suite(
    .enabled(
        if: IndependentReading.tools != nil,
        "PULSEWATT_PYTHON_TOOLS does not name the Python tools; `make test` sets it"))
struct IndependentReadingTests {
    /// The means of each second of a quantity, in the unit of the model; nil where nothing was measured.
    private func means(_ workout: HKWorkout, _ identifier: HKQuantityTypeIdentifier) -> [Double?] {
        workout.series.secondMeans(for: HKQuantityType(identifier))
    }

    /// The values that whole numbers of a range can hold, without the missing ones.
    private func whole(_ values: [Double?], in range: ClosedRange<Double>) -> [Int] {
        values.compactMap { value in
            value.flatMap { range.contains($0.rounded()) ? Int($0.rounded()) : nil }
        }
    }

    @Test("Two TCX parsers find every value that TCX can hold, once", arguments: HardWorkouts.allCases)
    func tcxValues(hard: HardWorkouts) throws {
        // A lap or a pause within a second repeats its value; here laps and pauses are on full seconds.
        let workout = try hard.exported.workout
        let read = try IndependentReading.reading(of: hard).tcx
        let heartRate = whole(means(workout, .heartRate), in: 1...255)
        let power = whole(means(workout, .cyclingPower), in: 0...65_535)
        #expect(read.heartRate.compactMap(\.self) == heartRate)
        #expect(read.otherHeartRate == heartRate)
        #expect(read.power.compactMap(\.self) == power)
        #expect(read.otherPower == power)
        #expect(read.cadence.compactMap(\.self) == whole(means(workout, .cyclingCadence), in: 0...254))
        #expect(
            read.speed.compactMap(\.self)
                == means(workout, .cyclingSpeed).compactMap(\.self).map { ($0 * 1000).rounded() / 1000 })
    }

    @Test(
        "Two TCX parsers find the times of a point each active second, and the end",
        arguments: HardWorkouts.allCases)
    func tcxTimes(hard: HardWorkouts) throws {
        let series = try hard.exported.workout.series
        let read = try IndependentReading.reading(of: hard).tcx
        let start = Int64((series.start.timeIntervalSince1970 * 1000).rounded())
        #expect(read.milliseconds == read.otherTimes)
        #expect(read.milliseconds == read.milliseconds.sorted())
        #expect(read.milliseconds.last == start + series.elapsed / 1_000_000)
        let active = series.activeDuration(within: series.interval)
        #expect(abs(read.otherDuration - Double(active) / 1e9) < 0.0005)
        if series.elapsed > 0, !series.pauses.contains(where: { $0.lowerBound == 0 }) {
            #expect(read.milliseconds.first == start)
        }
    }

    @Test(
        "The distance in TCX is the sum of the speed over the time",
        arguments: [HardWorkouts.ordinary, .twoHundredLaps])
    func tcxDistance(hard: HardWorkouts) throws {
        // Pauses and laps lie on full seconds, so each second's speed counts for a second; only the first, which has
        // its first reading after 0.25 s, is taken as a whole one.
        let speeds = means(try hard.exported.workout, .cyclingSpeed).compactMap(\.self)
        let read = try IndependentReading.reading(of: hard).tcx
        #expect(abs(read.distance - speeds.reduce(0, +)) < 0.01)
    }

    @Test(
        "Python's csv reads a row a second with every value, and blanks for what is missing",
        arguments: HardWorkouts.allCases)
    func csv(hard: HardWorkouts) throws {
        let workout = try hard.exported.workout
        let read = try IndependentReading.reading(of: hard).csv
        #expect(
            read.header == [
                "time", "elapsed_s", "heart_rate_bpm", "power_w", "cadence_rpm", "speed_mps",
                "balance_left_pct",
                "zone_hr", "zone_power",
            ])
        #expect(read.rows.allSatisfy { $0.count == 9 })
        #expect(read.rows.map { $0[1] } == (0..<read.rows.count).map(String.init))
        #expect(Int64(read.rows.count) == (workout.series.elapsed + 999_999_999) / 1_000_000_000)
        let columns: [(Int, HKQuantityTypeIdentifier, Double, Double)] = [
            (2, .heartRate, 1, 10), (3, .cyclingPower, 1, 10), (4, .cyclingCadence, 1, 10),
            (5, .cyclingSpeed, 1, 1000), (6, .pedalPowerBalance, 100, 10),
        ]
        for (column, identifier, factor, scale) in columns {
            let expected = means(workout, identifier).map { mean in
                mean.map { (factor * $0 * scale).rounded() / scale }
            }
            #expect(read.rows.map { $0[column].isEmpty ? nil : Double($0[column]) } == expected)
        }
        // The rider rests at 50 and is 40: edges at 50 + 130 × 60, 70, 80, 90 %; the threshold is 250 W.
        let edges: [(Int, HKQuantityTypeIdentifier, [Double])] = [
            (7, .heartRate, [128, 141, 154, 167]), (8, .cyclingPower, [137.5, 187.5, 225, 262.5, 300]),
        ]
        for (column, identifier, edges) in edges {
            let expected = means(workout, identifier).map { mean in
                mean.map { value in String(edges.filter { $0 <= value }.count) } ?? ""
            }
            #expect(read.rows.map { $0[column] } == expected)
        }
    }

    @Test("Python's csv reads every RR interval", arguments: HardWorkouts.allCases)
    func intervals(hard: HardWorkouts) throws {
        let read = try IndependentReading.reading(of: hard).rr
        #expect(read.header == ["time", "elapsed_s", "rr_ms"])
        let expected = try hard.exported.workout.series.heartbeats.intervalRuns.flatMap(\.self)
        #expect(read.rows.count == expected.count)
        for (row, interval) in zip(read.rows, expected) {
            #expect(abs((Double(row[2]) ?? 0) - interval) < 0.0006)
        }
    }

    @Test(
        "Python's json reads GoldenCheetah's ride by its grammar with every value",
        arguments: HardWorkouts.allCases)
    func ride(hard: HardWorkouts) throws {
        let exported = try hard.exported
        let read = try IndependentReading.reading(of: hard).ride
        let samples = read.samples ?? []
        let columns: [(String, HKQuantityTypeIdentifier, Double, Double)] = [
            ("HR", .heartRate, 1, 10), ("WATTS", .cyclingPower, 1, 10), ("CAD", .cyclingCadence, 1, 10),
            ("KPH", .cyclingSpeed, 3.6, 1000), ("LRBALANCE", .pedalPowerBalance, 100, 10),
        ]
        for (key, identifier, factor, scale) in columns {
            let expected = means(exported.workout, identifier).compactMap { mean in
                mean.map { (factor * $0 * scale).rounded() / scale }
            }
            #expect(samples.compactMap { $0[key] } == expected)
        }
        let seconds = samples.compactMap { $0["SECS"] }
        #expect(seconds.count == samples.count)
        #expect(seconds == seconds.sorted())
        let intervals = exported.workout.series.heartbeats.intervalRuns.flatMap(\.self).count
        #expect(read.series?.first?.samples.count ?? 0 == intervals)
        #expect(read.tags["Athlete"] == (exported.rider ?? "") + " ")
    }
}
