public import Foundation

extension HKWorkoutSession {
    /// Makes ready for the start.
    public func prepare() { perform(.prepare, at: clock()) }

    /// Starts the workout, at a date or now.
    public func startActivity(with date: Date?) { perform(.start, at: date ?? clock()) }

    /// Stops the workout, at a date or now; the session can then only be ended.
    public func stopActivity(with date: Date?) { perform(.stop, at: date ?? clock()) }

    /// Ends the session.
    public func end() { perform(.end, at: clock()) }

    /// Pauses the workout: time goes on, but none is counted.
    public func pause() { perform(.pause, at: clock()) }

    /// Lets a paused workout go on.
    public func resume() { perform(.resume, at: clock()) }

    /// Ends the session at a date.
    package func end(at date: Date) { perform(.end, at: date) }

    /// Pauses the workout at a date.
    package func pause(at date: Date) { perform(.pause, at: date) }

    /// Lets a paused workout go on at a date.
    package func resume(at date: Date) { perform(.resume, at: date) }

    private func perform(_ request: SessionMachine.Request, at date: Date) {
        let builder = associatedWorkoutBuilder()
        let outcome = storage.withLock { session -> Result<Change, HKError> in
            Result { () throws(HKError) in try session.perform(request, at: date, builder: builder) }
        }
        builder.deliverNotices()
        tell(outcome)
    }

    /// Tells the delegate what has changed, or that it could not.
    func tell(_ outcome: Result<Change, HKError>) {
        guard let delegate else { return }
        switch outcome {
        case .failure(let error): delegate.workoutSession(self, didFailWithError: error)
        case .success(let change):
            if let transition = change.transition {
                delegate.workoutSession(
                    self, didChangeTo: transition.to, from: transition.from, date: transition.date)
            }
            if let event = change.event { delegate.workoutSession(self, didGenerate: event) }
            if let ended = change.endedActivity, let date = ended.endDate {
                delegate.workoutSession(self, didEndActivityWith: ended.workoutConfiguration, date: date)
            }
            if let begun = change.begunActivity {
                delegate.workoutSession(
                    self, didBeginActivityWith: begun.workoutConfiguration, date: begun.startDate)
            }
        }
    }

    /// What a call has changed.
    struct Change: Sendable {
        var transition: SessionMachine.Transition?
        var event: HKWorkoutEvent?
        var endedActivity: HKWorkoutActivity?
        var begunActivity: HKWorkoutActivity?
    }
}

extension HKWorkoutSession.State {
    /// Does what is asked of a session and passes it on to the builder, or throws and changes nothing.
    mutating func perform(
        _ request: SessionMachine.Request, at date: Date, builder: HKLiveWorkoutBuilder
    ) throws(HKError) -> HKWorkoutSession.Change {
        var next = self
        var change = HKWorkoutSession.Change(transition: try next.machine.handle(request, at: date))
        switch request {
        case .pause, .resume:
            let event = HKWorkoutEvent(
                type: request == .pause ? .pause : .resume,
                dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
            try builder.state.withLock { state throws(HKError) in try state.takeFromSession(event) }
            change.event = event
        case .start:
            next.activity = HKWorkoutActivity(
                uuid: activity.uuid, workoutConfiguration: activity.workoutConfiguration, start: date,
                end: nil, metadata: nil)
        case .stop, .end:
            if next.isActivityAdded, next.isActivityOpen {
                change.endedActivity = try next.endActivity(on: date, builder: builder)
            }
        case .prepare: break
        }
        self = next
        return change
    }
}
