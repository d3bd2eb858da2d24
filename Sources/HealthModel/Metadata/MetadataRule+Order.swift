import Foundation

extension Comparable {
    /// How the value lies to another; values of no order, such as one that is not a number, count as the same.
    func compared(with other: Self) -> ComparisonResult {
        self < other ? .orderedAscending : other < self ? .orderedDescending : .orderedSame
    }
}

extension MetadataRule {
    /// How two metadata values lie to each other, or nil if they are of different kinds.
    static func compare(_ left: Any, _ right: Any) -> ComparisonResult? {
        switch (left, right) {
        case (let left as NSNumber, let right as NSNumber):
            left.doubleValue.compared(with: right.doubleValue)
        case (let left as String, let right as String): left.compared(with: right)
        case (let left as Date, let right as Date): left.compared(with: right)
        case (let left as HKQuantity, let right as HKQuantity):
            right.is(compatibleWith: left.unit) ? left.compare(right) : nil
        default: nil
        }
    }
}
