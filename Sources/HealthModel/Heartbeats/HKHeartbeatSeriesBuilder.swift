public import Foundation
import Synchronization

/// Collects heartbeats as they come, and saves them as one series.
public final class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
    // Unchecked as its superclass is; its own state is under the mutex.

    private struct State {
        enum Phase {
            case collecting, finishing, finished, discarded
        }

        var phase = Phase.collecting
        var heartbeats: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
        var metadata = CheckedMetadata()

        func requireCollecting() throws(HKError) {
            switch phase {
            case .collecting: return
            case .finishing: throw HKError(.errorInvalidArgument, "The heartbeat series is being finished.")
            case .finished: throw HKError(.errorInvalidArgument, "The heartbeat series is finished.")
            case .discarded: throw HKError(.errorInvalidArgument, "The heartbeat series was discarded.")
            }
        }
    }

    private let healthStore: HKHealthStore
    private let device: HKDevice?
    private let startDate: Date
    private let state = Mutex(State())
    private let completions = CompletionQueue()
    private let listener: (any HeartbeatListener)?

    /// Makes a builder of a series that starts at a date.
    public convenience init(healthStore: HKHealthStore, device: HKDevice?, start startDate: Date) {
        self.init(healthStore: healthStore, device: device, start: startDate, listener: nil)
    }

    /// Makes a builder that tells someone of each beat and of the finished series.
    init(
        healthStore: HKHealthStore, device: HKDevice?, start startDate: Date,
        listener: (any HeartbeatListener)?
    ) {
        self.healthStore = healthStore
        self.device = device
        self.startDate = startDate
        self.listener = listener
    }

    /// How many beats a series may have: those of three days at 240 a minute, in round numbers.
    public static var maximumCount: Int { 1_000_000 }

    /// Adds a beat.
    ///
    /// - Throws: `HKError`: `errorInvalidArgument` for a beat that is not after the last one, or after the series is
    ///   finished; `errorDataSizeExceeded` beyond ``maximumCount``. The series stays as it was.
    public func addHeartbeat(at timeIntervalSinceStart: TimeInterval, precededByGap: Bool) async throws {
        try add(timeIntervalSinceStart, precededByGap: precededByGap)
    }

    /// Adds a beat and tells a handler whether it was added.
    public func addHeartbeatWithTimeInterval(
        sinceSeriesStartDate timeIntervalSinceStart: TimeInterval, precededByGap: Bool,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        completions.run(
            { try self.add(timeIntervalSinceStart, precededByGap: precededByGap) }, completion: completion)
    }

    private func add(_ timeIntervalSinceStart: TimeInterval, precededByGap: Bool) throws(HKError) {
        let beat = HKHeartbeatSeriesQueryDescriptor.Heartbeat(
            timeIntervalSinceStart: timeIntervalSinceStart, precededByGap: precededByGap)
        try state.withLock { state throws(HKError) in
            try state.requireCollecting()
            try beat.validate(after: state.heartbeats.last)
            guard state.heartbeats.count < Self.maximumCount else {
                throw HKError(
                    .errorDataSizeExceeded, "A heartbeat series holds at most \(Self.maximumCount) beats.")
            }
            state.heartbeats.append(beat)
        }
        listener?.didAdd(beat)
    }

    /// Adds metadata; a key that is there already takes the new value.
    ///
    /// - Throws: `HKError` with `errorInvalidArgument` for a value that metadata cannot hold.
    public func addMetadata(_ metadata: [String: Any]) async throws {
        try merge(metadata)
    }

    /// Adds metadata and tells a handler whether it was added.
    public func addMetadata(
        _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        do {
            try merge(metadata)
            completions.run({}, completion: completion)
        } catch {
            completions.run({ throw error }, completion: completion)
        }
    }

    private func merge(_ metadata: [String: Any]) throws(HKError) {
        let metadata = try CheckedMetadata(metadata)
        try state.withLock { state throws(HKError) in
            try state.requireCollecting()
            state.metadata.merge(metadata)
        }
    }

    /// Saves the series and returns it; the builder then takes nothing more.
    ///
    /// - Throws: `HKError` as ``HKHealthStore/save(_:)-(HKObject)`` does, and for a series without beats. The series
    ///   stays as it was, and can be finished again.
    public func finishSeries() async throws -> HKHeartbeatSeriesSample {
        try await finish()
    }

    /// Saves the series and gives it to a handler.
    public func finishSeries(
        completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void
    ) {
        completions.run {
            do {
                completion(try await self.finish(), nil)
            } catch {
                completion(nil, error)
            }
        }
    }

    private func finish() async throws -> HKHeartbeatSeriesSample {
        let sample = try state.withLock { state throws(HKError) in
            try state.requireCollecting()
            state.phase = .finishing
            return HKHeartbeatSeriesSample(
                heartbeats: state.heartbeats, start: startDate, device: device,
                metadata: state.metadata.values.isEmpty ? nil : state.metadata.values)
        }
        do {
            try await healthStore.save(sample)
        } catch {
            state.withLock { $0.phase = .collecting }
            throw error
        }
        state.withLock { $0.phase = .finished }
        listener?.didFinish(sample)
        return sample
    }

    /// Drops the beats that were collected; a series that is finished stays saved.
    public override func discard() {
        state.withLock { state in
            guard state.phase == .collecting else { return }
            state = State(phase: .discarded)
        }
    }
}

/// Who is told of the beats that a series builder takes, without its lock.
protocol HeartbeatListener: Sendable {
    /// A beat was added.
    func didAdd(_ heartbeat: HKHeartbeatSeriesSample.Heartbeat)

    /// The series was saved.
    func didFinish(_ series: HKHeartbeatSeriesSample)
}
