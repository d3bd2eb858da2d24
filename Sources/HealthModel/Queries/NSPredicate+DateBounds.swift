import Foundation

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
