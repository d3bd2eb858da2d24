extension WorkoutSeries {
    /// What the sensor said in each second of elapsed time: the time-means mean, nil without data or in a pause.
    ///
    /// The last second of a workout may be a part of one. One pass over the samples.
    package func secondMeans(for type: HKQuantityType) -> [Double?] {
        secondMeans(for: type, in: 0..<Int.max)
    }

    /// What the sensor said in each of some seconds of elapsed time; a pass over the samples that speak in them.
    func secondMeans(for type: HKQuantityType, in seconds: Range<Int>) -> [Double?] {
        let second: Int64 = 1_000_000_000
        let seconds = seconds.clamped(to: 0..<Int((elapsed + second - 1) / second))
        let count = seconds.count
        let begin = Int64(seconds.lowerBound) * second
        let end = min(Int64(seconds.upperBound) * second, elapsed)
        guard let column = columns[type], !column.isEmpty else {
            return [Double?](repeating: nil, count: count)
        }
        var means = [Double](repeating: 0, count: count)
        var measured = [Int64](repeating: 0, count: count)
        let coverage = coverage(of: type)
        // Each sample ends at the latest where the next begins: of those before the seconds only the last counts.
        let first = max(0, column.firstIndex(after: begin) - 1)
        for index in first..<max(first, column.firstIndex(after: end)) {
            let offset = column.offsets[index]
            let last = min(
                coverage.end(
                    of: offset, lasting: column.durations[index], next: column.offset(after: index)), end)
            var lower = max(offset, begin)
            while lower < last {
                let slot = Int((lower - begin) / second)
                let upper = min(last, begin + Int64(slot + 1) * second)
                let active = coverage.activeDuration(of: lower..<upper)
                // The running mean, not the sum: equal values give exactly that value.
                measured[slot] += active
                if active > 0 {
                    means[slot] +=
                        (column.values[index] - means[slot]) * (Double(active) / Double(measured[slot]))
                }
                lower = upper
            }
        }
        return zip(means, measured).map { $1 > 0 ? $0 : nil }
    }
}
