/// Whether asking for permission would tell the person anything new.
public enum HKAuthorizationRequestStatus: Int, Hashable, Sendable {
    /// It is not known.
    case unknown = 0
    /// The client has not asked for every one of the types.
    case shouldRequest = 1
    /// The client has asked for all of them before.
    case unnecessary = 2
}
