internal import Foundation

/// How a workout begins: with a reading, which its recording has before anything is made of it.
struct WorkoutBeginning: Sendable {
    /// The workout's identity.
    let identifier: UUID
    /// The first reading.
    let event: SensorEvent
    /// What the rider's sensors did before it, which stands before it in the recording; none of it is a reading.
    let earlier: [SensorEvent]
    /// The wall clock at the first reading, in microseconds since 1970.
    let startMicroseconds: Int64
    /// Both clocks then.
    let wallClock: WallClock
    /// What was known of the workout without asking anybody.
    let plan: WorkoutPlan
    /// The recording; nil where none is kept.
    let recording: LiveRecording?

    /// Begins a workout and its recording.
    ///
    /// - Parameters:
    ///   - event: The first reading.
    ///   - earlier: What came before it.
    ///   - plan: What is known without asking anybody.
    ///   - recordings: Where the recording is kept; nil: nowhere.
    ///   - clock: The machine's clocks.
    ///   - log: Takes what a person should know.
    init(
        _ event: SensorEvent, after earlier: [SensorEvent], plan: WorkoutPlan, recordings: RecordingFiles?,
        clock: MachineClock, log: @escaping @Sendable (String) -> Void
    ) {
        let identifier = UUID()
        let now = clock.bootTime()
        let wallMicroseconds = clock.wallMicroseconds()
        let startMicroseconds = wallMicroseconds - (now - event.nanoseconds) / 1000
        self.identifier = identifier
        self.event = event
        self.earlier = earlier
        self.startMicroseconds = startMicroseconds
        self.plan = plan
        wallClock = WallClock(bootTime: now, wallTime: wallMicroseconds * 1000)
        recording = recordings.map {
            LiveRecording(
                in: $0, plan, workout: identifier, startMicroseconds: startMicroseconds,
                origin: event.nanoseconds, clock: clock, log: log)
        }
        for event in earlier + [event] { recording?.record(event) }
    }
}
