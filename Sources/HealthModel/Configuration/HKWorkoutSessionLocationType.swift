/// Where a workout takes place.
public enum HKWorkoutSessionLocationType: Int, Hashable, Sendable {
    /// It is not known.
    case unknown = 1
    /// Under a roof.
    case indoor = 2
    /// In the open.
    case outdoor = 3
}
