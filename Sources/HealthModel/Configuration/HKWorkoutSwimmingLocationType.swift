/// Where a person swims.
public enum HKWorkoutSwimmingLocationType: Int, Hashable, Sendable {
    /// It is not known, or the person does not swim.
    case unknown = 0
    /// In a pool.
    case pool = 1
    /// In open water.
    case openWater = 2
}
