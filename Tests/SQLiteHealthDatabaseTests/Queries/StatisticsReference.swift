import Foundation
import HealthModel

/// Statistics of an interval as the rules of the project say, reading by reading, and slowly.
///
/// It looks at every reading for every interval, and uses nothing of the code that it is compared with.
struct StatisticsReference {
    private struct Reading {
        let offset: Int64
        let duration: Int64
        let value: Double
    }

    private(set) var measured: Int64 = 0
    private(set) var minimum: Double?
    private(set) var maximum: Double?
    private(set) var sum: Double?
    private(set) var mostRecent: Double?
    private(set) var mostRecentDates: DateInterval?
    private var weighted = 0.0
    private var plain: [Double] = []

    var average: Double? {
        if measured > 0, isWeighted { return weighted / Double(measured) }
        return plain.isEmpty ? nil : plain.reduce(0, +) / Double(plain.count)
    }

    private let isWeighted: Bool

    init(_ samples: [HKQuantitySample], _ type: HKQuantityType, in dates: DateInterval) {
        isWeighted = type.aggregationStyle == .discreteTemporallyWeighted
        let length = Self.offset(of: dates.end, from: dates.start)
        let hold: Int64 = type == HKQuantityType(.heartRate) ? 10_000_000_000 : 5_000_000_000
        let holdsOn = isWeighted ? Double(hold) / 1e9 : 0
        // A sample is asked in the intervals from that of its start to that in which it, or its last reading, ends.
        let asked = samples.filter { sample in
            let isMoment = sample.startDate == sample.endDate || sample.series != nil
            let end = sample.endDate.addingTimeInterval(isMoment ? holdsOn : 0)
            return sample.startDate < dates.end && (end > dates.start || sample.startDate >= dates.start)
        }
        let readings = Self.readings(asked, type, from: dates.start, keepsTies: !isWeighted)
        for (index, reading) in readings.enumerated() {
            let isInside = (0...length).contains(reading.offset)
            // Until when it speaks: for its own time, or for the hold limit, and a discrete one not into the next.
            var end = reading.offset + reading.duration
            if type.aggregationStyle != .cumulative {
                if reading.duration == 0 { end += hold }
                if index + 1 < readings.count { end = min(end, readings[index + 1].offset) }
            }
            let covered = max(0, min(end, length) - max(reading.offset, 0))
            guard isInside || covered > 0 else { continue }
            measured += covered
            mostRecent = reading.value
            mostRecentDates = DateInterval(
                start: dates.start.addingTimeInterval(Double(reading.offset) / 1e9),
                duration: Double(reading.duration) / 1e9)
            if type.aggregationStyle == .cumulative {
                let share = reading.duration > 0 ? Double(covered) / Double(reading.duration) : 1
                sum = (sum ?? 0) + reading.value * share
            } else {
                weighted += reading.value * Double(covered)
                plain.append(reading.value)
                minimum = min(minimum ?? .infinity, reading.value)
                maximum = max(maximum ?? -.infinity, reading.value)
            }
        }
    }

    /// Whole microseconds, in nanoseconds.
    private static func offset(of date: Date, from start: Date) -> Int64 {
        Int64((date.timeIntervalSince(start) * 1_000_000).rounded()) * 1_000
    }

    /// All readings in order of time; of a weighted type's at one instant the longest, and of those the highest.
    private static func readings(
        _ samples: [HKQuantitySample], _ type: HKQuantityType, from start: Date, keepsTies: Bool
    ) -> [Reading] {
        let all = samples.flatMap { sample in
            let origin = offset(of: sample.series?.origin ?? sample.startDate, from: start)
            guard let column = sample.series?.column else {
                return [
                    Reading(
                        offset: origin, duration: offset(of: sample.endDate, from: start) - origin,
                        value: sample.quantity.doubleValue(for: type.canonicalUnit))
                ]
            }
            return (0..<column.count).map {
                Reading(
                    offset: origin + column.offsets[$0], duration: column.durations[$0],
                    value: column.values[$0])
            }
        }.sorted { ($0.offset, $0.duration, $0.value) < ($1.offset, $1.duration, $1.value) }
        if keepsTies { return all }
        return all.enumerated().filter { index, reading in
            index + 1 == all.count || all[index + 1].offset > reading.offset
        }.map(\.element)
    }
}
