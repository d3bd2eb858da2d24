import Foundation

/// An object after a way through an archive that admits only its class.
func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
}

/// What a class reads of an object's archive in which something else stands under a key.
func reread<Object: NSObject & NSSecureCoding>(
    _ object: Object, with replacement: Any? = nil, for key: String? = nil
) throws -> Object? {
    let unarchiver = try unarchiver(of: object, with: replacement, for: key)
    return Object(coder: unarchiver)
}

/// The bytes that an object's archive has under a key.
func archivedBytes(of object: some NSObject & NSSecureCoding, for key: String) throws -> Data? {
    try unarchiver(of: object).decodeObject(of: NSData.self, forKey: key).map { Data(referencing: $0) }
}

private func unarchiver(
    of object: some NSObject & NSSecureCoding, with replacement: Any? = nil, for key: String? = nil
) throws -> NSKeyedUnarchiver {
    let coder = ReplacingCoder(key: key, replacement: replacement)
    object.encode(with: coder)
    coder.archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: coder.archiver.encodedData)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    return unarchiver
}

/// Writes something else in the place of one of an object's parts, and leaves the parts of its parts alone.
private final class ReplacingCoder: NSCoder {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    private let key: String?
    private let replacement: Any?

    init(key: String?, replacement: Any?) {
        self.key = key
        self.replacement = replacement
        super.init()
    }

    override func encode(_ object: Any?, forKey name: String) {
        archiver.encode(name == key ? replacement : object, forKey: name)
    }
}
