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

/// A predicate of samples by their dates, which tells a database what it need not look at.
final class DatePredicate: NSPredicate {
    let bounds: DateBounds

    init(bounds: DateBounds, evaluating block: @escaping @Sendable (HKSample) -> Bool) {
        self.bounds = bounds
        super.init { object, _ in (object as? HKSample).map(block) ?? false }
    }

    /// Predicates made of code can't be archived.
    required init?(coder: NSCoder) { nil }
}

extension NSPredicate {
    /// The dates that every sample touches that the predicate picks; unbounded if it does not say.
    var dateBounds: DateBounds {
        if let dates = self as? DatePredicate { return dates.bounds }
        guard let compound = self as? NSCompoundPredicate, compound.compoundPredicateType == .and else {
            return .unbounded
        }
        return compound.subpredicates.reduce(.unbounded) { $0.intersection($1.dateBounds) }
    }
}
