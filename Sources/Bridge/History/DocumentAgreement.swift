internal import Foundation

/// Whether two files of a workout say the same.
///
/// A version of Pulsewatt may write keys that an earlier one did not: only what both know can differ.
enum DocumentAgreement {
    /// Compares two JSON documents: equal bytes, or equal values of all keys that both have.
    static func holds(between first: [UInt8], and second: [UInt8]) -> Bool {
        if first == second { return true }
        guard let first = parsed(first), let second = parsed(second) else { return false }
        return agree(first, second)
    }

    private static func parsed(_ bytes: [UInt8]) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(bytes))
    }

    private static func agree(_ first: Any, _ second: Any) -> Bool {
        switch (first, second) {
        case (let first as [String: Any], let second as [String: Any]):
            first.allSatisfy { key, value in second[key].map { agree(value, $0) } ?? true }
        case (let first as [Any], let second as [Any]):
            first.count == second.count && zip(first, second).allSatisfy(agree)
        case (let first as String, let second as String): first == second
        case (let first as NSNumber, let second as NSNumber): first == second
        case (is NSNull, is NSNull): true
        default: false
        }
    }
}
