import Foundation

/// What metadata may hold: strings, finite numbers, dates and quantities.
package enum MetadataRule {
    /// Checks the metadata of an object, an event or a workout.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the key and the value that is not valid.
    package static func check(_ metadata: [String: Any]?) throws(HKError) {
        for (key, value) in metadata ?? [:] where !isValid(value) {
            throw HKError(
                .errorInvalidArgument,
                "The metadata \(key) is \((value as? Date)?.text ?? "\(value)"), which is no string, finite number, date or quantity."
            )
        }
    }

    static func isValid(_ value: Any) -> Bool {
        switch value {
        case let number as NSNumber: number.doubleValue.isFinite
        case let quantity as HKQuantity: quantity.value.isFinite
        case let date as Date: date.isOrdinary
        case is String, is NSString: true
        default: false
        }
    }

    /// Whether two dictionaries hold equal values under the same keys.
    package static func isEqual(_ left: [String: Any]?, _ right: [String: Any]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.count == right.count && left.allSatisfy { isEqual($0.value, right[$0.key]) }
    }

    /// Whether two metadata values are equal, whatever Swift or Foundation type each has.
    package static func isEqual(_ left: Any, _ right: Any?) -> Bool {
        switch (left, right) {
        case (let left as NSNumber, let right as NSNumber): left == right
        case (let left as String, let right as String): left == right
        case (let left as Date, let right as Date): left == right
        case (let left as HKQuantity, let right as HKQuantity): left == right
        default: false
        }
    }
}
