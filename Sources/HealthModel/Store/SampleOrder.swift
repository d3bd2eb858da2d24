import Foundation

/// By what a database orders samples.
package struct SampleOrder: Hashable, Sendable {
    /// What is compared.
    package enum Key: Sendable {
        case start
        case end
        case storing
    }

    /// What is compared.
    package var key: Key
    /// Whether the latest comes first.
    package var isReverse: Bool

    /// Makes an order, by default with the earliest first.
    package init(_ key: Key, isReverse: Bool = false) {
        self.key = key
        self.isReverse = isReverse
    }

    /// The order that a sort descriptor asks for, or nil for one that does not compare dates of samples.
    init?<Sample: HKSample>(_ descriptor: SortDescriptor<Sample>) {
        if descriptor.keyPath == \Sample.startDate {
            key = .start
        } else if descriptor.keyPath == \Sample.endDate {
            key = .end
        } else {
            return nil
        }
        isReverse = descriptor.order == .reverse
    }

    /// Whether one stored sample comes before another, or nil where the order does not tell them apart.
    func areInOrder(_ first: SampleBatch.Stored, _ second: SampleBatch.Stored) -> Bool? {
        func compare<Value: Comparable>(_ first: Value, _ second: Value) -> Bool? {
            first == second ? nil : (first < second) != isReverse
        }
        switch key {
        case .start: return compare(first.sample.startDate, second.sample.startDate)
        case .end: return compare(first.sample.endDate, second.sample.endDate)
        case .storing: return compare(first.anchor, second.anchor)
        }
    }
}

extension Array where Element == SampleBatch.Stored {
    /// Sorts stored samples; those that the order does not tell apart come in the order of storing.
    mutating func sort(by order: [SampleOrder]) {
        let order = order + [SampleOrder(.storing)]
        sort { first, second in
            for part in order {
                if let areInOrder = part.areInOrder(first, second) { return areInOrder }
            }
            return false
        }
    }
}
