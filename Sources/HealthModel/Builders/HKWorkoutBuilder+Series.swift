import Foundation

extension HKWorkoutBuilder {
    /// What collects a series within the workout, from its start on; the same at each call.
    ///
    /// Heartbeats can be collected so, and become part of the workout as they come. It is nil before the workout has
    /// begun and for any other series.
    public func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
        guard seriesType == HKSeriesType.heartbeat() else { return nil }
        return state.withLock { state -> HKHeartbeatSeriesBuilder? in
            guard let start = state.ledger.startDate else { return nil }
            if let existing = state.heartbeatBuilder { return existing }
            let made = HKHeartbeatSeriesBuilder(
                healthStore: healthStore, device: device, start: start,
                listener: WorkoutHeartbeats(builder: self))
            state.heartbeatBuilder = made
            return made
        }
    }

    /// Takes a heartbeat; it is what RR intervals are made of.
    ///
    /// - Parameters:
    ///   - nanoseconds: when the beat was, from the workout's start.
    ///   - precededByGap: whether beats may be missing between the one before and this one.
    /// - Returns: false for what cannot be taken: before the start or beyond the end.
    @discardableResult
    package func collectHeartbeat(at nanoseconds: Int64, precededByGap: Bool) -> Bool {
        let isTaken = state.withLock { state in
            guard state.ledger.collectHeartbeat(at: nanoseconds, precededByGap: precededByGap)
            else { return false }
            state.note(.collected([HKSeriesType.heartbeat()]))
            return true
        }
        if isTaken { deliverNotices() }
        return isTaken
    }
}

/// Brings the beats of a series builder into the workout that it belongs to.
private struct WorkoutHeartbeats: HeartbeatListener {
    /// Weak because the workout's builder keeps the series builder.
    weak let builder: HKWorkoutBuilder?

    func didAdd(_ heartbeat: HKHeartbeatSeriesSample.Heartbeat) {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        builder?.collectHeartbeat(
            at: WorkoutTime.nanoseconds(
                of: start.addingTimeInterval(heartbeat.timeIntervalSinceStart), since: start),
            precededByGap: heartbeat.precededByGap)
    }

    func didFinish(_ series: HKHeartbeatSeriesSample) {
        builder?.state.withLock { $0.ledger.noteSaved(series) }
    }
}
