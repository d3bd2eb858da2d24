import Foundation
import HealthModel

/// Writes a workout as a FIT activity file.
///
/// The order is that of devices: what the file is and who made it, then everything in order of time, each lap and
/// session at its end, and the activity last. docs/fit.md says what stands in each message and why.
struct FITWorkoutWriter {
    let exported: ExportedWorkout
    let timeline: FITTimeline
    let heartRateZones: FITZones?
    let powerZones: FITZones?
    var encoder: FITEncoder

    let clock: FITClock

    var workout: HKWorkout { exported.workout }
    var series: WorkoutSeries { workout.series }

    init(_ exported: ExportedWorkout) {
        self.exported = exported
        timeline = FITTimeline(exported)
        heartRateZones = FITZones.heartRate(
            of: exported.workout, maximum: exported.profile.characteristics.maximumHeartRate)
        powerZones = FITZones.power(of: exported.workout)
        let series = exported.workout.series
        clock = FITClock(series)
        let samples = series.columns.values.reduce(series.heartbeats.count) { $0 + $1.count }
        encoder = FITEncoder(capacity: 4096 + 32 * Int(series.elapsed / Self.second) + 16 * samples)
    }

    /// The file.
    consuming func bytes() -> [UInt8] {
        writeHead()
        writeTimeline()
        writeOwnMessages()
        writeActivity()
        return encoder.finish()
    }

    static let second: Int64 = 1_000_000_000

    /// The second of the file's clock at a time in nanoseconds from the workout's start.
    func timestamp(_ offset: Int64) -> Int64 { clock.timestamp(offset) }

    // MARK: In order of time

    private mutating func writeTimeline() {
        let records = FITRecords(series)
        encoder.define(
            .record, FITProfile.Record.message, fields: [FITProfile.timestamp] + records.fields)
        encoder.define(
            .hrv, FITProfile.HRV.message, fields: [FITProfile.HRV.time], count: FITProfile.HRV.slotCount)
        writeTimer(FITProfile.Event.start, at: 0)
        var next = 0
        var beat = 1
        let series = series
        let pauses = series.pauseTimeline
        for second in records.seconds {
            let begin = Int64(second) * Self.second
            // What happens up to the second's begin comes first, and in a pause what ends it.
            next = writeHappenings(from: next) { offset, _ in offset <= begin && offset < series.elapsed }
            if pauses.contains(begin) {
                var isOver = false
                next = writeHappenings(from: next) { offset, what in
                    guard !isOver, offset < min(begin + Self.second, series.elapsed) else { return false }
                    if case .resume = what { isOver = true }
                    return true
                }
            }
            beat = writeIntervals(from: beat, before: begin)
            records.write(second, timestamp: UInt32(timestamp(begin)), into: &encoder)
            beat = writeIntervals(from: beat, before: begin + Self.second)
        }
        next = writeHappenings(from: next) { offset, _ in offset < series.elapsed }
        _ = writeIntervals(from: beat, before: .max)
        // A pause may begin with the workout's end; the timer stops once.
        if series.pauses.last?.upperBound != series.elapsed || series.elapsed == 0 {
            writeTimer(FITProfile.Event.stopAll, at: series.elapsed)
        }
        _ = writeHappenings(from: next) { _, _ in true }
    }

    /// Writes what happens next for as long as it is wanted.
    ///
    /// - Returns: the index of the first that was not.
    private mutating func writeHappenings(
        from first: Int, while isWanted: (Int64, FITTimeline.Happening) -> Bool
    ) -> Int {
        var index = first
        while index < timeline.happenings.count {
            let (offset, what) = timeline.happenings[index]
            guard isWanted(offset, what) else { break }
            switch what {
            case .lap(let lap): writeLap(lap)
            case .session(let session): writeSession(session)
            case .pause(let isAutomatic):
                writeTimer(FITProfile.Event.stopAll, at: offset, isAutomatic: isAutomatic)
            case .resume: writeTimer(FITProfile.Event.start, at: offset)
            }
            index += 1
        }
        return index
    }
}
