package import Foundation
package import HealthModel
internal import WorkoutFormats

extension WorkoutLibrary {
    /// Deletes a workout: its samples, its files, its export and, if told so, the recording that it was made of.
    ///
    /// What another rider has of the same identity, because both rode a tandem or imported one file, stays. All goes or
    /// nothing: files that cannot be removed are found before the database is asked, and go back where it refuses. What
    /// a crash leaves is settled by the next deletion of the workout, or by `pulsewatt workouts reindex`.
    /// - Parameters:
    ///   - summary: The workout.
    ///   - includesRecording: Whether the recording goes too; without, the workout can be rebuilt of it.
    ///   - owners: The riders that have a workout in the database.
    /// - Returns: The files that are gone, and those that were left because nobody can read what they hold.
    /// - Throws: `HKError` as the database does, ``FileError`` for a file that cannot be removed; nothing is changed then.
    package func delete(
        _ summary: WorkoutSummary, includesRecording: Bool = false, owners: [UUID: Set<String>] = [:]
    ) async throws -> WorkoutDeletion {
        try await files.locked {
            try await deleteLocked(summary, includesRecording: includesRecording, owners: owners)
        }
    }

    private func deleteLocked(
        _ summary: WorkoutSummary, includesRecording: Bool, owners: [UUID: Set<String>]
    ) async throws -> WorkoutDeletion {
        let workout = try await workout(summary).workout
        // What an earlier deletion left aside goes with the rest.
        interruptedDeletions.settleLocked(
            workout.uuid, owners: owners.merging([workout.uuid: [rider]]) { $0.union($1) })
        let survey = try WorkoutFileSurvey(of: files)
        var paths = survey.paths(of: workout.uuid, rider: rider).flatMap(files.exported)
        let left = survey.unreadable.filter { WorkoutFiles.isName($0.path, of: workout.uuid) }
        let other = otherRider(with: workout.uuid, survey, owners)
        let recording = includesRecording ? recordingPaths(of: workout.uuid) : []
        if other == nil { paths += recording }
        let removal = try FileRemoval(settingAside: paths)
        do {
            try await remove(workout)
        } catch {
            removal.putBack()
            throw error
        }
        exports.remove(workout.uuid, of: rider, isShared: other != nil)
        recordings.markSaved(workout.uuid)
        return WorkoutDeletion(
            removed: paths, left: left + removal.finish(),
            shared: other.flatMap { other in recording.first.map { ($0, other) } })
    }
}
