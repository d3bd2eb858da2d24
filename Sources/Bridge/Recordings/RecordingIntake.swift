internal import SensorProfiles
internal import Synchronization

/// Where what sensors send comes in: it is in the recording of its rider's workout before it waits for anything.
///
/// A source calls ``arrived(_:)``. Whoever decides about the workouts handles the same events later, in the same order,
/// however long it saves, rebuilds or waits for meanwhile. A reading of a rider without a workout begins a recording here,
/// by the same rule as the workout.
package final class RecordingIntake: Sendable {
    /// An event that came in.
    package struct Arrival: Sendable {
        /// What the sensor did.
        package let event: SensorEvent
        /// Whose workouts it belongs to; nil for a sensor that is nobody's.
        package let rider: String?
    }

    private struct Rider {
        /// Whether an interrupted workout waits, which whoever decides goes on with.
        var isWaiting = false
        /// When the workout that goes on started; nil where there is none.
        var startedAt: Int64?
        /// How the workout began; nil for one that goes on, and where there is none.
        var beginning: WorkoutBeginning?
        var recording: LiveRecording?
        /// What came in and is not handled yet.
        var unhandled: [SensorEvent] = []
        /// What was handled while there was no workout.
        var earlier = EarlierEvents()
    }

    private struct State {
        var ridersBySensor: [BluetoothAddress: String] = [:]
        var riders: [String: Rider] = [:]
        var descriptions: [BluetoothAddress: SensorEvent] = [:]
        var isStopped = false
    }

    private let recordings: RecordingFiles?
    private let onlyRider: String?
    private let longest: Int64?
    private let plan: @Sendable (_ rider: String) -> WorkoutPlan
    private let clock: MachineClock
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// Makes an intake.
    ///
    /// - Parameters:
    ///   - recordings: Where recordings are kept; nil: nowhere.
    ///   - onlyRider: Whose all sensors are; nil: what ``setRiders(_:)`` says.
    ///   - longest: How long a workout lasts in nanoseconds; nil: until it is closed.
    ///   - clock: The machine's clocks.
    ///   - log: Takes what a person should know.
    ///   - plan: What is known of a rider's workout without asking anybody.
    init(
        recordings: RecordingFiles?, onlyRider: String? = nil, longest: Int64? = nil, clock: MachineClock,
        log: @escaping @Sendable (String) -> Void, plan: @escaping @Sendable (_ rider: String) -> WorkoutPlan
    ) {
        self.recordings = recordings
        self.onlyRider = onlyRider
        self.longest = longest
        self.plan = plan
        self.clock = clock
        self.log = log
    }

    /// Takes what a sensor did: it is in the recording, if there is one, when this returns.
    ///
    /// - Returns: What is to be handled, in the order of these calls.
    package func arrived(_ event: SensorEvent) -> Arrival {
        state.withLock { state in
            if case .described = event.kind { state.descriptions[event.sensor] = event }
            guard !state.isStopped, let name = onlyRider ?? state.ridersBySensor[event.sensor] else {
                return Arrival(event: event, rider: nil)
            }
            state.riders[name, default: Rider()].unhandled.append(event)
            recordLast(of: name, &state)
            return Arrival(event: event, rider: name)
        }
    }

    /// Whether anything is recorded now.
    var isRecording: Bool { state.withLock { $0.riders.values.contains { $0.recording != nil } } }

    /// Time has passed, about a second: what is recorded gets to the disk.
    func timePassed(to now: Int64) {
        let recordings = state.withLock { $0.riders.values.compactMap(\.recording) }
        for recording in recordings { recording.timePassed(to: now) }
    }
}

// MARK: - Whoever decides

extension RecordingIntake {
    /// Says whose the sensors are.
    func setRiders(_ riders: [BluetoothAddress: String]) {
        state.withLock { $0.ridersBySensor = riders }
    }

    /// How the workout of a rider began, which has not been closed.
    func beginning(of name: String) -> WorkoutBeginning? {
        state.withLock { $0.riders[name]?.beginning }
    }

    /// All was done that follows from an event.
    func handled(_ arrival: Arrival) {
        guard let name = arrival.rider else { return }
        state.withLock { state in
            guard state.riders[name]?.unhandled.first == arrival.event else { return }
            state.riders[name]?.unhandled.removeFirst()
            // The latest description of each sensor is kept anyway.
            if case .described = arrival.event.kind { return }
            guard state.riders[name]?.startedAt == nil else { return }
            state.riders[name]?.earlier.append(arrival.event)
        }
    }

    /// Says that a rider's interrupted workout waits for a reading, or does no longer.
    func setWaiting(_ isWaiting: Bool, _ name: String) {
        state.withLock { state in
            guard state.riders[name, default: Rider()].isWaiting != isWaiting else { return }
            state.riders[name, default: Rider()].isWaiting = isWaiting
            if state.riders[name]?.startedAt == nil { recordUnhandled(of: name, &state) }
        }
    }

    /// Goes on with an interrupted workout, whose recording takes what is not handled yet.
    func goOn(with recording: LiveRecording, startedAt: Int64, of name: String) {
        state.withLock { state in
            state.riders[name, default: Rider()].isWaiting = false
            state.riders[name]?.startedAt = startedAt
            state.riders[name]?.recording = recording
            state.riders[name]?.earlier = EarlierEvents()
            recordUnhandled(of: name, &state)
        }
    }

    /// The workout of a rider is over; what came after it and is not handled yet belongs to what follows.
    func close(_ name: String) {
        state.withLock { state in
            state.riders[name]?.startedAt = nil
            state.riders[name]?.beginning = nil
            state.riders[name]?.recording = nil
            recordUnhandled(of: name, &state)
        }
    }

    /// Takes nothing any more: whoever asked for the end would find what comes now in a workout of its own.
    package func refuse() {
        state.withLock { $0.isStopped = true }
    }

    /// Takes nothing any more.
    ///
    /// - Returns: What came in and was not handled, in order; it is in the recordings and is to be handled.
    @discardableResult
    func stop() -> [Arrival] {
        state.withLock { state in
            state.isStopped = true
            var rest: [Arrival] = []
            for name in state.riders.keys {
                rest += state.riders[name]?.unhandled.map { Arrival(event: $0, rider: name) } ?? []
                state.riders[name]?.unhandled = []
            }
            return rest.sorted { $0.event.nanoseconds < $1.event.nanoseconds }
        }
    }
}

// MARK: - Recording

extension RecordingIntake {
    private func recordUnhandled(of name: String, _ state: inout State) {
        let unhandled = state.riders[name]?.unhandled ?? []
        state.riders[name]?.unhandled = []
        for event in unhandled {
            state.riders[name]?.unhandled.append(event)
            recordLast(of: name, &state)
        }
    }

    /// Records the latest event, if there is a workout, or begins one with it, if it is a reading.
    private func recordLast(of name: String, _ state: inout State) {
        guard let rider = state.riders[name], let event = rider.unhandled.last else { return }
        if let startedAt = rider.startedAt {
            if let longest, event.nanoseconds - startedAt >= longest { return }
            rider.recording?.record(event)
            return
        }
        guard !rider.isWaiting, event.isMeasurement else { return }
        let descriptions = state.descriptions.values.filter {
            (onlyRider ?? state.ridersBySensor[$0.sensor]) == name
        }.sorted { $0.sensor < $1.sensor }
        let before = (rider.earlier.events + rider.unhandled.dropLast()).filter { event in
            if case .described = event.kind { false } else { true }
        }
        let beginning = WorkoutBeginning(
            event, after: descriptions + before, plan: plan(name), recordings: recordings, clock: clock,
            log: log)
        state.riders[name]?.startedAt = event.nanoseconds
        state.riders[name]?.beginning = beginning
        state.riders[name]?.recording = beginning.recording
        state.riders[name]?.earlier = EarlierEvents()
    }
}
