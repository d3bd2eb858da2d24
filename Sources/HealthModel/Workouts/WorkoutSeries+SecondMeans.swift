extension WorkoutSeries {
    /// What the sensor said in each second of elapsed time: the time-means mean, nil without data or in a pause.
    ///
    /// The last second of a workout may be a part of one. One pass over the samples.
    package func secondMeans(for type: HKQuantityType) -> [Double?] {
        let second: Int64 = 1_000_000_000
        let count = Int((elapsed + second - 1) / second)
        guard let column = columns[type], !column.isEmpty else {
            return [Double?](repeating: nil, count: count)
        }
        var means = [Double](repeating: 0, count: count)
        var measured = [Int64](repeating: 0, count: count)
        let coverage = coverage(of: type)
        for index in 0..<column.count {
            let offset = column.offsets[index]
            let end = min(
                coverage.end(
                    of: offset, lasting: column.durations[index], next: column.offset(after: index)), elapsed)
            var lower = offset
            while lower < end {
                let slot = Int(lower / second)
                let upper = min(end, Int64(slot + 1) * second)
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
