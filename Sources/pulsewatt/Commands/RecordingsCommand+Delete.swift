import Bridge
import FlightRecorder
import Foundation

extension RecordingsCommand {
    /// A recording that may go, or why it stays.
    private struct Candidate {
        let path: String
        /// Nil: nothing would be lost with it.
        let refusal: String?
        let isLive: Bool

        init(_ recording: OutlinedRecording) {
            path = recording.path
            isLive = recording.state == .live
            refusal = RecordingsCommand.refusal(of: recording)
        }

        /// What cannot even be read.
        init(path: String, _ error: any Error) {
            self.path = path
            isLive = false
            refusal = "\(error); pulsewatt recordings delete removes it with --force"
        }

        func mayGo(byForce: Bool) -> Bool { refusal == nil || byForce && !isLive }
    }

    /// Deletes recordings whose workouts are saved: those that are named, or all that began in a time; by force others too.
    ///
    /// All are looked at before one is gone: a typing error in the last leaves the first where it is.
    func delete(
        _ files: RecordingFiles, _ identifiers: [String], _ arguments: ParsedArguments
    ) throws -> Int32 {
        let interval = try arguments.interval(in: arguments.calendar())
        guard identifiers.isEmpty == (interval != nil) else {
            throw UsageError("wanted is the ID of at least one recording, or --until or --since and no ID")
        }
        let isForced = arguments.has(Self.force)
        var candidates: [Candidate] = []
        var status: Int32 = 0
        if let interval {
            (candidates, status) = try Self.candidates(in: files, startingIn: interval)
        } else {
            for name in Set(try identifiers.map { try Self.name($0, in: files) }).sorted() {
                do {
                    candidates.append(Candidate(try OutlinedRecording(files, identifier: name)))
                } catch {
                    candidates.append(Candidate(path: files.path(ofName: name), error))
                }
            }
            if let refusal = candidates.first(where: { !$0.mayGo(byForce: isForced) })?.refusal {
                throw RecordingsError(refusal)
            }
        }
        for candidate in candidates {
            if candidate.mayGo(byForce: isForced) {
                try Self.remove(candidate)
            } else if let refusal = candidate.refusal {
                StandardError.print(refusal)
                status = 1
            }
        }
        return status
    }

    /// The recordings of workouts that began in a time, and 1 where one could not be read, else 0.
    private static func candidates(
        in files: RecordingFiles, startingIn interval: DateInterval
    ) throws -> ([Candidate], Int32) {
        var candidates: [Candidate] = []
        var status: Int32 = 0
        for name in try files.names() {
            do {
                let recording = try OutlinedRecording(files, identifier: name)
                guard let start = recording.startMicroseconds else { continue }
                let date = Date(timeIntervalSince1970: Double(start) / 1e6)
                if interval.start <= date, date < interval.end { candidates.append(Candidate(recording)) }
            } catch {
                StandardError.print("\(error)")
                status = 1
            }
        }
        return (candidates, status)
    }

    private static func remove(_ candidate: Candidate) throws {
        // Somebody may have taken it up since it was looked at; the lock is held until it is gone.
        let held = candidate.refusal == nil ? nil : try? RecordingFile.open(at: candidate.path)
        if candidate.refusal != nil, held == nil, RecordingFile.isLocked(at: candidate.path) {
            throw RecordingsError("\(candidate.path) stays: a workout is recorded into it now")
        }
        guard withExtendedLifetime(held, { unlink(candidate.path) }) == 0 || errno == ENOENT else {
            throw FileError("remove", candidate.path, code: errno)
        }
        StandardOutput.print("Removed \(candidate.path)")
    }

    /// Why a recording stays: it is all that there is of its workout; nil where that is saved.
    private static func refusal(of recording: OutlinedRecording) -> String? {
        switch (recording.state, recording.obstacle) {
        case (.finished, _): nil
        case (.live, _): "\(recording.path) stays: a workout is recorded into it now"
        case (.unfinished, let obstacle?): "\(obstacle); --force deletes it"
        case (.unfinished, nil):
            "\(recording.path) stays: its workout is not saved yet; the next start of the service or of pulsewatt record "
                + "saves it, and --force deletes it"
        }
    }
}
