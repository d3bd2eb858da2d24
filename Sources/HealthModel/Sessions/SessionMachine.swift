import Foundation

/// The states of a workout session and what leads from one to the next.
struct SessionMachine: Sendable {
    /// What a session is asked to do.
    enum Request: Sendable {
        case prepare
        case start
        case pause
        case resume
        case stop
        case end

        var target: HKWorkoutSessionState {
            switch self {
            case .prepare: .prepared
            case .start, .resume: .running
            case .pause: .paused
            case .stop: .stopped
            case .end: .ended
            }
        }

        /// The states in which it can be done.
        var origins: Set<HKWorkoutSessionState> {
            switch self {
            case .prepare: [.notStarted]
            case .start: [.notStarted, .prepared]
            case .pause: [.running]
            case .resume: [.paused]
            case .stop: [.running, .paused]
            case .end: [.notStarted, .prepared, .running, .paused, .stopped]
            }
        }
    }

    /// A change of state.
    struct Transition: Equatable, Sendable {
        let from: HKWorkoutSessionState
        let to: HKWorkoutSessionState
        let date: Date
    }

    private(set) var state = HKWorkoutSessionState.notStarted
    private(set) var startDate: Date?
    private(set) var endDate: Date?

    /// Does what is asked, or throws and changes nothing.
    mutating func handle(_ request: Request, at date: Date) throws(HKError) -> Transition {
        guard request.origins.contains(state) else {
            throw HKError(
                .errorInvalidArgument, "A workout session that is \(state) cannot become \(request.target).")
        }
        guard date.isOrdinary else {
            throw HKError(.errorInvalidArgument, "\(date.text) is no date for a workout session.")
        }
        if let startDate, date < startDate {
            throw HKError(
                .errorInvalidArgument,
                "\(date.text) is before the workout session's start at \(startDate.text).")
        }
        let transition = Transition(from: state, to: request.target, date: date)
        state = request.target
        switch request {
        case .start: startDate = date
        case .stop: endDate = date
        case .end: endDate = endDate ?? (startDate == nil ? nil : date)
        case .prepare, .pause, .resume: break
        }
        return transition
    }
}
