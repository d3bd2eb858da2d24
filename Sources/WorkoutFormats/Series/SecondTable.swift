import HealthModel

/// A workout's measured values as a table with a row for each second from its start: what CSV, TCX and others write.
///
/// A value is the time-weighted mean of what the sensor said in that second; it is missing without data and in a pause.
/// The last row may be a part of a second.
struct SecondTable {
    /// How many rows there are.
    let count: Int

    private let columns: [[Double?]]

    /// Works the rows out.
    init(_ series: WorkoutSeries) {
        count = Int((series.elapsed + 999_999_999) / 1_000_000_000)
        columns = PublishedQuantity.allCases.map { quantity in
            guard let column = series.columns[quantity.type], !column.isEmpty else { return [] }
            return series.secondMeans(for: quantity.type)
        }
    }

    /// Whether a sensor provided a quantity.
    func has(_ quantity: PublishedQuantity) -> Bool { !columns[quantity.index].isEmpty }

    /// A value in the model's unit; nil where it is missing and outside the rows.
    func value(_ quantity: PublishedQuantity, at row: Int) -> Double? {
        let column = columns[quantity.index]
        return column.indices.contains(row) ? column[row] : nil
    }

    /// How far the wheel came up to each row, in metres, from the speed; a second without one adds nothing.
    ///
    /// There is one more than there are rows: the last is the whole distance.
    func distances(_ series: WorkoutSeries) -> [Double] {
        let coverage = series.coverage(of: PublishedQuantity.cyclingSpeed.type)
        var distance = 0.0
        var distances = [distance]
        for (row, speed) in columns[PublishedQuantity.cyclingSpeed.index].enumerated() {
            let start = Int64(row) * 1_000_000_000
            let active = coverage.activeDuration(of: start..<min(start + 1_000_000_000, series.elapsed))
            distance += (speed ?? 0) * Double(active) / 1e9
            distances.append(distance)
        }
        return distances
    }
}
