/// What a health database does when a client asks for permission.
package enum AccessPolicy: Sendable {
    /// Note the request; it stays undetermined until a person grants it (`pulsewatt access grant`).
    case askPerson
    /// Grant it, because the data belongs to the very process that asks.
    case grantOnRequest
}
