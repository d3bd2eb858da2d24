/// What one client of a health database may do with each type, as far as it was asked for or decided.
///
/// A type that is missing was neither.
package struct AccessGrants: Equatable, Sendable {
    /// What a client wants to do.
    package enum Access: String, CaseIterable, Sendable {
        /// Save and delete data of a type.
        case share
        /// Read data of a type that others saved.
        case read
    }

    /// What became of it.
    package enum Decision: String, CaseIterable, Sendable {
        /// The client asked, and nobody has decided.
        case requested
        case granted
        case denied
    }

    /// Decisions by the identifier of the type.
    package private(set) var share: [String: Decision]
    package private(set) var read: [String: Decision]

    package init(share: [String: Decision] = [:], read: [String: Decision] = [:]) {
        self.share = share
        self.read = read
    }

    /// The decision on a type, or nil if it was never asked for.
    package subscript(access: Access, type: HKObjectType) -> Decision? {
        get {
            switch access {
            case .share: share[type.identifier]
            case .read: read[type.identifier]
            }
        }
        set {
            switch access {
            case .share: share[type.identifier] = newValue
            case .read: read[type.identifier] = newValue
            }
        }
    }
}
