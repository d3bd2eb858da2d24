import Foundation

/// The dates outside which a predicate picks nothing.
struct DateBounds: Equatable, Sendable {
    var lower: Date
    var upper: Date

    static let unbounded = DateBounds(lower: .distantPast, upper: .distantFuture)

    /// The bounds as a range, or nil if nothing can lie within.
    var range: ClosedRange<Date>? {
        lower.isOrdinary && upper.isOrdinary && lower <= upper ? lower...upper : nil
    }

    func intersection(_ other: DateBounds) -> DateBounds {
        DateBounds(lower: max(lower, other.lower), upper: min(upper, other.upper))
    }
}
