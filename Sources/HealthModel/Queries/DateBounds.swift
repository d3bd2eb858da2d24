import Foundation

/// The dates that a predicate is about.
struct DateBounds: Equatable, Sendable {
    var lower: Date
    var upper: Date

    static let unbounded = DateBounds(lower: .distantPast, upper: .distantFuture)

    func intersection(_ other: DateBounds) -> DateBounds {
        DateBounds(lower: max(lower, other.lower), upper: min(upper, other.upper))
    }
}
