import Foundation

/// Metadata that was checked, so that it may cross to another task.
///
/// Unchecked because the compiler sees values of any type; there are only strings, numbers, dates and quantities,
/// which never change, and a string that could is copied.
package struct CheckedMetadata: @unchecked Sendable {
    package private(set) var values: [String: Any]

    /// No metadata.
    package init() {
        values = [:]
    }

    /// Takes metadata that holds nothing but what it may.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument`, which names the key and the value that is not valid.
    package init(_ metadata: [String: Any]) throws(HKError) {
        try MetadataRule.check(metadata)
        values = metadata.mapValues { ($0 as? String) ?? $0 }
    }

    /// Adds other metadata; a key that is there already takes the new value.
    package mutating func merge(_ other: CheckedMetadata) {
        values.merge(other.values) { _, new in new }
    }
}
