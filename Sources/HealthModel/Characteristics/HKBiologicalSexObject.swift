public import Foundation

/// A person's biological sex, as the health store gives it.
public final class HKBiologicalSexObject: NSObject, NSCopying, Sendable {
    /// The biological sex.
    public let biologicalSex: HKBiologicalSex

    init(_ biologicalSex: HKBiologicalSex) {
        self.biologicalSex = biologicalSex
    }

    /// Whether the other object holds the same value.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
    }

    /// A hash of the value.
    public override var hash: Int { biologicalSex.hashValue }

    /// The object itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
