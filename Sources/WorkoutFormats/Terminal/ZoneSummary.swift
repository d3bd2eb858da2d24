package import HealthModel

/// The zones of a workout as rows for a terminal: bounds, time, share and a bar.
///
/// People count zones from 1. Shares are of the active time; they and the times are rounded together, so that the
/// rows of zones and missing data add up to 100 % and to the active time. The longest row has the longest bar.
package struct ZoneSummary {
    /// The heading and the rows, without line ends.
    package let lines: [String]

    /// The lines with line feeds.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// Lays out a group of zones.
    ///
    /// - Parameters:
    ///   - group: the zones with the time in each.
    ///   - pausedDuration: the paused time in nanoseconds; it has its row where there is any.
    ///   - width: the columns of the terminal; bars take what the figures leave, and none if that is too little.
    ///   - isColoured: whether bars have the colours of ANSI terminals.
    package init(_ group: HKWorkoutZoneGroup, pausedDuration: Int64 = 0, width: Int, isColoured: Bool = false)
    {
        let distribution = ZoneDistribution(group, pausedDuration: pausedDuration)
        let rows = distribution.rows
        let colours = Self.colours(count: distribution.zoneCount)
        let times = rows.map { NumberText.clock($0.seconds) }
        // "paused" is there or not; the columns are as wide either way.
        let labelWidth = max("no data".count, rows.map(\.label.count).max() ?? 0)
        let timeWidth = times.map(\.count).max() ?? 0
        // Two columns between any two, and "100.0 %" is seven wide.
        let barWidth = width - (2 + 1 + 2 + labelWidth + 2 + timeWidth + 2 + 7 + 2)
        let longest = rows.filter { $0.tenthsOfPercent != nil }.map(\.duration).max() ?? 0

        var lines = ["\(distribution.heading.title) (\(distribution.heading.unit))"]
        for (row, time) in zip(rows, times) {
            var line = "  " + (row.zone.map { "\($0 + 1)" } ?? " ") + "  " + Self.left(row.label, labelWidth)
            line += "  " + Self.right(time, timeWidth)
            if let tenths = row.tenthsOfPercent {
                line += "  " + Self.right(NumberText.percentage(tenths: tenths), 7)
                let bar = Self.bar(row.duration, of: longest, width: barWidth)
                let colour = row.zone.map { colours[$0] } ?? Self.dim
                if !bar.isEmpty { line += "  " + (isColoured ? "\u{1B}[\(colour)m\(bar)\u{1B}[0m" : bar) }
            }
            lines.append(line)
        }
        self.lines = lines
    }

    /// A bar in eighths of a column; any time at all has at least one.
    private static func bar(_ duration: Int64, of longest: Int64, width: Int) -> String {
        guard duration > 0, width >= 4 else { return "" }
        let eighths = max(1, Int((Double(duration) / Double(longest) * Double(8 * width)).rounded()))
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    // MARK: Colours

    private static let dim = 2

    /// The colours of zones from rest to the limit, spread over as many zones as there are.
    package static func colours(count: Int) -> [Int] {
        // Grey, blue, cyan, green, bright green, yellow, bright red, red, magenta.
        let scale = [90, 34, 36, 32, 92, 33, 91, 31, 35]
        return (0..<count).map { scale[$0 * (scale.count - 1) / max(1, count - 1)] }
    }
}
