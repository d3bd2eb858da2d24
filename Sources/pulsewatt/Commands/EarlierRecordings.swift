import Bridge

/// The recordings that earlier runs left unfinished, as `record` takes them up.
final class EarlierRecordings {
    /// Where recordings are kept.
    let recordings: RecordingFiles
    private let files: WorkoutFiles
    private let recovery: WorkoutRecovery
    private var pending: [String: WorkoutRecovery.Pending] = [:]

    /// Names their place; nothing is done yet.
    init(stateDirectory: String) {
        recordings = RecordingFiles(stateDirectory: stateDirectory)
        files = WorkoutFiles(directory: stateDirectory + "/workouts")
        recovery = WorkoutRecovery(recordings, log: StandardError.print)
    }

    /// Saves all workouts but those that may go on.
    func takeUp(mayGoOn: (UnfinishedRecording) -> Bool) async {
        let taken = await recovery.takeUp(mayGoOn: mayGoOn)
        pending = taken.pending
        for workout in taken.over { save(workout) }
    }

    /// The workout of a rider that goes on if a sensor comes back; those of others are saved.
    func interrupted(of rider: String) async -> WorkoutRecovery.Pending? {
        let interrupted = pending.removeValue(forKey: rider)
        for other in pending.values.sorted(by: { $0.recording.path < $1.recording.path }) {
            await finish(other.recording)
        }
        pending = [:]
        return interrupted
    }

    /// Saves a workout that does not go on.
    func finish(_ recording: UnfinishedRecording) async {
        if let workout = await recovery.finish(recording) { save(workout) }
    }

    private func save(_ workout: RecordedWorkout) {
        do {
            try files.prepare()
            StandardError.print("wrote \(try files.writeRecovered(workout.finished))")
            workout.recording?.markSaved()
        } catch {
            StandardError.print(
                "\(error); the workout stays in its recording and is recovered at the next start")
        }
    }
}
