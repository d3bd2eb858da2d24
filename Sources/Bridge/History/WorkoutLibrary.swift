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
    private let exports: ExportQueue

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
    /// - Throws: ``FileError`` if the file cannot be written; the database is then as it was.
    package func save(_ exported: ExportedWorkout) async throws -> SavedWorkout {
        let path = try files.write(exported)
        do {
            try await store(exported.workout)
            return SavedWorkout(path: path, databaseError: nil)
        } catch {
            return SavedWorkout(path: path, databaseError: error)
        }
    }

    /// Stores a workout and its samples in the database, unless they are there.
    ///
    /// What the database has of an earlier state of the workout goes first, so that it says what the file says: a recording
    /// that is recovered again may have another end.
    func store(_ workout: HKWorkout) async throws {
        if let summary = try await summary(of: workout.uuid, at: workout.startDate) {
            let stored = try await self.workout(summary).workout
            if !Self.areEqual(stored, workout) { try await remove(stored) }
        }
        let samples = Self.samples(of: workout)
        let stored = Set(try await stored(samples).map(\.uuid))
        var missing = samples.filter { !stored.contains($0.uuid) }
        if try await summary(of: workout.uuid, at: workout.startDate) == nil { missing.append(workout) }
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

    private func summary(of workout: UUID, at start: Date) async throws(HKError) -> WorkoutSummary? {
        // Dates go through the database unchanged; the second only spares a question about the edges.
        let around = DateInterval(start: start.addingTimeInterval(-1), duration: 2)
        return try await database.workoutSummaries(startingIn: around, withDistributions: false)
            .first { $0.uuid == workout }
    }

    // MARK: Finding

    /// The workouts that start in an interval, or all, in order of their starts.
    package func summaries(
        startingIn interval: DateInterval? = nil, withDistributions: Bool = false
    ) async throws(HKError) -> [WorkoutSummary] {
        try await database.workoutSummaries(startingIn: interval, withDistributions: withDistributions)
    }

    /// The one workout whose identity begins with a text, without regard to case and dashes.
    ///
    /// - Throws: ``WorkoutLibraryError`` if there is none or several; `HKError` as the database does.
    package func summary(beginning prefix: String) async throws -> WorkoutSummary {
        let wanted = Self.digits(prefix)
        let candidates =
            wanted.isEmpty
            ? [] : try await summaries().filter { Self.digits($0.uuid.uuidString).hasPrefix(wanted) }
        guard let first = candidates.first else {
            throw WorkoutLibraryError.unknownWorkout(prefix, rider: rider)
        }
        guard candidates.count == 1 else {
            throw WorkoutLibraryError.ambiguousWorkout(prefix, candidates: candidates.map(\.uuid))
        }
        return first
    }

    private static func digits(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }

    /// A workout with all that was measured in it, ready to be exported.
    ///
    /// - Throws: `HKError`: `errorNoData` if it is gone by now, else as the database does.
    package func workout(_ summary: WorkoutSummary) async throws(HKError) -> ExportedWorkout {
        let request = SampleRequest(type: .workoutType(), dates: summary.start...summary.start)
        let found = try await database.samples(request).stored.first { $0.sample.uuid == summary.uuid }
        guard let workout = found?.sample as? HKWorkout else {
            throw HKError(.errorNoData, "The workout \(summary.uuid) of \(rider) is gone.")
        }
        return ExportedWorkout(
            workout, rider: rider, profile: try await PersonalProfile(of: database, at: workout.startDate),
            timeZone: summary.timeZone ?? .current)
    }

    // MARK: Deleting

    /// Deletes a workout: its samples, its files, its export and, if told so, the recording that it was made of.
    ///
    /// - Parameters:
    ///   - summary: The workout.
    ///   - includesRecording: Whether the recording goes too; without, the workout can be rebuilt of it.
    /// - Returns: The files that are gone, and those that were left because nobody can read what they hold.
    /// - Throws: `HKError` as the database does, and nothing is changed; ``FileError`` for a file that cannot be removed,
    ///   of which the database then knows nothing any more.
    package func delete(_ summary: WorkoutSummary, includesRecording: Bool = false) async throws
        -> WorkoutDeletion
    {
        let workout = try await workout(summary).workout
        var paths = try files.paths(of: workout.uuid).flatMap(files.exported)
        let left = try unreadable(of: workout.uuid)
        if includesRecording { paths += recordingPaths(of: workout.uuid) }
        try await remove(workout)
        for path in paths where unlink(path) != 0 && errno != ENOENT {
            throw FileError("remove", path, code: errno)
        }
        exports.remove(workout.uuid)
        recordings.markSaved(workout.uuid)
        return WorkoutDeletion(removed: paths, left: left)
    }

    /// The files that by their names are a workout's and cannot be read, and why.
    private func unreadable(of workout: UUID) throws -> [FileError] {
        let ending = "-" + workout.uuidString.lowercased().prefix(8) + ".json"
        return try files.paths().filter { $0.hasSuffix(ending) }.compactMap { path in
            do {
                _ = try WorkoutFileHead(path: path)
                return nil
            } catch let error as FileError {
                return error
            }
        }
    }

    /// Removes a workout and its samples from the database.
    func remove(_ workout: HKWorkout) async throws(HKError) {
        try await database.remove(try await stored(Self.samples(of: workout)) + [workout])
    }

    private func recordingPaths(of workout: UUID) -> [String] {
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
