/// A symbol and how often it is multiplied into a unit.
struct UnitFactor: Sendable {
    let symbol: UnitSymbol
    let exponent: Int

    func raised(to power: Int) -> UnitFactor {
        UnitFactor(symbol: symbol, exponent: exponent &* power)
    }
}

extension UnitFactor: Equatable {
    static func == (left: UnitFactor, right: UnitFactor) -> Bool {
        left.exponent == right.exponent
            && (left.symbol === right.symbol || left.symbol.text == right.symbol.text)
    }
}
