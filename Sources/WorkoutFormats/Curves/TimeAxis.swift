/// The axis of a workout's elapsed time, with ticks where a clock has round figures.
struct TimeAxis: Equatable, Sendable {
    /// A moment of the axis with what is written at it.
    struct Tick: Equatable, Sendable {
        /// Seconds from the start.
        let seconds: Int64
        /// The time; the last tick also has the unit.
        let text: String
    }

    private static let minute: Int64 = 60
    private static let hour: Int64 = 3600
    private static let steps: [Int64] =
        [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 20, 30].map { $0 * minute }
        + [1, 2, 3, 4, 6, 12, 24].map { $0 * hour }

    /// The ticks, ascending; the first is the start.
    let ticks: [Tick]

    /// Makes the axis of a time in nanoseconds with at most so many ticks, 2 or more.
    init(elapsed: Int64, tickCount: Int) {
        let seconds = elapsed / 1_000_000_000
        let most = Int64(max(1, tickCount - 1))
        let step =
            Self.steps.first { seconds / $0 <= most } ?? (seconds / most / (24 * Self.hour) + 1) * 24
            * Self.hour
        let moments = stride(from: 0, through: seconds, by: Int(step)).map { $0 }
        let last = moments.last ?? 0
        ticks = moments.map { moment in
            let (text, unit) = Self.text(moment, step: step, last: last)
            return Tick(seconds: moment, text: moment == last ? "\(text) \(unit)" : text)
        }
    }

    private static func text(_ seconds: Int64, step: Int64, last: Int64) -> (String, unit: String) {
        if step % hour == 0 { return ("\(seconds / hour)", "h") }
        if last >= hour { return ("\(seconds / hour):\(NumberText.padded(seconds % hour / minute))", "h") }
        if step % minute == 0 { return ("\(seconds / minute)", "min") }
        if last >= minute { return ("\(seconds / minute):\(NumberText.padded(seconds % minute))", "min") }
        return ("\(seconds)", "s")
    }
}
