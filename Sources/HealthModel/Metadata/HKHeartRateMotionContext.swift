/// How much the person moved when a heart rate was taken.
///
/// It is the number under ``HKMetadataKeyHeartRateMotionContext``.
public enum HKHeartRateMotionContext: Int, Hashable, Sendable {
    /// It is not known.
    case notSet = 0
    /// The person was still.
    case sedentary = 1
    /// The person was moving.
    case active = 2
}
