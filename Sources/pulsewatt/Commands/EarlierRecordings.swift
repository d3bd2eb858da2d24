import Bridge

/// The recordings that earlier runs left unfinished, as `record` takes them up.
final class EarlierRecordings {
    /// Where recordings are kept.
    let recordings: RecordingFiles
    private let keeping: WorkoutKeeping
    private let recovery: WorkoutRecovery
    private var pending: [String: WorkoutRecovery.Pending] = [:]

    /// Names their place; nothing is done yet.
    init(stateDirectory: String, keeping: WorkoutKeeping) {
        self.keeping = keeping
        recordings = RecordingFiles(stateDirectory: stateDirectory)
        recovery = WorkoutRecovery(recordings, log: StandardError.print)
    }

    /// Saves all workouts but those that may go on.
    func takeUp(mayGoOn: (UnfinishedRecording) -> Bool) async {
        let taken = await recovery.takeUp(mayGoOn: mayGoOn)
        pending = taken.pending
        for workout in taken.over { await save(workout) }
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
        if let workout = await recovery.finish(recording) { await save(workout) }
    }

    private func save(_ workout: RecordedWorkout) async {
        do {
            try keeping.files.prepare()
            let saved = try await keeping.keep(workout, log: StandardError.print)
            StandardError.print("wrote \(saved.path)")
        } catch {
            StandardError.print(
                "\(error); the workout stays in its recording and is recovered at the next start")
        }
    }
}
