public import Foundation

extension HKHealthStore {
    /// Saves an object.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` for a value that is not valid or an object that is saved already,
    ///   `errorAuthorizationDenied` or `errorAuthorizationNotDetermined` without permission for its type.
    public func save(_ object: HKObject) async throws {
        try await store([object])
    }

    /// Saves objects, all or none.
    ///
    /// - Throws: `HKError` as ``save(_:)-(HKObject)`` does, for the first object that cannot be saved.
    public func save(_ objects: [HKObject]) async throws {
        try await store(objects)
    }

    /// Saves an object and tells a handler whether it was saved.
    public func save(
        _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.store([object]) }, completion: completion)
    }

    /// Saves objects, all or none, and tells a handler whether they were saved.
    public func save(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.store(objects) }, completion: completion)
    }

    /// Deletes an object that this client saved.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` if it is not saved or another client saved it,
    ///   `errorAuthorizationDenied` or `errorAuthorizationNotDetermined` without permission for its type.
    public func delete(_ object: HKObject) async throws {
        try await remove([object])
    }

    /// Deletes objects that this client saved, all or none.
    public func delete(_ objects: [HKObject]) async throws {
        try await remove(objects)
    }

    /// Deletes an object that this client saved, and tells a handler whether it was deleted.
    public func delete(
        _ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.remove([object]) }, completion: completion)
    }

    /// Deletes objects that this client saved, all or none, and tells a handler whether they were deleted.
    public func delete(
        _ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run({ try await self.remove(objects) }, completion: completion)
    }

    /// Deletes what this client saved of a type and a predicate picks, and returns how many objects those were.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` for a type that has no samples, `errorAuthorizationDenied` or
    ///   `errorAuthorizationNotDetermined` without permission for it.
    @discardableResult
    public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        try await remove(objectType, Selection(predicate: predicate))
    }

    /// Deletes what this client saved of a type and a predicate picks, and tells a handler how many objects those were.
    public func deleteObjects(
        of objectType: HKObjectType, predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let selection = Selection(predicate: predicate)
        completions.run {
            do {
                completion(true, try await self.remove(objectType, selection), nil)
            } catch {
                completion(false, 0, error)
            }
        }
    }

    /// A predicate on its way to a task; unchecked because `NSPredicate` is not Sendable and does not change once made.
    private struct Selection: @unchecked Sendable {
        let predicate: NSPredicate
    }

    private func remove(_ objectType: HKObjectType, _ selection: Selection) async throws(HKError) -> Int {
        guard let type = objectType as? HKSampleType else {
            throw HKError(.errorInvalidArgument, "\(objectType) is not a type of samples.")
        }
        try checkSharing(of: [type])
        let request = SampleRequest(type: type, bounds: selection.predicate.sampleBounds)
        let own = try await database.samples(request).stored.map(\.sample)
            .filter { isOwn($0) && selection.predicate.evaluate(with: $0) }
        try await database.remove(own)
        return own.count
    }

    private func store(_ objects: [HKObject]) async throws(HKError) {
        let samples = try samples(objects)
        for sample in samples {
            try sample.validate()
            _ = try SyncVersion(sample.metadata)
        }
        try checkSharing(of: Set(samples.map(\.sampleType)))
        try await database.insert(samples, savedBy: revision)
    }

    private func remove(_ objects: [HKObject]) async throws(HKError) {
        let given = try samples(objects)
        try checkSharing(of: Set(given.map(\.sampleType)))
        // The database says who saved them: an object may come from an archive, which can claim anything.
        let samples = try await stored(given)
        for sample in samples where !isOwn(sample) {
            throw HKError(
                .errorInvalidArgument,
                "The client \"\(client)\" cannot delete what \(sample.sourceRevision.source.name) saved.")
        }
        try await database.remove(samples)
    }

    /// The stored samples of the same identities.
    private func stored(_ samples: [HKSample]) async throws(HKError) -> [HKSample] {
        var found: [UUID: HKSample] = [:]
        for (type, wanted) in Dictionary(grouping: samples, by: \.sampleType) {
            let bounds = SampleBounds(uuids: Set(wanted.map(\.uuid)))
            for stored in try await database.samples(SampleRequest(type: type, bounds: bounds)).stored {
                found[stored.sample.uuid] = stored.sample
            }
        }
        return try samples.map { sample throws(HKError) in
            guard let stored = found[sample.uuid] else {
                throw HKError(.errorInvalidArgument, "The \(sample.sampleType) \(sample.uuid) is not saved.")
            }
            return stored
        }
    }

    private func samples(_ objects: [HKObject]) throws(HKError) -> [HKSample] {
        try objects.map { object throws(HKError) in
            guard let sample = object as? HKSample else {
                throw HKError(.errorInvalidArgument, "\(object) is not a sample.")
            }
            return sample
        }
    }

    /// Whether this client saved an object.
    func isOwn(_ object: HKObject) -> Bool {
        object.sourceRevision.source.bundleIdentifier == client
    }

    /// Notes that saved samples belong to a workout, so that ``HKQuery/predicateForObjects(from:)`` finds them.
    package func relate(_ samples: [HKSample], to workout: HKSample) async throws(HKError) {
        try await database.relate(samples.map(\.uuid), toWorkout: workout.uuid)
    }
}
