/// The present rate of a crank or wheel, from the readings of its counter and the times at which they arrived.
///
/// The rate comes from the sensor's own event times, which have no jitter. The receiver's clock decides only what
/// the sensor never says: that turning has stopped, that nothing arrives any more, and how often the event time
/// wrapped during a gap. Times are nanoseconds on any clock that does not step.
public struct RevolutionRate: Hashable, Sendable {
    private var base: Base?
    private var turn: Turn?

    /// When the last packet came, whatever it said.
    private var lastArrival: Int64?

    /// Whether the counter ever turned; one that never did may have no sensor behind it, and reads nil, not 0.
    private var hasTurned = false

    /// Whether a packet since the last new revolution has brought no other.
    private var isWaiting = false

    /// Starts without a reading.
    public init() {}

    /// Forgets the last reading, as after a reconnection: the next one only starts the count again.
    public mutating func reset() {
        base = nil
        turn = nil
        lastArrival = nil
        isWaiting = false
    }

    /// Takes the reading of one packet.
    ///
    /// - Parameters:
    ///   - reading: The counter and its event time.
    ///   - arrival: When the packet arrived, in nanoseconds.
    public mutating func record(_ reading: RevolutionReading, at arrival: Int64) {
        lastArrival = arrival
        guard let base else {
            start(with: reading, at: arrival)
            return
        }
        switch step(to: reading, from: base, at: arrival) {
        case .still:
            isWaiting = true
        case .timeless:
            break
        case .jumped:
            start(with: reading, at: arrival)
        case .turned(let revolutions, let ticks):
            self.base = Base(reading: reading, arrival: arrival)
            turn = Turn(
                rate: reading.counter.rate(revolutions: revolutions, ticks: ticks),
                interval: Self.nanoseconds(ticks: ticks, of: reading.counter))
            hasTurned = true
            isWaiting = false
        }
    }

    /// The rate at a time, in revolutions per minute.
    ///
    /// While packets bring no new revolution, the rate is at most one revolution in the time since the last, and
    /// reads 0 after twice the last interval (two seconds at least, four at most).
    ///
    /// - Parameter time: A time in nanoseconds, not before the last packet's.
    /// - Returns: nil where it is unknown: before the first full step, and five seconds after the last packet.
    public func rate(at time: Int64) -> Double? {
        guard let lastArrival, let base, Self.elapsed(from: lastArrival, to: time) < Self.silenceLimit else {
            return nil
        }
        let elapsed = Self.elapsed(from: base.arrival, to: time)
        guard let turn else {
            return hasTurned && isWaiting && elapsed >= Self.longestTimeout ? 0 : nil
        }
        guard elapsed < turn.timeout else { return 0 }
        return isWaiting ? min(turn.rate, 60e9 / Double(max(elapsed, 1))) : turn.rate
    }

    /// The speed in metres per second of a wheel that turns at a rate.
    ///
    /// - Parameters:
    ///   - rate: The wheel's rate in revolutions per minute.
    ///   - circumference: The wheel's circumference in metres.
    /// - Returns: nil where an argument is negative or the result is not finite.
    public static func speed(rate: Double, circumference: Double) -> Double? {
        let speed = rate / 60 * circumference
        return rate >= 0 && circumference > 0 && speed.isFinite ? speed : nil
    }
}

extension RevolutionRate {
    /// The reading that brought the last new revolution, or the one that started the count.
    private struct Base: Hashable {
        var reading: RevolutionReading
        var arrival: Int64
    }

    /// What the last new revolution said.
    private struct Turn: Hashable {
        /// In revolutions per minute.
        var rate: Double
        /// The time that the step took, in nanoseconds.
        var interval: Int64

        /// How long to wait for the next revolution before the rate is 0, in nanoseconds.
        var timeout: Int64 {
            min(max(2 * interval, RevolutionRate.shortestTimeout), RevolutionRate.longestTimeout)
        }
    }

    private static var shortestTimeout: Int64 { 2_000_000_000 }
    private static var longestTimeout: Int64 { 4_000_000_000 }
    private static var silenceLimit: Int64 { 5_000_000_000 }

    /// The gap after which counting wraps of the event time would be guessing.
    private static var longestGap: Int64 { 600_000_000_000 }

    /// How far a sensor's clock may run ahead of the receiver's within one step.
    ///
    /// Packets that waited in a queue arrive closer together than they were sent; no queue holds them this long.
    private static var largestLead: Int64 { 10_000_000_000 }

    private mutating func start(with reading: RevolutionReading, at arrival: Int64) {
        base = Base(reading: reading, arrival: arrival)
        turn = nil
        isWaiting = false
    }

    /// Compares with the last new revolution, where the receiver's clock has a say in what is possible.
    private func step(to reading: RevolutionReading, from base: Base, at arrival: Int64)
        -> RevolutionReading.Step
    {
        let gap = Self.elapsed(from: base.arrival, to: arrival)
        let ticks = reading.ticks(since: base.reading)
        let interval = Self.nanoseconds(ticks: ticks, of: reading.counter)
        let wrap = Self.nanoseconds(ticks: RevolutionReading.eventTimeWrap, of: reading.counter)
        // The number of wraps that brings the sensor's interval closest to the receiver's.
        let wraps = Int(max(0, (min(gap, Self.longestGap) - interval + wrap / 2) / wrap))
        let step = reading.step(since: base.reading, wraps: wraps)
        guard case .turned(let revolutions, _) = step else { return step }
        guard gap <= Self.longestGap, interval - gap <= Self.largestLead else { return .jumped }
        if reading.cumulativeRevolutions < base.reading.cumulativeRevolutions {
            // A crank counter that decreases has wrapped only if the time was long enough for it.
            let possible = Double(gap) / 60e9 * reading.counter.highestPlausibleRate + 2
            guard Double(revolutions) <= possible else { return .jumped }
        }
        return step
    }

    private static func nanoseconds(ticks: Int, of counter: RevolutionReading.Counter) -> Int64 {
        Int64(ticks) * 1_000_000_000 / Int64(counter.ticksPerSecond)
    }

    /// The time between two readings of the clock: none where it stepped back, the most there is on overflow.
    private static func elapsed(from start: Int64, to end: Int64) -> Int64 {
        let (difference, overflow) = end.subtractingReportingOverflow(start)
        return overflow ? (end > start ? .max : 0) : max(0, difference)
    }
}
