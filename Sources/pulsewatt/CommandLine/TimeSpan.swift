/// A length of time as people type it: `90s`, `20m`, `1h30m`, `0.5s`, or a bare number of seconds.
struct TimeSpan: Equatable {
    /// The length in nanoseconds, more than 0.
    let nanoseconds: Int64

    /// What ``init(_:)`` reads, for error messages.
    static let wanted = "a time such as 90s, 20m or 1h30m"

    /// A year; longer ones are typing errors.
    private static let longest = 366.0 * 86_400

    private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]

    /// Reads a time; nil for anything that is none, that is 0 or longer than a year.
    init?(_ text: String) {
        var seconds = 0.0
        var number = ""
        var usedUnit = Double.infinity
        for character in text {
            if character.isASCII, character.isNumber || character == "." {
                number.append(character)
                continue
            }
            guard let unit = Self.units[character], unit < usedUnit, let value = Double(number) else {
                return nil
            }
            seconds += value * unit
            usedUnit = unit
            number = ""
        }
        if !number.isEmpty {
            guard usedUnit == .infinity, let value = Double(number) else { return nil }
            seconds = value
        }
        guard seconds > 0, seconds <= Self.longest else { return nil }
        nanoseconds = Int64((seconds * 1e9).rounded())
        guard nanoseconds > 0 else { return nil }
    }
}
