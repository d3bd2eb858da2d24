public import Foundation

extension HKWorkoutBuilder {
    /// Adds an activity.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` before the start and after the finish, and for an activity that
    ///   is not valid, is added already or lies outside the workout.
    public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
        try update { state throws(HKError) in try state.begin(workoutActivity) }
    }

    /// Adds an activity and tells a handler whether it was added.
    public func addWorkoutActivity(
        _ workoutActivity: HKWorkoutActivity, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.addWorkoutActivity(workoutActivity) }, completion: completion)
    }

    /// Sets when an activity ends.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for an activity that is not part of the workout, and an end
    ///   before its start or outside the workout.
    public func updateActivity(uuid: UUID, end: Date) async throws {
        try update { state throws(HKError) in try state.end(uuid, at: end) }
    }

    /// Sets when an activity ends and tells a handler whether it did.
    public func updateActivity(
        uuid: UUID, end: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.updateActivity(uuid: uuid, end: end) }, completion: completion)
    }

    /// Adds metadata to an activity; a key that is there already takes the new value.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for an activity that is not part of the workout, and a value
    ///   that metadata cannot hold.
    public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
        try merge(WorkoutMetadata(metadata), intoActivity: uuid)
    }

    /// Adds metadata to an activity and tells a handler whether it was added.
    public func updateActivity(
        uuid: UUID, adding metadata: [String: Any],
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = WorkoutMetadata(metadata)
        completions.run({ try self.merge(metadata, intoActivity: uuid) }, completion: completion)
    }

    private func merge(_ metadata: WorkoutMetadata, intoActivity uuid: UUID) throws(HKError) {
        try update { state throws(HKError) in
            try state.ledger.addMetadata(metadata, toActivity: uuid)
        }
    }
}

extension BuilderState {
    /// Adds an activity, and notes its begin and its end if it has one.
    mutating func begin(_ activity: HKWorkoutActivity) throws(HKError) {
        try ledger.add(activity)
        note(.began(activity))
        if activity.endDate != nil { note(.ended(activity)) }
    }

    /// Ends an activity, and notes that.
    mutating func end(_ uuid: UUID, at date: Date) throws(HKError) {
        try ledger.setEnd(date, ofActivity: uuid)
        if let ended = ledger.measuredActivities.first(where: { $0.uuid == uuid }) { note(.ended(ended)) }
    }

    /// Adds what the session did before collection began, as of the workout's start.
    mutating func addDeferred() throws(HKError) {
        guard let start = ledger.startDate else { return }
        let events = deferredEvents.map { event in
            HKWorkoutEvent(
                type: event.type,
                dateInterval: DateInterval(start: max(start, event.dateInterval.start), duration: 0),
                metadata: event.metadata)
        }
        deferredEvents = []
        try ledger.add(events)
        for _ in events { note(.event) }
        let activities = deferredActivities
        deferredActivities = []
        for activity in activities where activity.endDate.map({ $0 > start }) ?? true {
            try begin(
                HKWorkoutActivity(
                    uuid: activity.uuid, workoutConfiguration: activity.workoutConfiguration,
                    start: max(start, activity.startDate), end: activity.endDate,
                    metadata: activity.metadata))
        }
    }
}
