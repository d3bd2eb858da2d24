import Foundation

/// A predicate that tells a database what it need not look at.
///
/// Its bounds let through exactly what it picks.
final class BoundedPredicate: NSPredicate {
    let bounds: SampleBounds
    /// The dates that it is about, over which statistics run.
    let dates: DateBounds

    init(
        _ bounds: SampleBounds, about dates: DateBounds = .unbounded,
        evaluating block: @escaping @Sendable (HKObject) -> Bool
    ) {
        self.bounds = bounds
        self.dates = dates
        super.init { object, _ in (object as? HKObject).map(block) ?? false }
    }

    /// Predicates made of code can't be archived.
    required init?(coder: NSCoder) { nil }
}
