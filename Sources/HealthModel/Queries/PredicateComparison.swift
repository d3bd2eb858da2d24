public import Foundation

/// A type that knows which operators predicates compare with.
public protocol PredicateComparing {
    /// The operators.
    associatedtype Operator

    /// Whether two values in an order fulfil an operator.
    static func holds(_ order: ComparisonResult?, for comparison: Operator) -> Bool
}

/// The operators of Foundation's `NSComparisonPredicate`, with which HealthKit's predicates are made.
///
/// Foundation marks that class as deprecated on Linux, where its predicates do nothing; its operators are all that
/// HealthKit's signatures need. `Operator` names them without a warning: the compiler infers it from the one
/// function that may mention the class, being deprecated itself.
public enum PredicateComparison: PredicateComparing {
    /// Whether two values in an order fulfil an operator; nil is the order of values that have none.
    ///
    /// Operators that do not compare by order, such as `matches`, are never fulfilled.
    @available(*, deprecated, message: "Use holds(_:for:) of the protocol.")
    public static func holds(
        _ order: ComparisonResult?, for comparison: NSComparisonPredicate.Operator
    ) -> Bool {
        guard let order else { return comparison == .notEqualTo }
        switch comparison {
        case .lessThan: return order == .orderedAscending
        case .lessThanOrEqualTo: return order != .orderedDescending
        case .greaterThan: return order == .orderedDescending
        case .greaterThanOrEqualTo: return order != .orderedAscending
        case .equalTo: return order == .orderedSame
        case .notEqualTo: return order != .orderedSame
        default: return false
        }
    }
}

extension PredicateComparing {
    /// The same as `holds(_:for:)`, called through the protocol.
    static func isFulfilled(_ comparison: Operator, by order: ComparisonResult?) -> Bool {
        holds(order, for: comparison)
    }
}
