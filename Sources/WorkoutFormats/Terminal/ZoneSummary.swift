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
        let type = group.configuration.quantityType
        let zones = group.configuration.zones
        let durations = group.zoneDurations.map(\.nanoseconds) + [group.noDataDuration]
        let seconds = CumulativeRounding.split(durations + [pausedDuration], unit: 1_000_000_000)
        let shares = Self.tenthsOfPercent(durations)
        let colours = Self.colours(count: zones.count) + [Self.dim]

        let labels =
            zones.map { ("\($0.index + 1)", Self.bounds($0, in: type.canonicalUnit)) } + [
                ("", "no data"), ("", "paused"),
            ]
        let times = seconds.map(Self.clock)
        let boundsWidth = labels.map(\.1.count).max() ?? 0
        let timeWidth = times.map(\.count).max() ?? 0
        // Two columns between any two, and "100.0 %" is seven wide.
        let barWidth = width - (2 + 1 + 2 + boundsWidth + 2 + timeWidth + 2 + 7 + 2)
        let longest = durations.max() ?? 0

        var lines = [Self.heading(type)]
        for (index, label) in labels.enumerated() {
            let isPaused = index == durations.count
            guard !isPaused || pausedDuration > 0 else { continue }
            var line = "  " + Self.left(label.0, 1) + "  " + Self.left(label.1, boundsWidth)
            line += "  " + Self.right(times[index], timeWidth)
            if !isPaused {
                line += "  " + Self.right("\(shares[index] / 10).\(shares[index] % 10) %", 7)
                let bar = Self.bar(durations[index], of: longest, width: barWidth)
                if !bar.isEmpty {
                    line += "  " + (isColoured ? "\u{1B}[\(colours[index])m\(bar)\u{1B}[0m" : bar)
                }
            }
            lines.append(line)
        }
        self.lines = lines
    }

    // MARK: Columns

    private static func heading(_ type: HKQuantityType) -> String {
        switch PublishedQuantity(type) {
        case .heartRate: "Heart-rate zones (bpm)"
        case .cyclingPower: "Power zones (W)"
        default: "Zones (\(type.canonicalUnit))"
        }
    }

    /// A zone's thresholds; the upper one is in the next zone.
    private static func bounds(_ zone: HKWorkoutZone, in unit: HKUnit) -> String {
        let minimum = zone.minimum?.value(in: unit).map(number)
        let maximum = zone.maximum?.value(in: unit).map(number)
        return switch (minimum, maximum) {
        case (nil, nil): "all"
        case (nil, let maximum?): "below \(maximum)"
        case (let minimum?, nil): "from \(minimum)"
        case (let minimum?, let maximum?): "\(minimum) – \(maximum)"
        }
    }

    private static func number(_ value: Double) -> String {
        let tenths = (10 * value).rounded()
        let text = (tenths / 10).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func clock(_ seconds: Int64) -> String {
        let parts = [seconds / 60 % 60, seconds % 60].map { right(String($0), 2).replacing(" ", with: "0") }
        return ([String(seconds / 3600)] + parts).joined(separator: ":")
    }

    private static func tenthsOfPercent(_ durations: [Int64]) -> [Int64] {
        let total = durations.reduce(0, +)
        guard total > 0 else { return durations.map { _ in 0 } }
        var end: Int64 = 0
        var roundedEnd: Int64 = 0
        return durations.map { duration in
            end += duration
            let start = roundedEnd
            roundedEnd = Int64((Double(end) / Double(total) * 1000).rounded())
            return roundedEnd - start
        }
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
