import Foundation

/// Numbers as text that is the same in every language of the system.
enum NumberText {
    /// Beyond this a `Double` has no decimals to round, and an `Int64` soon no room.
    private static let limit = 1e15

    /// A number with so many decimals, halves away from zero.
    static func fixed(_ value: Double, decimals: Int) -> String {
        guard value.magnitude < limit else { return value.description }
        let unit = (0..<decimals).reduce(Int64(1)) { unit, _ in unit * 10 }
        let scaled = (value.magnitude * Double(unit)).rounded()
        guard scaled < limit else { return value.description }
        let (whole, fraction) = Int64(scaled).quotientAndRemainder(dividingBy: unit)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(whole) }
        let digits = String(fraction)
        return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
    }

    /// A number with at most one decimal, and none where it is whole.
    static func short(_ value: Double) -> String {
        let text = fixed(value, decimals: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Tenths of a percent as a percentage.
    static func percentage(tenths: Int64) -> String { "\(tenths / 10).\(tenths % 10) %" }

    /// Whole seconds as hours, minutes and seconds, such as `1:02:03`.
    static func clock(_ seconds: Int64) -> String {
        "\(seconds / 3600):" + padded(seconds / 60 % 60) + ":" + padded(seconds % 60)
    }

    /// A number of two digits at least.
    static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
