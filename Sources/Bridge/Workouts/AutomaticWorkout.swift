/// When the service starts and finishes a workout of one rider.
///
/// A workout starts with the first reading of any of the rider's sensors and is over when none has sent one for a
/// while. It then ends at the last reading, so that the wait is not part of it.
package struct AutomaticWorkout: Equatable, Sendable {
    /// What the owner is to do.
    package enum Action: Equatable, Sendable {
        case none
        /// Start a workout at this moment.
        case start(at: Int64)
        /// Finish the workout as of this moment, which lies in the past.
        case finish(at: Int64)
    }

    private let finishAfter: Int64
    private var lastReadingAt: Int64?

    /// Makes the machine; `finishAfter` is the silence that ends a workout, in nanoseconds.
    package init(finishAfter: Int64) {
        self.finishAfter = finishAfter
    }

    /// Whether a workout is going on.
    package var isRecording: Bool { lastReadingAt != nil }

    /// The moment at which ``timePassed(to:)`` finishes the workout unless a reading comes first.
    package var nextDeadline: Int64? { lastReadingAt.map { $0 + finishAfter } }

    /// A sensor of the rider sent a reading.
    package mutating func readingArrived(at now: Int64) -> Action {
        guard let last = lastReadingAt else {
            lastReadingAt = now
            return .start(at: now)
        }
        lastReadingAt = max(last, now)
        return .none
    }

    /// Time has passed.
    package mutating func timePassed(to now: Int64) -> Action {
        guard let last = lastReadingAt, now - last >= finishAfter else { return .none }
        return stop()
    }

    /// The service stops: a workout that goes on is finished.
    package mutating func stop() -> Action {
        guard let last = lastReadingAt else { return .none }
        lastReadingAt = nil
        return .finish(at: last)
    }
}
