public import Foundation

/// A program that saves health data, in the version that saved it, on the system it ran on.
public final class HKSourceRevision: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The program.
    public let source: HKSource

    /// The version of the program, if it is known.
    public let version: String?

    /// The kind of machine, if it is known.
    public let productType: String?

    private let systemVersion: [Int]

    /// The version of the operating system; zeros if it is not known.
    public var operatingSystemVersion: OperatingSystemVersion {
        OperatingSystemVersion(
            majorVersion: systemVersion[0], minorVersion: systemVersion[1], patchVersion: systemVersion[2])
    }

    /// Makes a revision of all that is known of it.
    public init(
        source: HKSource, version: String?, productType: String?,
        operatingSystemVersion: OperatingSystemVersion
    ) {
        self.source = source
        self.version = version
        self.productType = productType
        systemVersion = [
            operatingSystemVersion.majorVersion, operatingSystemVersion.minorVersion,
            operatingSystemVersion.patchVersion,
        ]
    }

    /// Makes a revision of a program on a system that is not known.
    public convenience init(source: HKSource, version: String?) {
        self.init(
            source: source, version: version, productType: nil,
            operatingSystemVersion: OperatingSystemVersion(majorVersion: 0, minorVersion: 0, patchVersion: 0))
    }

    /// This program on this system.
    static let current = HKSourceRevision(client: .default())

    /// A client of the health database that runs on this system.
    convenience init(client: HKSource) {
        self.init(
            source: client, version: nil, productType: "Linux",
            operatingSystemVersion: ProcessInfo.processInfo.operatingSystemVersion)
    }

    /// Whether the other object is a revision of the same values.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSourceRevision else { return false }
        return self === other
            || source == other.source && version == other.version && productType == other.productType
                && systemVersion == other.systemVersion
    }

    /// A hash of the values.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(version)
        hasher.combine(productType)
        hasher.combine(systemVersion)
        return hasher.finalize()
    }

    /// The program and its version.
    public override var description: String { version.map { "\(source) \($0)" } ?? "\(source)" }

    /// The revision itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Revisions can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a revision from an archive, or gives nil if there is none in it.
    public convenience init?(coder: NSCoder) {
        guard let source = coder.object(HKSource.self, named: "source"),
            let system = coder.decode([Int].self, named: "operatingSystemVersion"), system.count == 3
        else { return nil }
        self.init(
            source: source,
            version: coder.object(NSString.self, named: "version").map(String.init(describing:)),
            productType: coder.object(NSString.self, named: "productType").map(String.init(describing:)),
            operatingSystemVersion: OperatingSystemVersion(
                majorVersion: system[0], minorVersion: system[1], patchVersion: system[2]))
    }

    /// Writes the revision into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(source, forKey: "source")
        if let version { coder.encode(NSString(string: version), forKey: "version") }
        if let productType { coder.encode(NSString(string: productType), forKey: "productType") }
        coder.encode(systemVersion, named: "operatingSystemVersion")
    }
}
