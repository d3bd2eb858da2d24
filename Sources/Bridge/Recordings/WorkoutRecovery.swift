internal import FlightRecorder
internal import Foundation
internal import WorkoutFormats

/// Takes up the recordings that a crash or a power cut left unfinished.
package struct WorkoutRecovery {
    /// A workout that was interrupted a moment ago and goes on if its sensors come back in time.
    package struct Pending {
        /// Its recording.
        package let recording: UnfinishedRecording
        /// Until when it waits, and where now is on its time line.
        package let window: RecoveryWindow
    }

    private let recordings: RecordingFiles
    private let clock: MachineClock
    private let log: (String) -> Void

    /// Makes a recovery of the recordings in a place.
    package init(_ recordings: RecordingFiles, clock: MachineClock = .system, log: @escaping (String) -> Void)
    {
        self.recordings = recordings
        self.clock = clock
        self.log = log
    }

    /// Takes up all unfinished recordings; one line tells of those that cannot be recovered.
    ///
    /// - Parameters:
    ///   - longestGap: The silence after which no workout goes on, in nanoseconds.
    ///   - mayGoOn: Whether the sensors of a recording can come back at all.
    /// - Returns: The workouts that are over, to be saved; and the latest of each rider that may go on.
    package func takeUp(
        longestGap: Int64 = RecoveryWindow.longestGap, mayGoOn: (UnfinishedRecording) -> Bool
    ) async -> (over: [RecordedWorkout], pending: [String: Pending]) {
        var over: [RecordedWorkout] = []
        var pending: [String: Pending] = [:]
        let (unfinished, obstructed) = recordings.unfinished(log: log)
        if obstructed > 0 {
            log(
                "\(obstructed) recording\(obstructed == 1 ? "" : "s") in \(recordings.directory) cannot be recovered; "
                    + "pulsewatt recordings tells why")
        }
        // The latest first: of a rider's, only that one can go on.
        for recording in unfinished.reversed() {
            let rider = recording.header.rider
            for type in recording.contents.typesWithInvalidZones {
                log(
                    "the zones for \(type) in \(recording.path) make no configuration; those of the system are taken"
                )
            }
            let window = RecoveryWindow(
                recording.contents, bootTime: clock.bootTime(), wallMicroseconds: clock.wallMicroseconds(),
                bootIdentifier: clock.bootIdentifier, longestGap: longestGap)
            if let window, pending[rider] == nil, mayGoOn(recording) {
                pending[rider] = Pending(recording: recording, window: window)
                log(
                    "the workout of \(rider) in \(recording.description) was interrupted; it goes on if a sensor comes back"
                )
            } else if let workout = await finish(recording) {
                over.append(workout)
            }
        }
        return (over.reversed(), pending)
    }

    /// Rebuilds a workout, which ends where it was said to or else with its last notification.
    ///
    /// Where there never was a reading, the recording is done with. One that has a ``RecoveryObstacle`` stays as it is, byte
    /// for byte, and is not among the unfinished ones, as does one that cannot be rebuilt: a person, or a later version,
    /// may find readings in it.
    /// - Returns: The workout, to be saved; nil where there is none.
    package func finish(_ recording: UnfinishedRecording) async -> RecordedWorkout? {
        let header = recording.header
        guard recording.contents.holdsMeasurement else {
            log("no sensor had sent a reading in \(recording.description), so there is no workout in it")
            LiveRecording(ending: recording, in: recordings, clock: clock, log: log).markSaved()
            if recording.contents.lastNotification == nil { unlink(recording.path) }
            return nil
        }
        do {
            let replay = try await Replay(recording.contents)
            // Not before: it cuts a torn tail off.
            let live = LiveRecording(ending: recording, in: recordings, clock: clock, log: log)
            live.endRecovered(recording.contents)
            let milliseconds = recording.startMicroseconds / 1000
            let start = RFC3339.text(milliseconds: milliseconds, in: recording.plan.timeZone)
            log("recovered the workout of \(header.rider) of \(start) from \(recording.description)")
            return RecordedWorkout(finished: replay.finished, recording: live, isRecovered: true)
        } catch {
            log("cannot recover \(recording.description): \(error)")
            return nil
        }
    }
}
