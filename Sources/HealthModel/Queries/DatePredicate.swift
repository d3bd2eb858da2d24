import Foundation

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
