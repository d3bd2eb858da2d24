package import HealthModel

/// A quantity over the time of a workout, drawn with braille dots for a terminal.
///
/// The left axis has round values, the right one the numbers of the zones. Gaps and pauses are blank. Below, pauses
/// are dotted and laps begin at triangles.
package struct CurveChart {
    /// Fewer columns for the curve itself show nothing.
    private static let leastColumns = 10
    private static let dim = 2

    /// The heading and the drawing, without line ends; the heading alone where the width is too small for more.
    package let lines: [String]

    /// The lines with line feeds.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// Draws the curve of a type in a workout, or gives nil where no second of the type was measured.
    ///
    /// - Parameters:
    ///   - workout: the workout, with its series, zone configurations and events.
    ///   - type: a type that the workout document knows, such as heart rate or cycling power.
    ///   - width: the columns of the terminal.
    ///   - height: the rows of the curve, without heading and axis; 4 at least.
    ///   - isColoured: whether the curve has the colours of its zones, for ANSI terminals.
    package init?(
        _ workout: HKWorkout, type: HKQuantityType, width: Int, height: Int = 10, isColoured: Bool = false
    ) {
        guard let quantity = PublishedQuantity(type), let curve = WorkoutCurve(workout, quantity) else {
            return nil
        }
        self.init(curve, width: width, height: max(4, height), isColoured: isColoured)
    }

    private init(_ curve: WorkoutCurve, width: Int, height: Int, isColoured: Bool) {
        let heading = "\(curve.quantity.title) (\(curve.quantity.readingUnit))"
        let axis = curve.valueAxis(tickCount: max(5, height / 2 + 1))
        let labelWidth = axis.ticks.map { NumberText.fixed($0, decimals: 0).count }.max() ?? 0
        // Two columns before the labels, a space and the axis after them; a space and a digit for the zones.
        let columns = width - (2 + labelWidth + 2) - (curve.configuration == nil ? 0 : 2)
        guard columns >= Self.leastColumns else {
            lines = [heading]
            return
        }
        let plot = Plot(curve: curve, axis: axis, columns: columns, rows: height)
        let ticks = plot.tickRows
        let zones = plot.zoneRows
        let colours = ZoneSummary.colours(count: curve.configuration?.zones.count ?? 0)
        func coloured(_ text: String, _ zone: Int?) -> String {
            guard isColoured, let zone else { return text }
            return "\u{1B}[\(colours[zone])m\(text)\u{1B}[0m"
        }

        var lines = [heading]
        for row in 0..<height {
            let label = ticks[row].map { NumberText.fixed($0, decimals: 0) } ?? ""
            var line = "  " + String(repeating: " ", count: labelWidth - label.count) + label
            line += ticks[row] == nil ? " │" : " ┤"
            line += plot.runs(row: row).map { coloured($0.text, $0.zone) }.joined()
            if let zone = zones[row] { line += " " + coloured("\(zone + 1)", zone) }
            lines.append(Self.trimmed(line))
        }
        let margin = String(repeating: " ", count: 2 + labelWidth + 1)
        lines.append(margin + "└" + plot.timeLine)
        lines.append(Self.trimmed(margin + " " + plot.timeLabels))
        if let legend = plot.legend {
            lines.append(margin + " " + (isColoured ? "\u{1B}[\(Self.dim)m\(legend)\u{1B}[0m" : legend))
        }
        self.lines = lines
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
