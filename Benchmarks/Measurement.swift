/// What the runs of one benchmark gave, in units a second.
struct Measurement {
    /// What was measured.
    let name: String
    /// What one unit of work is.
    let unit: String
    /// The least that the project promises.
    let target: Double?
    /// The slowest run.
    let lowest: Double
    /// The run in the middle.
    let median: Double
    /// The fastest run.
    let highest: Double

    /// The measurement in columns: name, median, unit, spread, and whether the target is met.
    var line: String {
        let value = Self.grouped(median)
        var line = name + Self.padding(34 - name.count) + Self.padding(16 - value.count) + value
        line += " \(unit)/s   (\(Self.grouped(lowest)) ... \(Self.grouped(highest)))"
        if let target {
            line +=
                median >= target
                ? "   at least \(Self.grouped(target)): met" : "   below \(Self.grouped(target))"
        }
        return line
    }

    /// A whole number in groups of three digits.
    private static func grouped(_ value: Double) -> String {
        guard value.isFinite, value >= 0, value < 1e15 else { return "-" }
        let digits = String(Int(value.rounded()))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(" ") }
            text.append(digit)
        }
        return text
    }

    private static func padding(_ width: Int) -> String {
        String(repeating: " ", count: max(width, 0))
    }
}
