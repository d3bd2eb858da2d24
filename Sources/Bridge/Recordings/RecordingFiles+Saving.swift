internal import FlightRecorder
package import Foundation

extension RecordingFiles {
    /// Says in the recording of a workout that nothing is left to do: the workout is stored, or a person deleted it.
    ///
    /// A recording that goes on stays as it is. What cannot be written is recovered at the next start and gives the same
    /// workout.
    package func markSaved(_ workout: UUID) {
        markSaved(at: path(of: workout))
    }

    /// The same for the recording at a path, whosever workout it holds; one of another directory is left alone.
    func markSaved(at path: String) {
        guard isOwn(path), !RecordingFile.endsSaved(at: path) else { return }
        do {
            guard let file = try RecordingFile.open(at: path) else {
                // Whoever holds it waits for the database if the workout has ended, and looks before asking again.
                let contents = try Self.contents(at: path)
                if contents.end != nil, !contents.isSaved {
                    try RecordingFile.appendSaved(
                        at: path, after: contents, wallMicroseconds: MachineClock.system.wallMicroseconds())
                }
                return
            }
            let contents = try Self.contents(at: path)
            guard !contents.isSaved else { return }
            let writer = RecordingWriter(
                continuing: file, after: contents, header: nil, plan: [],
                now: {
                    RecordingContents.ClockReading(
                        nanoseconds: 0, wallMicroseconds: MachineClock.system.wallMicroseconds())
                }, notify: { _ in })
            writer.endRecovered(contents)
            writer.markSaved()
        } catch {
            return
        }
    }

    /// Whether a path, however it is written, is that of a file in the directory.
    private func isOwn(_ path: String) -> Bool {
        func resolved(_ path: String) -> String? {
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard let own = resolved(directory) else { return false }
        return resolved(DurableFile.directory(of: path)) == own
    }
}
