/// Reads a unit string such as `count/min`, `ml/(kg*min)` or `m^2`.
///
/// A product is written with `.`, `*` or `·`, a quotient with one `/` (the products on its sides bind first), a
/// power with `^`. Parentheses may stand around a product, not within others. `1` is the empty product: `1/s`.
struct UnitParser {
    private var rest: Substring
    private var isInParentheses = false

    private init(_ text: String) {
        rest = text[...]
    }

    /// The factors that a string names, in its order, or an error that says what doesn't belong.
    static func factors(of text: String) throws(HKError) -> [UnitFactor] {
        var parser = UnitParser(text)
        do {
            return try parser.quotient()
        } catch {
            throw HKError(.errorInvalidArgument, "\"\(text)\" is not a unit: \(error.reason).")
        }
    }

    private struct Refusal: Error {
        let reason: String
    }

    private mutating func quotient() throws(Refusal) -> [UnitFactor] {
        if rest.isEmpty { return [] }
        var factors = try product()
        if take("/") {
            factors += try product().map { $0.raised(to: -1) }
        }
        guard let extra = rest.first else { return factors }
        throw Refusal(reason: extra == "/" ? "it divides twice" : "'\(extra)' does not belong there")
    }

    private mutating func product() throws(Refusal) -> [UnitFactor] {
        var factors = try power()
        while take(".") || take("*") || take("·") {
            factors += try power()
        }
        return factors
    }

    private mutating func power() throws(Refusal) -> [UnitFactor] {
        let factors = try operand()
        guard take("^") else { return factors }
        let digits = rest.prefix { $0 == "-" || ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let exponent = Int(digits), exponent.magnitude < 100 else {
            throw Refusal(reason: "'\(digits)' is not a power")
        }
        return factors.map { $0.raised(to: exponent) }
    }

    private mutating func operand() throws(Refusal) -> [UnitFactor] {
        if take("1") { return [] }
        if !isInParentheses, take("(") {
            isInParentheses = true
            defer { isInParentheses = false }
            let factors = try product()
            guard take(")") else { throw Refusal(reason: "a parenthesis is not closed") }
            return factors
        }
        var name = rest.prefix { $0.isLetter || $0 == "_" || $0 == "%" }
        if rest.dropFirst(name.count).first == "<", let close = rest.firstIndex(of: ">") {
            name = rest[...close]
        }
        guard let symbol = UnitSymbol.named(String(name)) else {
            throw Refusal(reason: name.isEmpty ? "a symbol is missing" : "'\(name)' is no symbol")
        }
        rest = rest.dropFirst(name.count)
        return [UnitFactor(symbol: symbol, exponent: 1)]
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }
}
