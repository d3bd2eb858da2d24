extension HKHealthStore {
    /// The workout session that a process left running when it ended: always nil.
    ///
    /// No session outlives its process here. The service restores an interrupted workout from its recording instead.
    public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? { nil }

    /// Gives a handler the workout session that a process left running when it ended: always nil.
    public func recoverActiveWorkoutSession(
        completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
    ) {
        completions.run { completion(nil, nil) }
    }
}
