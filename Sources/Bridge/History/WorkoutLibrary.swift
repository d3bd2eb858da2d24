internal import FlightRecorder
package import Foundation
package import HealthModel
package import WorkoutFormats

/// The finished workouts of one rider: each is a file, and a workout of the health database, and the two agree.
///
/// A workout is saved to its file first, so that whatever happens to the database nothing is lost: the files rebuild it,
/// and it rebuilds them, see ``reindex(_:preferring:owners:)``.
package struct WorkoutLibrary: Sendable {
    /// Whose workouts these are.
    package let rider: String
    /// The rider's health database.
    package let database: any HealthDatabase
    /// The files of all riders.
    package let files: WorkoutFiles
    /// The recordings that workouts were made of.
    let recordings: RecordingFiles
    let exports: ExportQueue
    /// The deletions that a crash cut off.
    let interruptedDeletions: InterruptedDeletions

    /// Names a library; nothing is read or made yet.
    ///
    /// - Parameters:
    ///   - stateDirectory: Where the service keeps what it keeps.
    ///   - rider: Whose workouts.
    ///   - database: The rider's.
    package init(stateDirectory: String, rider: String, database: any HealthDatabase) {
        self.rider = rider
        self.database = database
        files = WorkoutFiles(directory: stateDirectory + "/workouts")
        recordings = RecordingFiles(stateDirectory: stateDirectory)
        exports = ExportQueue(stateDirectory: stateDirectory)
        interruptedDeletions = InterruptedDeletions(stateDirectory: stateDirectory)
    }

    // MARK: Saving

    /// Saves a workout that has just ended.
    ///
    /// - Throws: ``FileError`` if the file cannot be written; the database is then as it was.
    package func save(_ finished: FinishedWorkout) async throws -> SavedWorkout {
        try await save(finished.exported)
    }

    /// Saves a workout; saving the same again changes nothing, and another of the same identity takes its place.
    ///
    /// Programs that use HealthKit's queries find it as one that a builder finished: with a sample of each type that
    /// holds all readings, related to the workout.
    /// - Parameters:
    ///   - exported: The workout.
    ///   - patience: How long it waits for others who change workouts; then it is saved all the same.
    /// - Returns: Where it was saved.
    /// - Throws: ``FileError`` if the file cannot be written; the database is then as it was.
    package func save(
        _ exported: ExportedWorkout, waitingAtMost patience: Duration = WorkoutFiles.longestWait
    ) async throws -> SavedWorkout {
        try await files.lockedIfFree(within: patience) {
            let path = try files.write(exported)
            do {
                try await store(exported.workout)
                return SavedWorkout(path: path, databaseError: nil)
            } catch {
                return SavedWorkout(path: path, databaseError: error)
            }
        }
    }

    /// Stores a workout whose file is written, as saving it would have done.
    func storeSaved(_ workout: HKWorkout, waitingAtMost patience: Duration) async throws {
        try await files.lockedIfFree(within: patience) { try await store(workout) }
    }

    /// Stores a workout and its samples in the database, unless they are there.
    ///
    /// What the database has of an earlier state of the workout goes first, so that it says what the file says: a recording
    /// that is recovered again may have another end.
    func store(_ workout: HKWorkout) async throws {
        do {
            try await storeMissing(workout)
        } catch {
            // Somebody who could not wait for the lock may have stored it since it was asked what is missing.
            guard (error as? HKError)?.code == .errorInvalidArgument else { throw error }
            try await storeMissing(workout)
        }
    }

    private func storeMissing(_ workout: HKWorkout) async throws {
        let there = try await around(workout.startDate)
        if let damaged = there.damaged.first(where: { $0.uuid == workout.uuid }) {
            try await database.removeDamaged(damaged)
        } else if let summary = there.summaries.first(where: { $0.uuid == workout.uuid }) {
            do {
                let stored = try await self.workout(summary).workout
                if !Self.areEqual(stored, workout) { try await remove(stored) }
            } catch {
                guard let damaged = try await database.damage(ofWorkout: workout.uuid) else { throw error }
                try await database.removeDamaged(damaged)
            }
        }
        let samples = Self.samples(of: workout)
        let stored = Set(try await stored(samples).map(\.uuid))
        var missing = samples.filter { !stored.contains($0.uuid) }
        if try await !around(workout.startDate).summaries.contains(where: { $0.uuid == workout.uuid }) {
            missing.append(workout)
        }
        // As any program would do it; the owner of the database may save everything.
        let store = HKHealthStore(client: HKHealthStore.owner, database: database)
        if !missing.isEmpty { try await store.save(missing) }
        try await store.relate(samples, to: workout)
    }

    /// Whether two states of a workout are one: all that was measured, and all that its file says.
    private static func areEqual(_ first: HKWorkout, _ second: HKWorkout) -> Bool {
        func bytes(_ workout: HKWorkout) -> [UInt8] {
            ExportedWorkout(workout, rider: nil, timeZone: .gmt).document.bytes
        }
        return first.series == second.series && bytes(first) == bytes(second)
    }

    /// The samples that a workout leaves beside itself.
    private static func samples(of workout: HKWorkout) -> [HKSample] {
        workout.series.samples(of: workout.uuid, device: workout.device) { _ in true }
    }

    /// Those of some samples that the database has.
    private func stored(_ samples: [HKSample]) async throws(HKError) -> [HKSample] {
        var found: [HKSample] = []
        for sample in samples {
            let request = SampleRequest(type: sample.sampleType, dates: sample.startDate...sample.endDate)
            found += try await database.samples(request).stored.map(\.sample).filter {
                $0.uuid == sample.uuid
            }
        }
        return found
    }

    /// The stored workout of an identity and a start, or nil.
    ///
    /// - Throws: `HKError` as the database does, also if the workout is damaged.
    func summary(of workout: UUID, at start: Date) async throws(HKError) -> WorkoutSummary? {
        let there = try await around(start)
        if let damaged = there.damaged.first(where: { $0.uuid == workout }) { throw damaged.error }
        return there.summaries.first { $0.uuid == workout }
    }

    /// The workouts that start at a date.
    private func around(_ start: Date) async throws(HKError) -> WorkoutOverview {
        // Dates go through the database unchanged; the second only spares a question about the edges.
        let around = DateInterval(start: start.addingTimeInterval(-1), duration: 2)
        return try await overview(startingIn: around)
    }

    // MARK: Finding

    /// The workouts that start in an interval, or all, in order of their starts.
    package func summaries(
        startingIn interval: DateInterval? = nil, withDistributions: Bool = false
    ) async throws(HKError) -> [WorkoutSummary] {
        try await database.workoutSummaries(startingIn: interval, withDistributions: withDistributions)
    }

    /// The same as far as they can be read, and those that are damaged.
    package func overview(
        startingIn interval: DateInterval? = nil, withDistributions: Bool = false
    ) async throws(HKError) -> WorkoutOverview {
        try await database.workoutOverview(startingIn: interval, withDistributions: withDistributions)
    }

    /// Another rider who has a workout in the database, or else in a file; nil where there is none.
    func otherRider(
        with workout: UUID, _ survey: WorkoutFileSurvey, _ owners: [UUID: Set<String>]
    ) -> String? {
        owners[workout]?.subtracting([rider]).min() ?? survey.file(of: workout, besides: rider)?.rider
    }

    /// The one workout whose identity begins with a text, without regard to case and dashes.
    ///
    /// - Throws: ``WorkoutLibraryError`` if there is none or several; `HKError` as the database does.
    package func summary(beginning prefix: String) async throws -> WorkoutSummary {
        let overview = try await overview()
        let candidates = overview.summaries.filter { Self.hasPrefix(prefix, $0.uuid) }
        guard let first = candidates.first else {
            if let damaged = overview.damaged.first(where: { Self.hasPrefix(prefix, $0.uuid) }) {
                throw damaged.error
            }
            throw WorkoutLibraryError.unknownWorkout(prefix, rider: rider)
        }
        guard candidates.count == 1 else {
            throw WorkoutLibraryError.ambiguousWorkout(prefix, candidates: candidates.map(\.uuid))
        }
        return first
    }

    /// The one workout whose identity begins with a text, if it is damaged.
    package func damagedWorkout(beginning prefix: String) async throws -> DamagedWorkout? {
        do {
            return try await database.damage(ofWorkout: summary(beginning: prefix).uuid)
        } catch let error as HKError {
            let damaged = try await overview().damaged.filter { Self.hasPrefix(prefix, $0.uuid) }
            guard let first = damaged.first, damaged.count == 1 else { throw error }
            return first
        }
    }

    private static func hasPrefix(_ prefix: String, _ identity: UUID?) -> Bool {
        let wanted = digits(prefix)
        guard let identity, !wanted.isEmpty else { return false }
        return digits(identity.uuidString).hasPrefix(wanted)
    }

    private static func digits(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }

    /// A workout with all that was measured in it, ready to be exported.
    ///
    /// - Throws: `HKError`: `errorNoData` if it is gone by now, else as the database does.
    package func workout(_ summary: WorkoutSummary) async throws(HKError) -> ExportedWorkout {
        let request = SampleRequest(type: .workoutType(), dates: summary.start...summary.start)
        let found: SampleBatch.Stored?
        do throws(HKError) {
            found = try await database.samples(request).stored.first { $0.sample.uuid == summary.uuid }
        } catch {
            throw try await database.damage(ofWorkout: summary.uuid)?.error ?? error
        }
        guard let workout = found?.sample as? HKWorkout else {
            throw HKError(.errorNoData, "The workout \(summary.uuid) of \(rider) is gone.")
        }
        let profile = try await PersonalHistory(of: database).profile(at: workout.startDate)
        return ExportedWorkout(
            workout, rider: rider, profile: profile,
            timeZone: summary.timeZone ?? profile.characteristics.timeZone ?? .current)
    }

    /// Removes a workout and its samples from the database.
    func remove(_ workout: HKWorkout) async throws(HKError) {
        try await database.remove(try await stored(Self.samples(of: workout)) + [workout])
    }

    func recordingPaths(of workout: UUID) -> [String] {
        [recordings.path(of: workout)].filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// The workout that a recording gives, exact to the sample; nil where there is no recording that was finished.
    func recorded(_ workout: UUID) async throws -> ExportedWorkout? {
        guard let path = recordingPaths(of: workout).first else { return nil }
        let contents = try RecordingFiles.contents(at: path)
        guard contents.end != nil, contents.header?.workout == workout else { return nil }
        var plan = WorkoutPlan(recordedIn: contents, fallback: WorkoutPlan(rider: rider))
        plan.rider = rider
        return try await Replay(contents, plan: plan).finished.exported
    }

    /// The workout that a recording gives, if it is the one that a file holds.
    func recorded(_ workout: UUID, in file: [UInt8]) async -> ExportedWorkout? {
        guard let recorded = try? await recorded(workout),
            DocumentAgreement.holds(between: recorded.document.bytes, and: file)
        else { return nil }
        return recorded
    }
}
