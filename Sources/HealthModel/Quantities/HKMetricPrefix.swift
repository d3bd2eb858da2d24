/// An SI prefix of a unit.
public enum HKMetricPrefix: Int, Hashable, Sendable {
    /// No prefix: the unit itself.
    case none = 0
    /// A millionth of a millionth, written `p`.
    case pico = 1
    /// A thousandth of a millionth, written `n`.
    case nano = 2
    /// A millionth, written `mc`.
    case micro = 3
    /// A thousandth, written `m`.
    case milli = 4
    /// A hundredth, written `c`.
    case centi = 5
    /// A tenth, written `d`.
    case deci = 6
    /// Ten, written `da`.
    case deca = 7
    /// A hundred, written `h`.
    case hecto = 8
    /// A thousand, written `k`.
    case kilo = 9
    /// A million, written `M`.
    case mega = 10
    /// A thousand million, written `G`.
    case giga = 11
    /// A million million, written `T`.
    case tera = 12
    /// A thousandth of a millionth of a millionth, written `f`.
    case femto = 13
}

extension HKMetricPrefix {
    /// Every prefix that has a symbol.
    static let named: [HKMetricPrefix] = [
        .femto, .pico, .nano, .micro, .milli, .centi, .deci, .deca, .hecto, .kilo, .mega, .giga, .tera,
    ]

    /// How the prefix is written in a unit string.
    var symbol: String {
        switch self {
        case .none: ""
        case .femto: "f"
        case .pico: "p"
        case .nano: "n"
        case .micro: "mc"
        case .milli: "m"
        case .centi: "c"
        case .deci: "d"
        case .deca: "da"
        case .hecto: "h"
        case .kilo: "k"
        case .mega: "M"
        case .giga: "G"
        case .tera: "T"
        }
    }

    /// The factor as a fraction of two whole numbers, because 1/1000 is no Double and 1000 is.
    var fraction: (numerator: Double, denominator: Double) {
        switch self {
        case .none: (1, 1)
        case .femto: (1, 1e15)
        case .pico: (1, 1e12)
        case .nano: (1, 1e9)
        case .micro: (1, 1e6)
        case .milli: (1, 1e3)
        case .centi: (1, 1e2)
        case .deci: (1, 1e1)
        case .deca: (1e1, 1)
        case .hecto: (1e2, 1)
        case .kilo: (1e3, 1)
        case .mega: (1e6, 1)
        case .giga: (1e9, 1)
        case .tera: (1e12, 1)
        }
    }
}
