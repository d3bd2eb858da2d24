package import FlightRecorder
package import Foundation
package import HealthModel
package import WorkoutFormats

extension WorkoutLibrary {
    /// What came of a workout of a file.
    package enum Importing: Sendable {
        /// It is in the library now.
        case saved(WorkoutSummary, SavedWorkout)
        /// The library has this ride already.
        case known(WorkoutSummary)
    }

    /// Saves a workout of a file, unless the library has the ride already.
    ///
    /// It has it where the identity is the same, and where a workout of the rider starts within two seconds of it or covers
    /// more than four fifths of the shorter of the two, unless it begins in 1970, as what has no date does: nobody rides twice at once, so that is the same ride from another
    /// format or another device, trimmed differently, and counting both would double the load.
    /// Of our own JSON whose recording is there the workout is that of the recording, exact to the sample.
    /// - Parameters:
    ///   - imported: What the file tells; its time zone is the rider's where it names none.
    ///   - file: The file's bytes.
    ///   - known: The workouts of the library, which the saved one joins.
    /// - Returns: Whether it was saved.
    /// - Throws: `HKError` for what no workout can be, ``FileError`` if its file cannot be written.
    package func add(
        _ imported: ImportedWorkout, of file: [UInt8], to known: inout [WorkoutSummary]
    ) async throws -> Importing {
        let profile = try await PersonalProfile(of: database, at: imported.start)
        let workout = try imported.workout(profile: profile)
        let summary = WorkoutSummary(workout, withDistributions: false)
        if let same = known.first(where: { $0.isSameRide(as: summary) }) { return .known(same) }
        let exported =
            await recorded(workout.uuid, in: file)
            ?? ExportedWorkout(
                workout, rider: rider, profile: profile, timeZone: imported.timeZone ?? .current)
        let isNew = access(files.place(of: exported), F_OK) != 0
        let saved = try await save(exported)
        // What no database can ever hold is refused: reindexing would complain of its file for all time.
        if isNew, let error = saved.databaseError as? HKError, error.code == .errorInvalidArgument {
            unlink(saved.path)
            throw error
        }
        known.append(summary)
        return .saved(summary, saved)
    }
}

extension WorkoutLibrary {
    /// Saves the workout of a Bluetooth capture and, as of a live one, its recording, unless the library has the ride already.
    ///
    /// - Parameters:
    ///   - capture: What was captured.
    ///   - timeZone: The time zone of the ride, which a capture does not tell.
    ///   - known: The workouts of the library, which the saved one joins.
    /// - Returns: Whether it was saved.
    /// - Throws: `HKError` for what no workout can be, ``FileError`` if a file cannot be written.
    package func add(
        _ capture: BtsnoopRecords, in timeZone: TimeZone, to known: inout [WorkoutSummary]
    ) async throws -> Importing {
        let profile = try await PersonalProfile(of: database, at: capture.start)
        let plan = WorkoutPlan(rider: rider, timeZone: timeZone, profile: profile)
        let exported = try await Replay(capture.records, plan: plan, start: capture.start).finished.exported
        let summary = WorkoutSummary(exported.workout, withDistributions: false)
        if let same = known.first(where: { $0.isSameRide(as: summary) }) { return .known(same) }
        let recording = try recordings.write(capture, plan, workout: exported.workout.uuid)
        let saved = try await save(exported)
        recording.markSaved()
        known.append(summary)
        return .saved(summary, saved)
    }
}

extension WorkoutLibrary {
    /// Saves the workout of one of our recordings, and keeps the recording, unless the library has the ride already.
    ///
    /// The workout is what it was when it was recorded, with the identity, zones and threshold of that time. Where the
    /// recording ends in the middle, so does the workout, with its last notification.
    /// - Parameters:
    ///   - recording: What is in it.
    ///   - path: Where it is; it is copied to the recordings if it is not among them.
    ///   - timeZone: The time zone of the ride, where the recording tells none.
    ///   - known: The workouts of the library, which the saved one joins.
    /// - Returns: Whether it was saved.
    /// - Throws: `HKError` for what no workout can be, ``FileError`` if a file cannot be written or holds no workout.
    package func add(
        _ recording: RecordingContents, at path: String, in timeZone: TimeZone,
        to known: inout [WorkoutSummary]
    ) async throws -> Importing {
        let start = recording.startMicroseconds.map { Date(wallMicroseconds: $0) } ?? Date()
        let profile = try await PersonalProfile(of: database, at: start)
        let fallback = WorkoutPlan(rider: rider, timeZone: timeZone, profile: profile)
        var plan = WorkoutPlan(recordedIn: recording, fallback: fallback)
        plan.rider = rider
        let exported: ExportedWorkout
        do {
            exported = try await Replay(recording, plan: plan).finished.exported
        } catch let error as ReplayError {
            throw FileError("import", path, reason: "\(error)")
        }
        let summary = WorkoutSummary(exported.workout, withDistributions: false)
        if let same = known.first(where: { $0.isSameRide(as: summary) }) {
            recordings.markSaved(at: path)
            return .known(same)
        }
        // Whose workout it is must stand in it, or nobody could rebuild the workout of it.
        if let header = recording.header { try keep(path, of: header.workout) }
        let saved = try await save(exported)
        // No recovery saves again what was cut off, nor tells again of what says nobody's name.
        if let header = recording.header { recordings.markSaved(header.workout) }
        recordings.markSaved(at: path)
        known.append(summary)
        return .saved(summary, saved)
    }

    /// Copies a recording to the others, unless there is one of the workout.
    private func keep(_ path: String, of workout: UUID) throws {
        let place = recordings.path(of: workout)
        guard access(place, F_OK) != 0 else { return }
        try recordings.prepare()
        try DurableFile.write(try OrdinaryFile.read(path), to: place)
    }
}

extension WorkoutSummary {
    /// How far the starts of one ride are apart in two files, in seconds.
    private static let startTolerance = 2.0
    /// The share of the shorter that two workouts have in common at least if they are one ride.
    private static let commonShare = 0.8

    /// Whether a start is no date: a capture that does not tell when it was is replayed from the beginning of 1970.
    private var hasNoDate: Bool {
        (0..<365 * 86_400).contains(start.timeIntervalSince(Replay.defaultStart))
    }

    /// Whether another workout of the same person is of the same ride.
    fileprivate func isSameRide(as other: WorkoutSummary) -> Bool {
        if uuid == other.uuid { return true }
        if hasNoDate || other.hasNoDate { return false }
        if abs(start.timeIntervalSince(other.start)) <= Self.startTolerance {
            return true
        }
        let common = min(end, other.end).timeIntervalSince(max(start, other.start))
        let shorter = min(end.timeIntervalSince(start), other.end.timeIntervalSince(other.start))
        return common > 0 && common > Self.commonShare * shorter
    }
}
