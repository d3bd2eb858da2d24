import Foundation
import HealthModel

/// An object after a way through an archive that admits only its class.
func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
}

/// What a class reads of an object's archive in which something was replaced.
func reread<Object: NSObject & NSSecureCoding>(
    _ object: Object, replacing change: (NSKeyedArchiver) -> Void
) throws -> Object? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    object.encode(with: archiver)
    change(archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    return Object(coder: unarchiver)
}
