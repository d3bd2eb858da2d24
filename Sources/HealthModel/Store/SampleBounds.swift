package import Foundation

/// What a database can decide of samples by what it has indexed: when they are, which they are and whose they are.
///
/// Dates are seconds from 2001, because a date that is not a number is in order with every other date.
package struct SampleBounds: Equatable, Sendable {
    /// Only samples that start then or later.
    package var earliestStart = -Double.infinity
    /// Only samples that start before that.
    package var startLimit = Double.infinity
    /// Only samples that end then or later.
    package var earliestEnd = -Double.infinity
    /// Only samples that end by then.
    package var latestEnd = Double.infinity
    /// Only samples of these identities; nil for all.
    package var uuids: Set<UUID>?
    /// Only samples that belong to every one of these workouts.
    package var workouts: Set<UUID> = []

    /// Bounds that let everything through.
    package init() {}

    /// Lets only samples of some identities through.
    package init(uuids: Set<UUID>) {
        self.uuids = uuids
    }

    /// Lets only samples through that touch a time, ends included.
    package init(touching dates: ClosedRange<Date>) {
        startLimit = dates.upperBound.timeIntervalSinceReferenceDate.nextUp
        earliestEnd = dates.lowerBound.timeIntervalSinceReferenceDate
    }

    /// Lets only samples through that start in an interval, its end excluded.
    package init(startingIn dates: DateInterval) {
        earliestStart = dates.start.timeIntervalSinceReferenceDate
        startLimit = dates.end.timeIntervalSinceReferenceDate
    }

    /// Whether nothing can lie within.
    package var isEmpty: Bool {
        // Written so that a bound that is not a number lets nothing through.
        !(earliestStart < startLimit && earliestEnd <= latestEnd) || uuids?.isEmpty == true
    }

    /// Whether a sample lies within.
    package func contains(_ sample: HKSample) -> Bool {
        let start = sample.startDate.timeIntervalSinceReferenceDate
        let end = sample.endDate.timeIntervalSinceReferenceDate
        return start >= earliestStart && start < startLimit && end >= earliestEnd && end <= latestEnd
            && uuids?.contains(sample.uuid) ?? true
            && (workouts.isEmpty || workouts.isSubset(of: sample.workouts))
    }

    /// What lies within both.
    package func intersection(_ other: SampleBounds) -> SampleBounds {
        if isEmpty { return self }
        if other.isEmpty { return other }
        var both = SampleBounds()
        both.earliestStart = max(earliestStart, other.earliestStart)
        both.startLimit = min(startLimit, other.startLimit)
        both.earliestEnd = max(earliestEnd, other.earliestEnd)
        both.latestEnd = min(latestEnd, other.latestEnd)
        if let uuids, let others = other.uuids {
            both.uuids = uuids.intersection(others)
        } else {
            both.uuids = uuids ?? other.uuids
        }
        both.workouts = workouts.union(other.workouts)
        return both
    }
}
