public import Foundation

extension HKWorkoutSession {
    /// Begins another activity and ends the one before, as from swimming to riding.
    ///
    /// What cannot be done (the session does not run, or a date before the activity's start) is told to the delegate.
    public func beginNewActivity(
        configuration workoutConfiguration: HKWorkoutConfiguration, date: Date, metadata: [String: Any]?
    ) {
        let activity = HKWorkoutActivity(
            workoutConfiguration: workoutConfiguration, start: date, end: nil, metadata: metadata)
        change { session, builder throws(HKError) in
            try session.requireActive(to: "begin an activity")
            try activity.validate()
            var change = Change()
            if session.isActivityOpen {
                change.endedActivity = try session.endActivity(on: date, builder: builder)
            }
            try builder.state.withLock { state throws(HKError) in try state.takeFromSession(activity) }
            session.activity = activity
            session.isActivityOpen = true
            session.isActivityAdded = true
            change.begunActivity = activity
            return change
        }
    }

    /// Ends the activity that goes on.
    ///
    /// What cannot be done (no activity goes on, or a date before its start) is told to the delegate.
    public func endCurrentActivity(on date: Date) {
        change { session, builder throws(HKError) in
            try session.requireActive(to: "end an activity")
            guard session.isActivityOpen else {
                throw HKError(.errorInvalidArgument, "No activity goes on that could end.")
            }
            return Change(endedActivity: try session.endActivity(on: date, builder: builder))
        }
    }

    private func change(
        _ body: @Sendable (inout State, HKLiveWorkoutBuilder) throws(HKError) -> Change
    ) {
        let builder = associatedWorkoutBuilder()
        let outcome = storage.withLock { session -> Result<Change, HKError> in
            Result { () throws(HKError) in
                var next = session
                let change = try body(&next, builder)
                session = next
                return change
            }
        }
        builder.deliverNotices()
        tell(outcome)
    }

    /// Sends data to a mirrored session.
    ///
    /// - Throws: `HKError` with `errorHealthDataUnavailable`: there is no companion device.
    public func sendToRemoteWorkoutSession(data: Data) async throws { throw Self.noCompanion }

    /// Mirrors the session on a companion device.
    ///
    /// - Throws: `HKError` with `errorHealthDataUnavailable`: there is no companion device.
    public func startMirroringToCompanionDevice() async throws { throw Self.noCompanion }

    /// Mirrors the session no more.
    ///
    /// - Throws: `HKError` with `errorHealthDataUnavailable`: there is no companion device.
    public func stopMirroringToCompanionDevice() async throws { throw Self.noCompanion }

    private static let noCompanion = HKError(
        .errorHealthDataUnavailable,
        "There is no companion device that a workout session could be mirrored to.")
}

extension HKWorkoutSession.State {
    func requireActive(to action: String) throws(HKError) {
        guard machine.state == .running || machine.state == .paused else {
            throw HKError(
                .errorInvalidArgument, "A workout session that is \(machine.state) cannot \(action).")
        }
    }

    /// Ends the current activity, here and in the builder.
    mutating func endActivity(
        on date: Date, builder: HKLiveWorkoutBuilder
    ) throws(HKError) -> HKWorkoutActivity {
        let ended = HKWorkoutActivity(
            uuid: activity.uuid, workoutConfiguration: activity.workoutConfiguration,
            start: activity.startDate, end: date, metadata: activity.metadata)
        try ended.validate()
        let isAdded = isActivityAdded
        try builder.state.withLock { state throws(HKError) in
            if isAdded {
                try state.endFromSession(ended)
            } else {
                try state.takeFromSession(ended)
            }
        }
        activity = ended
        isActivityAdded = true
        isActivityOpen = false
        return ended
    }
}
