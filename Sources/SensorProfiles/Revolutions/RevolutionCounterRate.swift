/// The rate of a revolution counter taken from the counter alone, without a clock of the receiver.
///
/// This is what can be said about packets whose time of arrival is unknown. It sees no stop, and event times that
/// wrapped in full between two readings give a rate that is too high. A receiver uses `RevolutionRate`.
public struct RevolutionCounterRate: Hashable, Sendable {
    private var last: RevolutionReading?

    /// Starts without a reading.
    public init() {}

    /// Takes the next reading and returns the rate since the last new revolution, in revolutions per minute.
    ///
    /// - Returns: nil for the first reading, without a new revolution, and after a jump of the counter.
    public mutating func advance(to reading: RevolutionReading) -> Double? {
        guard let last else {
            self.last = reading
            return nil
        }
        switch reading.step(since: last) {
        case .still, .timeless:
            return nil
        case .jumped:
            self.last = reading
            return nil
        case .turned(let revolutions, let ticks):
            self.last = reading
            return reading.counter.rate(revolutions: revolutions, ticks: ticks)
        }
    }
}
