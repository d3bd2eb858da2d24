// Glibc brings the C mathematics library to the linker, which rounding needs.
import Glibc

/// A JSON value whose objects keep their keys in the order in which they were given.
///
/// It exists because Foundation's `JSONEncoder` and `JSONSerialization` cannot do that: they write keys in
/// hash order or sorted. The published shapes have an order that people read, and a stored document is
/// compared byte for byte, so the order is part of the text. Only writing lives here; reading JSON is
/// Foundation's.
package enum JSONValue: Hashable, Sendable {
    /// One key of an object with its value.
    package struct Member: Hashable, Sendable {
        /// The key, as it is written.
        package let key: String
        /// The value behind it.
        package let value: JSONValue

        /// Pairs a key with a value.
        package init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value that is known to be missing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A count or a code, written without a decimal point.
    case integer(Int64)
    /// A measure, always written with a decimal point or an exponent; one that is not finite is `null`.
    case number(Double)
    /// Any text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Keys with values in order; the caller sees to it that no key comes twice.
    case object([Member])
}

extension JSONValue {
    /// Wraps an integer, or `null` where it is missing.
    ///
    /// An integer beyond the range of `Int64` becomes the nearest ``number(_:)``.
    package init(_ value: (some BinaryInteger)?) {
        guard let value else {
            self = .null
            return
        }
        self = Int64(exactly: value).map(JSONValue.integer) ?? .number(Double(value))
    }

    /// Wraps a measure, or `null` where it is missing.
    package init(_ value: Double?) {
        self = value.map(JSONValue.number) ?? .null
    }

    /// Wraps a text, or `null` where it is missing.
    package init(_ value: String?) {
        self = value.map(JSONValue.string) ?? .null
    }

    /// Wraps a truth value, or `null` where it is missing.
    package init(_ value: Bool?) {
        self = value.map(JSONValue.bool) ?? .null
    }

    /// A measure rounded to a number of decimals, halves away from zero.
    ///
    /// The text never has more decimals than asked for as long as the value stays below 10^12, where a double
    /// still tells three decimals apart; larger ones are left as they are.
    package static func number(_ value: Double, decimals: Int) -> JSONValue {
        guard value.isFinite, value.magnitude < 1e12, (0...3).contains(decimals) else {
            return .number(value)
        }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return .number((value * scale).rounded() / scale)
    }

    /// A time in seconds with at most three decimals, from a whole number of milliseconds.
    ///
    /// Exact for every possible count of nanoseconds: an `Int64` of them is below 10^13 milliseconds, and a
    /// decimal of 15 digits or fewer survives the way through a `Double`.
    package static func seconds(milliseconds: Int64) -> JSONValue {
        .number(Double(milliseconds) / 1000)
    }

    /// A time in seconds with at most three decimals, from nanoseconds rounded half up to a millisecond.
    ///
    /// Times that must add up are rounded together instead, see `CumulativeRounding`.
    package static func seconds(nanoseconds: Int64) -> JSONValue {
        .seconds(milliseconds: CumulativeRounding.rounded(nanoseconds, unit: 1_000_000))
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Makes a text from a literal.
    package init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an object from a literal, in the literal's order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    /// Makes an array from a literal.
    package init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
