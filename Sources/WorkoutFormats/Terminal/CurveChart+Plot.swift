import HealthModel

extension CurveChart {
    /// What lies between the axes of a chart, and the axes' own marks, cell by cell.
    struct Plot {
        private static let lapMark: Character = "▲"
        private static let pauseMark: Character = "·"

        private let curve: WorkoutCurve
        private let axis: ValueAxis
        private let columns: Int
        private let rows: Int
        private let envelope: [ClosedRange<Double>?]
        private var grid: BrailleGrid

        init(curve: WorkoutCurve, axis: ValueAxis, columns: Int, rows: Int) {
            self.curve = curve
            self.axis = axis
            self.columns = columns
            self.rows = rows
            grid = BrailleGrid(columns: columns, rows: rows)
            envelope = curve.envelope(columns: grid.width)
            draw()
        }

        private mutating func draw() {
            var previous: ClosedRange<Int>?
            for (column, values) in envelope.enumerated() {
                guard let values else {
                    previous = nil
                    continue
                }
                let dots = dot(values.upperBound)...dot(values.lowerBound)
                var joined = dots
                // What is steep is joined to the column before it, so that the curve has no holes.
                if let previous {
                    if previous.upperBound + 1 < dots.lowerBound {
                        joined = (previous.upperBound + 1)...dots.upperBound
                    } else if dots.upperBound + 1 < previous.lowerBound {
                        joined = dots.lowerBound...(previous.lowerBound - 1)
                    }
                }
                grid.fill(column: column, rows: joined)
                previous = dots
            }
        }

        /// The row of dots of a value, from the top.
        private func dot(_ value: Double) -> Int {
            Int(((1 - axis.share(of: value)) * Double(grid.height - 1)).rounded())
        }

        // MARK: Curve

        /// The text of a row in pieces of one zone each; blanks belong to none.
        func runs(row: Int) -> [(text: String, zone: Int?)] {
            var runs: [(text: String, zone: Int?)] = []
            for column in 0..<columns {
                let character = grid.character(column: column, row: row)
                let zone = character == " " ? nil : zone(column: column, row: row)
                if let last = runs.last, last.zone == zone {
                    runs[runs.count - 1].text.append(character)
                } else {
                    runs.append((String(character), zone))
                }
            }
            return runs
        }

        /// The zone of what a cell shows: of its column's values the one that is nearest to the middle of its row.
        private func zone(column: Int, row: Int) -> Int? {
            guard let configuration = curve.configuration else { return nil }
            let middle = axis.value(at: 1 - (4 * Double(row) + 1.5) / Double(grid.height - 1))
            let ranges = envelope[2 * column...2 * column + 1].compactMap { $0 }
            let nearest = ranges.map { min(max(middle, $0.lowerBound), $0.upperBound) }
                .min { abs($0 - middle) < abs($1 - middle) }
            return nearest.map(configuration.boundaries.zone)
        }

        // MARK: Axes

        /// The tick beside each row, where it has one.
        var tickRows: [Double?] {
            var result = [Double?](repeating: nil, count: rows)
            for tick in axis.ticks { result[dot(tick) / 4] = tick }
            return result
        }

        /// The zone that each row names: a zone is named in the middle of what the axis shows of it.
        var zoneRows: [Int?] {
            var result = [Int?](repeating: nil, count: rows)
            guard let edges = curve.configuration?.boundaries.edges else { return result }
            for zone in 0...edges.count {
                let lower = max(axis.lower, zone > 0 ? edges[zone - 1] : axis.lower)
                let upper = min(axis.upper, zone < edges.count ? edges[zone] : axis.upper)
                guard lower < upper else { continue }
                let row = dot((lower + upper) / 2) / 4
                if result[row] == nil { result[row] = zone }
            }
            return result
        }

        private func column(at nanoseconds: Int64) -> Int {
            guard curve.elapsed > 0 else { return 0 }
            let share = Double(nanoseconds) / Double(curve.elapsed)
            return min(columns - 1, max(0, Int(share * Double(columns))))
        }

        private var lapStarts: [Int] { curve.laps.dropFirst().map { column(at: $0.lowerBound) } }

        /// The lower axis with ticks, pauses and laps.
        var timeLine: String {
            var cells = [Character](repeating: "─", count: columns)
            for tick in timeAxis.ticks { cells[column(at: tick.seconds * 1_000_000_000)] = "┬" }
            for pause in curve.pauses {
                for cell in column(at: pause.lowerBound)...column(at: pause.upperBound - 1) {
                    cells[cell] = Self.pauseMark
                }
            }
            for cell in lapStarts { cells[cell] = Self.lapMark }
            return String(cells)
        }

        /// The times below the lower axis, each under its tick as far as there is room.
        var timeLabels: String {
            var line = ""
            for tick in timeAxis.ticks {
                let centre = column(at: tick.seconds * 1_000_000_000)
                let start = min(max(0, centre - tick.text.count / 2), columns - tick.text.count)
                guard line.isEmpty || start > line.count else { continue }
                line += String(repeating: " ", count: max(0, start - line.count)) + tick.text
            }
            return line
        }

        private var timeAxis: TimeAxis {
            TimeAxis(elapsed: curve.elapsed, tickCount: max(2, columns / 10))
        }

        /// What the marks on the lower axis mean, where there are any.
        var legend: String? {
            let parts = [
                lapStarts.isEmpty ? nil : "\(Self.lapMark) lap",
                curve.pauses.isEmpty ? nil : "\(Self.pauseMark) paused",
            ]
            return parts.contains { $0 != nil } ? parts.compactMap { $0 }.joined(separator: "   ") : nil
        }
    }
}
