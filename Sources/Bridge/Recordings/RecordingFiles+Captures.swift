internal import FlightRecorder
internal import Foundation

extension RecordingFiles {
    /// Writes a capture of another program as a recording, so that its workout can be rebuilt as one of ours.
    ///
    /// - Parameters:
    ///   - capture: What was captured.
    ///   - plan: What is planned, as for a live workout.
    ///   - workout: The workout's identity.
    /// - Returns: The recording, to be told when the workout is saved.
    /// - Throws: ``FileError``, and there is no such recording then.
    func write(
        _ capture: BtsnoopRecords, _ plan: WorkoutPlan, workout: UUID
    ) throws -> RecordingWriter {
        try prepare()
        let path = path(of: workout)
        let start = Int64((capture.start.timeIntervalSince1970 * 1e6).rounded())
        let header = RecordingHeader(
            workout: workout, plan, startMicroseconds: start, origin: 0, bootIdentifier: nil)
        var now: Int64 = 0
        var fault: RecordingFault?
        let writer = RecordingWriter(
            creating: path, header: header, plan: RecordedPlan(plan).bytes,
            now: {
                RecordingContents.ClockReading(nanoseconds: now, wallMicroseconds: start + now / 1000)
            },
            notify: { notice in
                switch notice {
                case .failed(let reason), .notSynced(let reason): fault = fault ?? reason
                case .goesOn, .syncedAgain: break
                }
            })
        for record in capture.records {
            now = record.nanoseconds
            switch record.content {
            case .notification(let sensor, let characteristic, let value):
                writer.record(characteristic, value, from: sensor, at: now)
            case .event(let event, let sensor):
                writer.record(event, of: sensor, at: now)
            }
        }
        writer.end(at: now)
        if let fault {
            writer.close()
            unlink(path)
            throw FileError(fault)
        }
        return writer
    }
}
