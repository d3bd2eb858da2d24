// Glibc brings the C mathematics library to the linker, which rounding needs.
import Glibc

/// Numbers as text that every program reads the same, whatever its language: a point, no groups, no exponent.
extension [UInt8] {
    /// Appends text as UTF-8.
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends text as UTF-8.
    mutating func append(text: String) {
        append(contentsOf: text.utf8)
    }

    /// Appends a whole number.
    mutating func append(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(magnitude: number.magnitude, digits: 1)
    }

    /// Appends a whole number with zeros before it, so that it has at least a number of digits.
    mutating func append(magnitude: UInt64, digits: Int) {
        var length = 1
        var bound: UInt64 = 10
        while length < 19, magnitude >= bound {
            length += 1
            bound *= 10
        }
        if magnitude >= bound { length = 20 }
        // Room first, then digits from the back: a division by a constant is a multiplication.
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(length, digits)))
        var rest = magnitude
        var index = count - 1
        while rest > 0 {
            self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
    }

    /// Appends a measure, rounded to a number of decimals, halves away from zero; zeros at its end are left out.
    ///
    /// - Parameters:
    ///   - value: the measure, of a magnitude below 10^12.
    ///   - decimals: 0 to 3.
    /// - Returns: whether it was appended; what is not finite or too large to have decimals is not.
    @discardableResult
    mutating func append(_ value: Double, decimals: Int) -> Bool {
        guard value.magnitude < 1e12, (0...3).contains(decimals) else { return false }
        var scale: UInt64 = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = UInt64((value.magnitude * Double(scale)).rounded())
        if value < 0, scaled > 0 { append(UInt8(ascii: "-")) }
        append(magnitude: scaled / scale, digits: 1)
        var fraction = scaled % scale
        guard fraction > 0 else { return true }
        var digits = decimals
        while fraction % 10 == 0 {
            fraction /= 10
            digits -= 1
        }
        append(UInt8(ascii: "."))
        append(magnitude: fraction, digits: digits)
        return true
    }

    /// Appends milliseconds as seconds with the decimals that they have.
    mutating func append(milliseconds: Int64) {
        if milliseconds < 0 { append(UInt8(ascii: "-")) }
        append(Double(milliseconds.magnitude) / 1000, decimals: 3)
    }
}
