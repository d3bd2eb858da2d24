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
    /// - Parameters:
    ///   - imported: What the file tells; its time zone is the rider's where it names none.
    ///   - known: The workouts of the library, which the saved one joins.
    /// - Returns: Whether it was saved.
    /// - Throws: `HKError` for what no workout can be, ``FileError`` if its file cannot be written.
    package func add(_ imported: ImportedWorkout, to known: inout [WorkoutSummary]) async throws -> Importing
    {
        let profile = try await PersonalProfile(of: database, at: imported.start)
        let workout = try imported.workout(profile: profile)
        let summary = WorkoutSummary(workout, withDistributions: false)
        if let same = known.first(where: { $0.isSameRide(as: summary) }) { return .known(same) }
        let saved = try await save(
            ExportedWorkout(
                workout, rider: rider, profile: profile, timeZone: imported.timeZone ?? .current))
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
