public import Foundation

extension HKWorkoutBuilder {
    /// Begins the workout; only then can anything be added.
    ///
    /// Now the zone configurations are fixed: the custom ones, and for other types the preferred ones.
    /// - Throws: `HKError`: `errorInvalidArgument` if it has begun already or the date is none,
    ///   `errorAuthorizationDenied` or `errorAuthorizationNotDetermined` without permission to save workouts, or the
    ///   store's error if the preferred zones cannot be read. The workout is then not begun.
    public func beginCollection(at startDate: Date) async throws {
        try state.withLock { state throws(HKError) in try state.ledger.require(.created, to: "begin") }
        try healthStore.checkSharing(of: [.workoutType()])
        var preferred: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
        for type in HKWorkoutZoneConfiguration.supportedTypes {
            preferred[type] = try await healthStore.preferredWorkoutZoneConfiguration(for: type)
        }
        let configurations = preferred
        try update { state throws(HKError) in
            try state.ledger.begin(at: startDate, preferred: configurations)
            try state.addDeferred()
        }
    }

    /// Begins the workout and tells a handler whether it did.
    public func beginCollection(
        withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.beginCollection(at: startDate) }, completion: completion)
    }

    /// Adds samples, all or none; they may come late and in any order.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` before the start and after the finish, and for a sample that is
    ///   not valid or lies outside the workout, which it names; `errorAuthorizationDenied` or
    ///   `errorAuthorizationNotDetermined` without permission to save its type.
    public func addSamples(_ samples: [HKSample]) async throws {
        try checkPermission(for: samples)
        try update { state throws(HKError) in
            try state.ledger.add(samples)
            if !samples.isEmpty { state.note(.collected(Set(samples.map(\.sampleType)))) }
        }
    }

    /// Adds samples and tells a handler whether they were added.
    public func add(
        _ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.addSamples(samples) }, completion: completion)
    }

    /// Checks once for each type whether the client may save it.
    private func checkPermission(for samples: [HKSample]) throws(HKError) {
        let unknown = state.withLock { state -> Set<HKSampleType> in
            var unknown: Set<HKSampleType> = []
            for sample in samples where !state.permittedTypes.contains(sample.sampleType) {
                unknown.insert(sample.sampleType)
            }
            return unknown
        }
        if unknown.isEmpty { return }
        try healthStore.checkSharing(of: unknown)
        state.withLock { $0.permittedTypes.formUnion(unknown) }
    }

    /// Adds events, all or none; pauses and resumes change what is counted, also when they come late.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` before the start and after the finish, for an event outside
    ///   the workout, and for a resume that no pause comes before.
    public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
        try addEvents(workoutEvents)
    }

    func addEvents(_ events: [HKWorkoutEvent]) throws(HKError) {
        try update { state throws(HKError) in
            try state.ledger.add(events)
            state.noteZoneUpdates()
            for _ in events { state.note(.event) }
        }
    }

    /// Adds events and tells a handler whether they were added.
    public func addWorkoutEvents(
        _ workoutEvents: [HKWorkoutEvent], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.addWorkoutEvents(workoutEvents) }, completion: completion)
    }

    /// Adds metadata; a key that is there already takes the new value.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a value that metadata cannot hold, which it names, and
    ///   after the finish. Metadata then stays as it was.
    public func addMetadata(_ metadata: [String: Any]) async throws {
        try merge(WorkoutMetadata(metadata))
    }

    /// Adds metadata and tells a handler whether it was added.
    public func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let metadata = WorkoutMetadata(metadata)
        completions.run({ try self.merge(metadata) }, completion: completion)
    }

    private func merge(_ metadata: WorkoutMetadata) throws(HKError) {
        try update { state throws(HKError) in
            try state.ledger.require(.created, .collecting, .ended, to: "take metadata")
            try MetadataRule.check(metadata.values)
            state.ledger.metadata.merge(metadata.values)
        }
    }

    /// Ends the workout; samples and events that lie before the end can still be added.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` if it has not begun or has ended already, or for a date before
    ///   the start.
    public func endCollection(at endDate: Date) async throws {
        try update { state throws(HKError) in try state.ledger.end(at: endDate) }
    }

    /// Ends the workout and tells a handler whether it did.
    public func endCollection(
        withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.endCollection(at: endDate) }, completion: completion)
    }

    /// Saves the workout and the samples that were added, and returns the workout; nothing can be added any more.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` if the workout has not ended or is finished already, or the
    ///   store's error if it cannot be saved. It can then be finished again.
    @discardableResult
    public func finishWorkout() async throws -> HKWorkout? {
        let (workout, samples) = try state.withLock { state throws(HKError) -> (HKWorkout?, [HKSample]) in
            try state.ledger.finish()
            let workout = state.ledger.workout(
                configuration: workoutConfiguration, device: device, uuid: state.workoutUUID)
            return (workout, state.ledger.samples)
        }
        guard let workout else { return nil }
        // What was added as samples is saved as such; what sensors sent becomes one sample of each type.
        let addedTypes = Set(samples.map(\.sampleType))
        let series = workout.series.samples(of: workout.uuid, device: device) {
            !addedTypes.contains($0) && healthStore.authorizationStatus(for: $0) == .sharingAuthorized
        }
        do {
            try await healthStore.save(samples.filter { !$0.isSaved } + series + [workout])
            try await healthStore.relate(samples + series, to: workout)
        } catch {
            state.withLock { $0.ledger.unfinish() }
            throw error
        }
        return workout
    }

    /// Saves the workout and gives it to a handler.
    public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
        completions.run {
            do {
                completion(try await self.finishWorkout(), nil)
            } catch {
                completion(nil, error)
            }
        }
    }
}
