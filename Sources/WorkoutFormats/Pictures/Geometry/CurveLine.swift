/// Turns the seconds of a curve into lines that a picture can draw, as many points as can be told apart.
struct CurveLine {
    /// How many seconds a rolling mean spans.
    static let meanWindow = 30

    /// The width of a second in units of the picture.
    let secondWidth: Double
    /// The place of a second on the time axis.
    let x: (Int) -> Double
    /// The place of a value on its axis.
    let y: (Double) -> Double

    /// The lines through the values of some seconds; nil breaks a line where the break can be seen.
    ///
    /// Of all seconds within one unit of width the first, the last, the lowest and the highest are kept, which draws
    /// the same picture as all of them (Jugel and others 2014, "M4").
    func runs(through values: [Double?]) -> [[CurvePoint]] {
        var runs: [[CurvePoint]] = []
        var run: [CurvePoint] = []
        var group = Group()
        var last = -1
        for (second, value) in values.enumerated() {
            guard let value else { continue }
            if last >= 0, last < second - 1, Double(second - last - 1) * secondWidth >= 1 {
                runs.append(run + points(of: group))
                run = []
                group = Group()
            }
            let column = Int(x(second))
            if column != group.column {
                run += points(of: group)
                group = Group(column: column)
            }
            group.add(second, value)
            last = second
        }
        if last >= 0 { runs.append(run + points(of: group)) }
        return runs
    }

    private func points(of group: Group) -> [CurvePoint] {
        group.kept.map { CurvePoint(x: x($0.second), y: y($0.value)) }
    }

    /// The mean of what was measured in the half minute around each second; nil where the second itself was not.
    static func rollingMeans(_ values: [Double?]) -> [Double?] {
        var sums = [0.0]
        var counts = [0]
        for value in values {
            sums.append(sums[sums.count - 1] + (value ?? 0))
            counts.append(counts[counts.count - 1] + (value == nil ? 0 : 1))
        }
        return values.indices.map { second in
            guard values[second] != nil else { return nil }
            let lower = max(0, second - meanWindow / 2)
            let upper = min(values.count, second + meanWindow / 2)
            let mean = (sums[upper] - sums[lower]) / Double(counts[upper] - counts[lower])
            return mean.isFinite ? mean : values[second]
        }
    }

    /// The seconds in one unit of width.
    private struct Group {
        var column = -1
        private var first: (second: Int, value: Double)?
        private var last: (second: Int, value: Double)?
        private var lowest: (second: Int, value: Double)?
        private var highest: (second: Int, value: Double)?

        init(column: Int = -1) {
            self.column = column
        }

        mutating func add(_ second: Int, _ value: Double) {
            if first == nil { first = (second, value) }
            last = (second, value)
            if value < lowest?.value ?? .infinity { lowest = (second, value) }
            if value > highest?.value ?? -.infinity { highest = (second, value) }
        }

        /// What is kept, in order of time, each second once.
        var kept: [(second: Int, value: Double)] {
            let all = [first, lowest, highest, last].compactMap { $0 }.sorted { $0.second < $1.second }
            return all.enumerated().filter { $0 == 0 || all[$0 - 1].second != $1.second }.map(\.element)
        }
    }
}
