/// Whether a client may save data of a type.
public enum HKAuthorizationStatus: Int, Hashable, Sendable {
    /// Nobody has decided yet.
    case notDetermined = 0
    /// It may not.
    case sharingDenied = 1
    /// It may.
    case sharingAuthorized = 2
}
