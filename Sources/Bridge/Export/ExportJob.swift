package import Foundation

/// A finished workout on its way through the user's command, with all that came of it so far.
package struct ExportJob: Codable, Equatable, Sendable {
    /// Where a job stands; raw values are the names of the directories and of the state in JSON.
    package enum State: String, CaseIterable, Codable, Sendable {
        /// It is tried at its next attempt.
        case waiting
        /// The command has taken the workout.
        case done
        /// It was tried as often as makes sense; a person may have it tried again.
        case failed
    }

    /// How an attempt ended.
    package enum Outcome: Equatable, Sendable {
        /// The command ended with exit status 0.
        case success
        /// It did not, or could not be run; the sentence says why.
        case failure(String)
    }

    /// The seconds between one attempt and the next: a router that starts again, an evening without net, a week's trip.
    package static let pauses: [TimeInterval] = [
        60, 300, 900, 3600, 14_400, 43_200, 86_400, 86_400, 86_400, 86_400, 86_400,
    ]

    /// The workout.
    package let workout: UUID
    /// Whose it is.
    package let rider: String
    /// When it started, as RFC 3339 has it, in its own time zone.
    package let start: String
    /// Its files, in the order of the settings' formats.
    package let files: [String]
    /// Where the job stands.
    package private(set) var state: State
    /// How often the command was run.
    package private(set) var attempts: Int
    /// When it is run next, in seconds since 1970; of no meaning unless it waits.
    package private(set) var nextAttempt: TimeInterval
    /// Why the latest attempt failed.
    package private(set) var failure: String?

    /// Makes a job that is due at once.
    package init(workout: UUID, rider: String, start: String, files: [String]) {
        self.workout = workout
        self.rider = rider
        self.start = start
        self.files = files
        state = .waiting
        attempts = 0
        nextAttempt = 0
        failure = nil
    }

    /// Takes note of an attempt that ended at a date, and decides what comes next.
    package mutating func attempted(_ outcome: Outcome, at date: Date) {
        attempts += 1
        switch outcome {
        case .success:
            state = .done
            failure = nil
        case .failure(let reason):
            failure = reason
            if attempts <= Self.pauses.count {
                nextAttempt = date.timeIntervalSince1970 + Self.pauses[attempts - 1]
            } else {
                state = .failed
            }
        }
    }

    /// A person wants it tried again, now and from the start of the pauses.
    package mutating func retry() {
        state = .waiting
        attempts = 0
        nextAttempt = 0
    }

    /// Whether it is to be run at a date.
    ///
    /// A clock that was set back must not hold a job up for longer than the longest pause.
    package func isDue(at date: Date) -> Bool {
        let wait = nextAttempt - date.timeIntervalSince1970
        return state == .waiting && (wait <= 0 || wait > Self.pauses.max() ?? 0)
    }
}
