public import Foundation

/// Who is told of what a workout session does.
///
/// The calls come on the thread that causes the change, in order.
public protocol HKWorkoutSessionDelegate: NSObjectProtocol {
    /// The state has changed.
    func workoutSession(
        _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
        from fromState: HKWorkoutSessionState, date: Date)

    /// What was asked cannot be done; nothing has changed.
    func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

    /// An event has happened.
    func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

    /// An activity has begun.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

    /// An activity has ended.
    func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

    /// A mirrored session has sent data; there are none here.
    func workoutSession(
        _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data])

    /// The device of a mirrored session has gone; there is none here.
    func workoutSession(
        _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?)
}

/// What a delegate need not implement does nothing.
extension HKWorkoutSessionDelegate {
    /// An event has happened.
    public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {}

    /// An activity has begun.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
    ) {}

    /// An activity has ended.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession,
        didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
    ) {}

    /// A mirrored session has sent data.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]
    ) {}

    /// The device of a mirrored session has gone.
    public func workoutSession(
        _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?
    ) {}
}
