import Foundation
import HealthModel
import WorkoutFormats

/// What a FIT file of a workout must say, worked out from the workout without the writer.
struct FITExpectation {
    let exported: ExportedWorkout
    let series: WorkoutSeries
    /// The first second on the file's clock, and the last.
    let start: Int64
    let end: Int64
    /// The seconds of elapsed time that are not paused throughout; the first where there are none.
    let seconds: [Int64]

    init(_ exported: ExportedWorkout) {
        self.exported = exported
        series = exported.workout.series
        // 1989-12-31 is 631 065 600 s after 1970. Before, the clock can only say that time passes.
        let unix = Int64(series.start.timeIntervalSince1970.rounded(.down))
        start = unix > 631_065_600 ? unix - 631_065_600 : 1
        end = start + series.elapsed / 1_000_000_000
        var active: [Int64] = []
        var second: Int64 = 0
        while second * 1_000_000_000 < series.elapsed {
            let last = min((second + 1) * 1_000_000_000, series.elapsed)
            let isPaused = series.pauses.contains {
                $0.lowerBound <= second * 1_000_000_000 && last <= $0.upperBound
            }
            if !isPaused { active.append(second) }
            second += 1
        }
        seconds = active.isEmpty ? [0] : active
    }

    // MARK: Records

    /// The means of all seconds with a record, rounded to a fraction; nil beyond a limit and below zero.
    func rounded(
        _ identifier: HKQuantityTypeIdentifier, upTo limit: Double, decimals: Double = 1
    ) -> [Double?] {
        let means = series.secondMeans(for: HKQuantityType(identifier))
        return seconds.map { second in
            guard let mean = means.indices.contains(Int(second)) ? means[Int(second)] : nil else {
                return nil
            }
            let value = (mean * decimals).rounded() / decimals
            return (0...limit).contains(value) ? value : nil
        }
    }

    /// What a rate has added up to when each second with a record begins.
    func totals(_ identifier: HKQuantityTypeIdentifier) -> [Double?] {
        guard let column = series.columns[HKQuantityType(identifier)] else { return seconds.map { _ in nil } }
        var perSecond = [Double](repeating: 0, count: Int(series.elapsed / 1_000_000_000) + 2)
        let pauses = series.pauses
        var pause = 0
        for index in 0..<column.count {
            let offset = column.offsets[index]
            while pause < pauses.count, pauses[pause].upperBound <= offset { pause += 1 }
            var end = min(offset + 5_000_000_000, series.elapsed)
            if index + 1 < column.count { end = min(end, column.offsets[index + 1]) }
            if pause < pauses.count {
                if pauses[pause].lowerBound <= offset { continue }
                end = min(end, pauses[pause].lowerBound)
            }
            var from = offset
            while from < end {
                let slot = from / 1_000_000_000
                let to = min(end, (slot + 1) * 1_000_000_000)
                perSecond[Int(slot)] += column.values[index] * Double(to - from) / 1e9
                from = to
            }
        }
        var sum = 0.0
        let before = perSecond.map { amount in
            defer { sum += amount }
            return sum
        }
        return seconds.map { before[Int($0)] }
    }

    // MARK: Sessions and laps

    /// In nanoseconds: the activities where there are several, else the whole.
    var sessions: [Range<Int64>] {
        let activities = exported.workout.workoutActivities
        guard activities.count > 1 else { return [0..<series.elapsed] }
        return activities.map { activity in
            let lower = WorkoutTime.nanoseconds(of: activity.startDate, since: series.start)
            let end = activity.endDate ?? series.start
            return lower..<WorkoutTime.nanoseconds(of: end, since: series.start)
        }
    }

    var laps: [Range<Int64>] {
        let presses = (exported.workout.workoutEvents ?? []).filter { $0.type == .lap }
            .map { WorkoutTime.nanoseconds(of: $0.dateInterval.start, since: series.start) }
        return sessions.flatMap { session in
            let edges = [session.lowerBound] + presses.filter(session.contains) + [session.upperBound]
            return zip(edges, edges.dropFirst()).map { $0..<$1 }
        }
    }

    /// A value with how far a file may be from it.
    struct Value {
        let value: Double?
        let tolerance: Double
    }

    struct Summary {
        let start: Int64
        let end: Int64
        private let elapsed: Double
        private let active: Double
        private let measured: MeasuredPart
        private let load: PowerLoad?

        init(_ expectation: FITExpectation, _ interval: Range<Int64>) {
            start = expectation.start + interval.lowerBound / 1_000_000_000
            end = expectation.start + interval.upperBound / 1_000_000_000
            elapsed = Double(interval.upperBound - interval.lowerBound) / 1e9
            measured = MeasuredPart(of: expectation.series, within: interval, zoneConfigurations: [:])
            active = Double(measured.activeDuration) / 1e9
            load = expectation.series.powerLoad(functionalThresholdPower: 250, within: interval)
        }

        /// The fields of a message by number; numbers of a lap differ from those of a session.
        static func fields(_ message: Int, _ summaries: [Summary]) -> [(Int, [Value])] {
            let isSession = message == 18
            var fields: [(Int, (Summary) -> Value)] = [
                (7, { Value(value: $0.elapsed, tolerance: 0.001) }),
                (8, { Value(value: $0.active, tolerance: 0.001) }),
                (isSession ? 16 : 15, { $0.whole(.heartRate, { $0.averageQuantity() }, 254) }),
                (isSession ? 17 : 16, { $0.whole(.heartRate, { $0.maximumQuantity() }, 254) }),
                (isSession ? 64 : 63, { $0.whole(.heartRate, { $0.minimumQuantity() }, 254) }),
                (isSession ? 20 : 19, { $0.whole(.cyclingPower, { $0.averageQuantity() }, 65_534) }),
                (isSession ? 21 : 20, { $0.whole(.cyclingPower, { $0.maximumQuantity() }, 65_534) }),
                (isSession ? 34 : 33, { Value(value: $0.load?.normalizedPower, tolerance: 0.5) }),
                (isSession ? 48 : 41, { Value(value: $0.load.map { 1000 * $0.work }, tolerance: 0.51) }),
                (isSession ? 14 : 13, { $0.speed { $0.averageQuantity() } }),
                (isSession ? 15 : 14, { $0.speed { $0.maximumQuantity() } }),
            ]
            if isSession {
                fields.append((35, { Value(value: $0.load?.trainingStressScore, tolerance: 0.051) }))
                fields.append((36, { Value(value: $0.load?.intensityFactor, tolerance: 0.00051) }))
            }
            return fields.map { field, value in (field, summaries.map(value)) }
        }

        private func figure(
            _ identifier: HKQuantityTypeIdentifier, _ figure: (HKStatistics) -> HKQuantity?
        ) -> Double? {
            let type = HKQuantityType(identifier)
            return measured.statistics[type].flatMap(figure)?.value(in: type.canonicalUnit)
        }

        /// A whole number; missing where it does not fit.
        private func whole(
            _ identifier: HKQuantityTypeIdentifier, _ read: (HKStatistics) -> HKQuantity?, _ limit: Double
        ) -> Value {
            let value = figure(identifier, read)?.rounded()
            return Value(value: value.flatMap { (0...limit).contains($0) ? $0 : nil }, tolerance: 0)
        }

        private func speed(_ read: (HKStatistics) -> HKQuantity?) -> Value {
            Value(value: figure(.cyclingSpeed, read), tolerance: 0.00051)
        }
    }
}
