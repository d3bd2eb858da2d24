extension HKWorkoutBuilder {
    /// Sets a zone configuration for this workout alone, or takes it back with nil.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` once the workout has begun, for a type without zones, and for
    ///   a configuration of another type. The configuration then stays as it was.
    public func setCustomZoneConfiguration(
        _ configuration: HKWorkoutZoneConfiguration?, for quantityType: HKQuantityType
    ) async throws {
        try update { state throws(HKError) in
            try state.ledger.setCustomConfiguration(configuration, for: quantityType)
        }
    }

    /// The zones that this workout is counted by: the custom ones if set, else the preferred ones, else nil.
    ///
    /// Once the workout has begun they are those that were fixed then.
    /// - Throws: the store's error if the preferred ones cannot be read.
    public func zoneConfiguration(
        for quantityType: HKQuantityType
    ) async throws -> HKWorkoutZoneConfiguration? {
        let (isFixed, own) = state.withLock { state in
            (state.ledger.phase != .created, state.ledger.zoneConfiguration(for: quantityType))
        }
        if isFixed || own != nil { return own }
        return try await healthStore.preferredWorkoutZoneConfiguration(for: quantityType)
    }
}
