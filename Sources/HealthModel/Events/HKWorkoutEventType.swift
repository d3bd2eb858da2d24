/// What happens in a workout.
public enum HKWorkoutEventType: Int, Hashable, Sendable {
    /// The person paused the workout.
    case pause = 1
    /// The person resumed the workout.
    case resume = 2
    /// A lap, over an interval.
    case lap = 3
    /// A moment that was marked.
    case marker = 4
    /// The workout paused because the person stopped moving.
    case motionPaused = 5
    /// The workout resumed because the person moved again.
    case motionResumed = 6
    /// A part of the workout, over an interval.
    case segment = 7
    /// The person asked for a pause, or for its end.
    case pauseOrResumeRequest = 8
}
