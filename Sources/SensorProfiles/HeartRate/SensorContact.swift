/// What a heart-rate sensor says about its contact with the skin.
public enum SensorContact: Hashable, Sendable {
    /// The sensor cannot tell.
    case unsupported
    /// The sensor can tell and has no contact, so its heart rate is not to be relied on.
    case notDetected
    /// The sensor has contact.
    case detected
}
