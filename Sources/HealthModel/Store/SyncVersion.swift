import Foundation

/// The identity of a sample over its versions: what metadata says with a sync identifier and a sync version.
package struct SyncVersion: Equatable, Sendable {
    package let identifier: String
    package let version: Double

    /// Reads it from metadata, or gives nil if there is none.
    ///
    /// - Throws: `errorInvalidArgument` if one of the two is there without the other, or is of the wrong kind.
    package init?(_ metadata: [String: Any]?) throws(HKError) {
        let identifier = metadata?[HKMetadataKeySyncIdentifier]
        let version = metadata?[HKMetadataKeySyncVersion]
        if identifier == nil, version == nil { return nil }
        guard let identifier = identifier as? String, let version = version as? NSNumber else {
            throw HKError(
                .errorInvalidArgument,
                "A sync identifier is a string and comes with a sync version, a number; here they are "
                    + "\(identifier.map { "\($0)" } ?? "missing") and \(version.map { "\($0)" } ?? "missing")."
            )
        }
        self.identifier = identifier
        self.version = version.doubleValue
    }
}
