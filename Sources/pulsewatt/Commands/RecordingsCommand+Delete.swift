import Bridge
import Foundation

extension RecordingsCommand {
    /// Deletes recordings whose workouts are saved: those that are named, or all that began in a time.
    ///
    /// All are looked at before one is gone: a typing error in the last leaves the first where it is.
    func delete(
        _ files: RecordingFiles, _ identifiers: [String], _ arguments: ParsedArguments
    ) throws -> Int32 {
        let interval = try arguments.interval(in: arguments.calendar())
        guard identifiers.isEmpty == (interval != nil) else {
            throw UsageError("wanted is the ID of at least one recording, or --until or --since and no ID")
        }
        var recordings: [StoredRecording] = []
        var status: Int32 = 0
        if let interval {
            (recordings, status) = try Self.recordings(in: files, startingIn: interval)
        } else {
            for name in Set(try identifiers.map { try Self.name($0, in: files) }).sorted() {
                recordings.append(try StoredRecording(files, identifier: name))
            }
            if let recording = recordings.first(where: { $0.state != .finished }) {
                throw RecordingsError(Self.refusal(of: recording))
            }
        }
        for recording in recordings {
            guard recording.state == .finished else {
                StandardError.print(Self.refusal(of: recording))
                status = 1
                continue
            }
            guard unlink(recording.path) == 0 || errno == ENOENT else {
                throw FileError("remove", recording.path, code: errno)
            }
            StandardOutput.print("Removed \(recording.path)")
        }
        return status
    }

    /// The recordings of workouts that began in a time, and 1 where one could not be read, else 0.
    private static func recordings(
        in files: RecordingFiles, startingIn interval: DateInterval
    ) throws -> ([StoredRecording], Int32) {
        var recordings: [StoredRecording] = []
        var status: Int32 = 0
        for name in try files.names() {
            do {
                let recording = try StoredRecording(files, identifier: name)
                if let start = recording.startDate, interval.start <= start, start < interval.end {
                    recordings.append(recording)
                }
            } catch {
                StandardError.print("\(error)")
                status = 1
            }
        }
        return (recordings, status)
    }

    /// Why a recording stays: it is all that there is of its workout.
    private static func refusal(of recording: StoredRecording) -> String {
        recording.state == .live
            ? "\(recording.path) stays: a workout is recorded into it now"
            : "\(recording.path) stays: its workout is not saved yet; the next start of the service or of pulsewatt record "
                + "saves it"
    }
}
