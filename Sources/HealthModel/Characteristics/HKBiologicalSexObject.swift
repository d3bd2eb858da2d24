public import Foundation

/// A person's biological sex, as the health store gives it.
public final class HKBiologicalSexObject: NSObject, NSCopying, NSSecureCoding, Sendable {
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

    /// The object can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a biological sex from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard let number = coder.object(NSNumber.self, named: "biologicalSex"),
            let biologicalSex = HKBiologicalSex(rawValue: number.intValue)
        else { return nil }
        self.init(biologicalSex)
    }

    /// Writes the biological sex into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSNumber(value: biologicalSex.rawValue), forKey: "biologicalSex")
    }
}
