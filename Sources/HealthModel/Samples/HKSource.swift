public import Foundation

/// A program that saves health data.
public final class HKSource: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The program's name, as a person reads it.
    public let name: String

    /// What tells the program from others; for a client of the health database the name of the client.
    public let bundleIdentifier: String

    package init(name: String, bundleIdentifier: String) {
        self.name = name
        self.bundleIdentifier = bundleIdentifier
    }

    private static let process = HKSource(
        name: ProcessInfo.processInfo.processName, bundleIdentifier: ProcessInfo.processInfo.processName)

    /// This program.
    public static func `default`() -> HKSource { process }

    /// Whether the other object is the same program: of the same bundle identifier.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSource else { return false }
        return bundleIdentifier == other.bundleIdentifier
    }

    /// A hash of the bundle identifier.
    public override var hash: Int { bundleIdentifier.hashValue }

    /// The program's name and identifier.
    public override var description: String { "\(name) (\(bundleIdentifier))" }

    /// The source itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Sources can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a source from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
            let identifier = coder.decodeObject(of: NSString.self, forKey: "bundleIdentifier")
        else { return nil }
        self.init(name: String(describing: name), bundleIdentifier: String(describing: identifier))
    }

    /// Writes the source into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: name), forKey: "name")
        coder.encode(NSString(string: bundleIdentifier), forKey: "bundleIdentifier")
    }
}
