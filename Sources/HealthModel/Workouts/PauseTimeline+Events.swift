package import Foundation

extension PauseTimeline {
    /// The kinds of event that stop a workout, each with the one that lets it go on.
    ///
    /// The person's pauses and those for lack of motion are told apart: moving again does not end a pause that the
    /// person made.
    static let pairs: [(pause: HKWorkoutEventType, resume: HKWorkoutEventType)] = [
        (.pause, .resume), (.motionPaused, .motionResumed),
    ]

    /// Reads the pauses out of a workout's events, which are in order of time.
    ///
    /// A pause within a pause, or a resume without one, changes nothing; a pause that nothing ends is open.
    package init(events: [HKWorkoutEvent], since start: Date) {
        var found: [Range<Int64>] = []
        for (pause, resume) in Self.pairs {
            var opened: Int64?
            for event in events where event.type == pause || event.type == resume {
                let offset = WorkoutTime.nanoseconds(of: event.dateInterval.start, since: start)
                if event.type == pause {
                    opened = opened ?? offset
                } else if let begun = opened {
                    found.append(begun..<max(begun, offset))
                    opened = nil
                }
            }
            if let opened { found.append(opened..<Self.openEnd) }
        }
        self.init(found)
    }
}
