/// Where a heart-rate sensor sits on the body.
public enum HKHeartRateSensorLocation: Int, Hashable, Sendable {
    /// Somewhere that has no name here.
    case other = 0
    /// On the chest.
    case chest = 1
    /// On the wrist.
    case wrist = 2
    /// On a finger.
    case finger = 3
    /// On a hand.
    case hand = 4
    /// On an ear lobe.
    case earLobe = 5
    /// On a foot.
    case foot = 6
}
