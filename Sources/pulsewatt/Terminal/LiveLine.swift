import Bridge
import Foundation
import HealthModel
import WorkoutFormats

/// One line that shows a workout while it goes on: time, heart rate, zone, power, cadence, and a bar of the zones.
struct LiveLine {
    private static let barWidth = 20
    /// Neighbouring zones are told apart without colour as well.
    private static let shades: [Character] = ["░", "▒", "▓", "█"]

    private let reading: LiveReading
    private let isSimulated: Bool
    private let isColoured: Bool

    /// Makes the line of a reading.
    init(_ reading: LiveReading, isSimulated: Bool, isColoured: Bool) {
        self.reading = reading
        self.isSimulated = isSimulated
        self.isColoured = isColoured
    }

    /// The line, cut to a width in columns.
    func text(width: Int) -> String {
        var parts = [
            Self.time(reading.elapsed),
            Self.measured(reading.heartRate, "bpm"),
            "zone " + (reading.heartRateZone.map { String($0 + 1) } ?? "-"),
            Self.measured(reading.power, "W"),
            Self.measured(reading.cadence, "rpm"),
        ]
        if isSimulated { parts.append("SIMULATED") }
        let words = parts.joined(separator: "  ")
        guard words.count + Self.barWidth + 2 <= width else { return String(words.prefix(width)) }
        return words + "  " + bar
    }

    /// The shares of the zones so far, lowest first.
    private var bar: String {
        let durations = reading.heartRateZones?.zoneDurations.map(\.duration) ?? []
        let total = durations.reduce(0, +)
        guard total > 0 else { return "" }
        let colours = ZoneSummary.colours(count: durations.count)
        var bar = ""
        var filled = 0
        var passed = 0.0
        for (index, duration) in durations.enumerated() {
            passed += duration
            let end = Int((passed / total * Double(Self.barWidth)).rounded())
            let cells = String(repeating: Self.shades[index % Self.shades.count], count: end - filled)
            filled = end
            bar +=
                isColoured && !cells.isEmpty
                ? "\u{1B}[\(colours[index])m\(cells)\u{1B}[0m" : cells
        }
        return bar
    }

    /// `1:02:03` or `2:03`.
    static func time(_ nanoseconds: Int64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        // Lists have thousands of times: no format is read for each.
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60)
        return seconds >= 3600 ? "\(seconds / 3600):" + clock : clock
    }

    private static func measured(_ value: Double?, _ unit: String) -> String {
        let digits = value.map { String(Int($0.rounded())) } ?? "--"
        return String(repeating: " ", count: max(0, 3 - digits.count)) + digits + " " + unit
    }
}
