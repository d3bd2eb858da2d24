public import Foundation

/// How far a client has read the changes of the health database.
public final class HKQueryAnchor: NSObject, NSCopying, NSSecureCoding, Sendable {
    let value: Int

    /// Makes an anchor of a number that an earlier one was kept as.
    public init(fromValue value: Int) {
        self.value = value
    }

    /// Whether the other object is an anchor at the same place.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? HKQueryAnchor)?.value == value
    }

    /// A hash of the place.
    public override var hash: Int { value.hashValue }

    /// The place as a number.
    public override var description: String { "HKQueryAnchor \(value)" }

    /// The anchor itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Anchors can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an anchor from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "value") else { return nil }
        self.init(fromValue: coder.decodeInteger(forKey: "value"))
    }

    /// Writes the anchor into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(value, forKey: "value")
    }
}
