/// How far a workout session has come.
public enum HKWorkoutSessionState: Int, Hashable, Sendable {
    /// It has not started.
    case notStarted = 1
    /// The person works out.
    case running = 2
    /// It is over.
    case ended = 3
    /// It stands still.
    case paused = 4
    /// It is about to start.
    case prepared = 5
    /// The person has stopped; the session can only be ended.
    case stopped = 6
}

/// On which device a workout session runs.
public enum HKWorkoutSessionType: Int, Hashable, Sendable {
    /// On this one.
    case primary = 0
    /// On another one that this one follows.
    case mirrored = 1
}
