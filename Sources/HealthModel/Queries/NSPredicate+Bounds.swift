import Foundation

extension NSPredicate {
    /// What lies outside the predicate does not pick; unbounded if it does not say.
    var sampleBounds: SampleBounds {
        parts.reduce(SampleBounds()) { $0.intersection(($1 as? BoundedPredicate)?.bounds ?? SampleBounds()) }
    }

    /// Whether the predicate picks all that lies within its bounds.
    var isDecidedByBounds: Bool { parts.allSatisfy { $0 is BoundedPredicate } }

    /// The dates that the predicate is about; unbounded if it does not say.
    var dateBounds: DateBounds {
        parts.reduce(.unbounded) { $0.intersection(($1 as? BoundedPredicate)?.dates ?? .unbounded) }
    }

    /// The predicates that all must pick a sample for this one to pick it.
    private var parts: [NSPredicate] {
        guard let compound = self as? NSCompoundPredicate, compound.compoundPredicateType == .and else {
            return [self]
        }
        return compound.subpredicates.flatMap(\.parts)
    }
}
